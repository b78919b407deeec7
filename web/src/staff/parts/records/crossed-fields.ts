/** A field that somebody else has changed meanwhile, and what it is now. */
export type CrossedField<Name extends string> = { name: Name; value: string }

/** The fields of a form that somebody else has changed since it was opened. */
export const crossedFields = <Values extends Record<string, string>>(
  before: Values,
  now: Values,
): CrossedField<keyof Values & string>[] =>
  Object.keys(now)
    .filter(name => now[name] !== before[name])
    .map(name => ({ name, value: now[name] ?? '' }))
