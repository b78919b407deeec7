/** What every list of records of all customers can be narrowed to. */
export type RecordSearch = {
  q?: string
  /** The key of a portal. */
  portal?: string
  contact?: number
}

/** Changes filters of the address; undefined clears one. */
export type ChangeSearch<Search> = (changes: { [Name in keyof Search]?: Search[Name] | undefined }) => void

/** Reads what {@link RecordSearch} has of an address; what is malformed is left out. */
export const readRecordSearch = ({ q: given, portal, contact }: Record<string, unknown>): RecordSearch => {
  const q = typeof given === 'number' ? String(given) : given
  const id = Number(contact)
  return {
    ...(typeof q === 'string' && q.trim() && { q: q.slice(0, 200) }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(Number.isSafeInteger(id) && id > 0 && { contact: id }),
  }
}

/** Reads one of these orders of an address; the first is that of an address without one. */
export const readSort = <Sort extends string>(sorts: readonly [Sort, ...Sort[]], given: unknown): { sort?: Sort } => {
  const sort = sorts.find(one => one === given)
  return sort && sort !== sorts[0] ? { sort } : {}
}
