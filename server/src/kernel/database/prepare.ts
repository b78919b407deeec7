import type { Sql, Statement } from './db.ts'

/** Stands in a text for a value that comes later. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The values of a statement, by name. */
type Values = Record<string, unknown>

/**
 * Makes the text of a statement once instead of at each call: to put a long one together takes Node longer than to read its answer. `build`
 * gets a parameter in place of each value and may only interpolate it. A value is sent once, however often it is interpolated.
 */
const prepare = <Given extends Values>(
  names: readonly (keyof Given & string)[],
  build: (parameters: Given) => Sql,
): ((values: Given) => Statement) => {
  const { strings, values } = build(Object.fromEntries(names.map(name => [name, new Parameter(name)])) as Given)
  const places: unknown[] = []
  let text = strings[0] ?? ''
  for (const [n, value] of values.entries()) {
    if (!places.includes(value)) places.push(value)
    text += `$${places.indexOf(value) + 1}${strings[n + 1]}`
  }
  return given => ({
    text,
    values: places.map(place => (place instanceof Parameter ? given[place.name] : place)) as Sql['values'],
  })
}

/** {@link prepare} for a statement that has variants: the text of each is made at its first call. */
export const prepareVariants = <Given extends Values, Variant>(
  names: readonly (keyof Given & string)[],
  build: (parameters: Given, variant: Variant) => Sql,
): ((values: Given, variant: Variant) => Statement) => {
  const made = new Map<string, (values: Given) => Statement>()
  return (values, variant) => {
    const key = JSON.stringify(variant)
    let statement = made.get(key)
    if (!statement) {
      statement = prepare(names, parameters => build(parameters, variant))
      made.set(key, statement)
    }
    return statement(values)
  }
}
