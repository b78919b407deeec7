import {
  type PublishedFilter,
  type PublishedKind,
  publishedFilters,
  publishedKinds,
} from '@portico/contract/staff/published'

/** Which published files are listed, and the one that is open, as `{kind}-{id}`. */
export type PublishedSearch = {
  q?: string
  kind?: PublishedFilter
  portal?: string
  contact?: number
  opened?: 'yes' | 'no'
  withdrawn?: '1'
  open?: string
}

/** The kind and id of an open file; undefined for what names none. */
export const readOpen = (open: unknown): { kind: PublishedKind; recordid: number } | undefined => {
  const [, name, id] = /^(\w+)-([1-9]\d{0,15})$/.exec(typeof open === 'string' ? open : '') ?? []
  const kind = publishedKinds.find(one => one === name)
  return kind && { kind, recordid: Number(id) }
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** Reads the search of the list's address; what is malformed is left out. */
export const readPublishedSearch = (search: Record<string, unknown>): PublishedSearch => {
  const kind = publishedFilters.find(one => one === search.kind)
  const [q, portal] = [textOf(search.q).slice(0, 200), textOf(search.portal).slice(0, 40)]
  const contact = Number(search.contact)
  return {
    ...(q && { q }),
    ...(kind && { kind }),
    ...(portal && { portal }),
    ...(Number.isSafeInteger(contact) && contact > 0 && { contact }),
    ...((search.opened === 'yes' || search.opened === 'no') && { opened: search.opened }),
    ...(textOf(search.withdrawn) === '1' && { withdrawn: '1' as const }),
    ...(readOpen(search.open) && { open: String(search.open) }),
  }
}

/** The filters that are set, but for the text that is searched. */
export const setFilters = ({ q: _q, open: _open, ...filters }: PublishedSearch) => Object.keys(filters)
