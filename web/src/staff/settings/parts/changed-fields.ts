const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every(each => other.includes(each))
    : one === other

/** The fields that differ from how a form began; lists are compared as sets. Of the others, what a colleague has changed meanwhile stays. */
export const changedFields = <Fields extends object>(before: Fields, now: Fields): Partial<Fields> => {
  const begun: Partial<Record<string, unknown>> = { ...before }
  const changed = Object.entries(now).filter(([name, value]) => !isSame(begun[name], value))
  return Object.fromEntries(changed) as Partial<Fields>
}
