import pg from 'pg'

const { builtins } = pg.types
// The types of `pg` do not include the array types.
const textArray: number = 1009
const int8Array = 1016
const timestampArray = 1115
const dateArray = 1182

const integer = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, an integer beyond 2^53`)
  return value
}

const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)

const parseArray =
  <T>(parse: (text: string) => T) =>
  (text: string): (T | null)[] =>
    parseTexts(text).map(element => (element === null ? null : parse(element)))

const keepText = (text: string) => text

/**
 * How PostgreSQL values are parsed: int8 and numeric to numbers (an int8 of 2^53 or more throws), timestamptz to `Date`, date and timestamp
 * to text as PostgreSQL writes it (a day has no time zone, so a `Date` cannot hold it).
 */
export const valueParsers = new pg.TypeOverrides()

valueParsers.setTypeParser(builtins.INT8, integer)
valueParsers.setTypeParser(builtins.NUMERIC, Number)
valueParsers.setTypeParser(builtins.DATE, keepText)
valueParsers.setTypeParser(builtins.TIMESTAMP, keepText)
valueParsers.setTypeParser(int8Array, parseArray(integer))
valueParsers.setTypeParser(dateArray, parseArray(keepText))
valueParsers.setTypeParser(timestampArray, parseArray(keepText))
