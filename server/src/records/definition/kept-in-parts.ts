import type { RecordType } from './record-type.ts'

/**
 * A line that a change is merged into, without what the change leaves no longer true: the parts of a field that it names, or the field
 * whose parts it names, which is made of them anew.
 */
export const withoutStaleForms = <Fields extends Record<string, unknown>>(
  { keptInParts = {} }: Pick<RecordType, 'keptInParts'>,
  line: Fields,
  change: Record<string, unknown>,
): Fields => {
  const stale = Object.entries(keptInParts).flatMap(([whole, parts]) => {
    if (parts === undefined) return []
    if (change[parts] === undefined) return change[whole] === undefined ? [] : parts
    return change[whole] === undefined && change[parts] !== null ? whole : []
  })
  return Object.fromEntries(Object.entries(line).filter(([field]) => !stale.includes(field))) as Fields
}
