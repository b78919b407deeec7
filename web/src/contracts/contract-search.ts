import { type ListParams, type ListSearch, listSearch, textIn } from '../list/list-params.ts'

/** Which contracts a list shows: 1 only active, 2 all. */
export type ContractFilter = 1 | 2

/** The search parameters of a contract list beside dates and order: `open` is the expanded contract, `file` its shown file. */
export type ContractParams = ListParams & { filter?: ContractFilter; tagIds?: string; file?: string }

/** The same with an order by one of the list's fields. */
export type ContractSearch<By extends string> = ContractParams & ListSearch<By>

const fileIn = (value: unknown) => (/^(activity|document)-\d{1,16}$/.test(String(value)) ? String(value) : undefined)

const contractSearch = <const By extends string>(...fields: By[]) => {
  const read = listSearch(...fields)
  return (search: Record<string, unknown>): ContractSearch<By> => ({
    ...read(search),
    q: undefined,
    filter: String(search.filter) === '2' ? 2 : undefined,
    file: fileIn(search.file),
  })
}

export const readActivityContractSearch = contractSearch('start', 'end', 'name')
export type ActivityContractSearch = ReturnType<typeof readActivityContractSearch>

const readServiceSearch = contractSearch('activeFrom', 'activeTo', 'name')

/** Reads tag ids from a URL. */
export const idsIn = (text: unknown) => [
  ...new Set(
    (textIn(text, 4000) ?? '')
      .split(',')
      .map(Number)
      .filter(id => Number.isSafeInteger(id) && id > 0),
  ),
]

export const readServiceContractSearch = (search: Record<string, unknown>): ReturnType<typeof readServiceSearch> => ({
  ...readServiceSearch(search),
  tagIds: idsIn(search.tagIds).join(',') || undefined,
})
export type ServiceContractSearch = ReturnType<typeof readServiceContractSearch>
