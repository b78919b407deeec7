import { type ListSearch, rangeIn, textIn } from '../list/list-params.ts'

/** The address of the log: days, what was done, and by whom: the id of a person, or `staff`. */
export type LogSearch = Pick<ListSearch<'at'>, 'from' | 'to' | 'sort'> & { what?: string; who?: string }

/** Reads the address of the log; what no filter has is left to the screen. */
export const readLogSearch = (search: Record<string, unknown>): LogSearch => ({
  ...rangeIn(search),
  what: textIn(search.what),
  who: textIn(search.who),
})
