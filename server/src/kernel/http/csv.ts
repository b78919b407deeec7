import { Readable } from 'node:stream'

/** A spreadsheet takes a value that begins like this for a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@]|^[\t\r]/

/** A value in quotes; one that a spreadsheet would take for a formula is preceded by an apostrophe. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(';')}\r\n`

/**
 * CSV as spreadsheets of our languages open it: UTF-8 with a byte order mark, semicolons. `pages` are read while the reader takes them, so
 * that a long list needs no memory.
 */
export const csvStream = (
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
): Readable => {
  const write = async function* () {
    yield `\uFEFF${line(titles)}`
    for await (const rows of pages) yield rows.map(line).join('')
  }
  return Readable.from(write(), { objectMode: false })
}
