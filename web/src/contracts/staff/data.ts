import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  type ActivityContractChange,
  type ActivityCorrection,
  type ContractKind,
  changeActivityContract,
  changeContractDocument,
  changeContractPackage,
  changeServiceContract,
  correctActivity,
  listContractTags,
  listStaffContracts,
  makeActivityContract,
  makeContractDocument,
  makeContractPackage,
  makeContractTag,
  makeServiceContract,
  type NewActivity,
  type NewActivityContract,
  type NewServiceContract,
  noteActivity,
  readStaffContract,
  removeActivity,
  removeContractDocument,
  removeContractPackage,
  removeStaffContract,
  type ServiceContractChange,
  type StaffActivity,
  type StaffContract,
} from '@portico/contract/staff/records/contracts'
import { listStaffTickets } from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callPage } from '../../api/api.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { pageQuery } from '../../list/page-query.ts'
import { type ContractsSearch, readContractsSearch } from './contracts-search.ts'

const listKey = ['staff', 'contracts'] as const

/** The pages of the contracts that an address asks for. */
export const contracts = (given: ContractsSearch) => {
  const { state, ...search } = readContractsSearch(given)
  const query = { ...search, ...(state !== 'all' && { state: state ?? ('running' as const) }) }
  return pageQuery([...listKey, query], (page, signal) =>
    callPage(listStaffContracts, { query: { ...query, ...page }, signal }),
  )
}

type Named = { kind: ContractKind; id: number }

/** A contract with its activities and all that belongs to it. */
export const contract = ({ kind, id }: Named) =>
  queryOptions({
    queryKey: ['staff', 'contract', kind, id],
    queryFn: ({ signal }) => call(readStaffContract, { params: { kind, contractid: id }, signal }),
  })

/** The tags of a portal. */
export const contractTags = (portal: number) =>
  queryOptions({
    queryKey: ['staff', 'contract-tags', portal],
    queryFn: ({ signal }) => call(listContractTags, { query: { portal }, signal }),
  })

const current = (version: string) => ({ 'If-Match': `"${version}"` })

const refresh = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: listKey })
  void client.invalidateQueries({ queryKey: ['staff', 'customer'] })
}

const keep = (client: QueryClient) => (made: StaffContract) => {
  client.setQueryData(contract(made).queryKey, made)
  refresh(client)
  return made
}

/** What a contract is made of. */
export type NewContract =
  | { kind: 'activity'; body: NewActivityContract }
  | { kind: 'service'; body: NewServiceContract }

/** Makes a contract; its customer sees it at once. */
export const makeContract = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ key, ...given }: { key: string } & NewContract) =>
      given.kind === 'activity'
        ? call(makeActivityContract, { body: given.body, idempotencyKey: key })
        : call(makeServiceContract, { body: given.body, idempotencyKey: key }),
    onSuccess: keep(client),
  })

/** What is changed of a contract. */
export type ContractChange =
  | { kind: 'activity'; body: ActivityContractChange }
  | { kind: 'service'; body: ServiceContractChange }

/** Changes a contract, unless somebody else has since the state that `version` names. */
export const changeContract = (client: QueryClient, id: number) =>
  mutationOptions({
    mutationFn: ({ version, ...given }: { version?: string } & ContractChange) => {
      const headers = version === undefined ? {} : current(version)
      const params = { contractid: id }
      return given.kind === 'activity'
        ? call(changeActivityContract, { params, headers, body: given.body })
        : call(changeServiceContract, { params, headers, body: given.body })
    },
    onSuccess: keep(client),
  })

/** Removes a contract with as many activities as were confirmed. */
export const removeContract = (client: QueryClient, { kind, id }: Named) =>
  mutationOptions({
    mutationFn: (activities: number) =>
      call(removeStaffContract, { params: { kind, contractid: id }, query: { activities } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: contract({ kind, id }).queryKey })
      refresh(client)
    },
  })

type PackageBody = CallInput<typeof makeContractPackage>['body']

/** Adds a package, or changes one. */
export const keepPackage = (client: QueryClient, contractid: number) =>
  mutationOptions({
    mutationFn: ({ known, body, key }: { known?: { id: number; version: string }; body: PackageBody; key: string }) =>
      known
        ? call(changeContractPackage, { params: { packageid: known.id }, headers: current(known.version), body })
        : call(makeContractPackage, { params: { contractid }, body, idempotencyKey: key }),
    onSuccess: keep(client),
  })

/** Removes a package with as many activities as were confirmed. */
export const removePackage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, activities }: { id: number; activities: number }) =>
      call(removeContractPackage, { params: { packageid: id }, query: { activities } }),
    onSuccess: keep(client),
  })

type DocumentSent = { known?: { id: number; version: string }; file?: File; documentName?: string; key: string }

/** Adds a document, renames one, or puts another file in its place. */
export const keepDocument = (client: QueryClient, contractid: number) =>
  mutationOptions({
    mutationFn: async ({ known, file, documentName, key }: DocumentSent) => {
      const uploadId = file && (await uploadFile(uploadPublishedFile, {}, file)).id
      const name = documentName ? { documentName } : {}
      if (known)
        return call(changeContractDocument, {
          params: { documentid: known.id },
          headers: current(known.version),
          body: { ...name, ...(uploadId !== undefined && { uploadId }) },
        })
      return call(makeContractDocument, {
        params: { contractid },
        body: { uploadId: uploadId ?? 0, ...name },
        idempotencyKey: key,
      })
    },
    onSuccess: keep(client),
  })

/** Removes a document with its file. */
export const removeDocument = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => call(removeContractDocument, { params: { documentid: id } }),
    onSuccess: keep(client),
  })

/** Makes a tag in a portal. */
export const makeTag = (client: QueryClient, portalId: number) =>
  mutationOptions({
    mutationFn: (body: { name: string; tagGroupName: string | null }) =>
      call(makeContractTag, { body: { portalId, ...body } }),
    onSuccess: () => client.invalidateQueries({ queryKey: contractTags(portalId).queryKey }),
  })

const refreshContract = (client: QueryClient, of: Named) => () => {
  refresh(client)
  return client.invalidateQueries({ queryKey: contract(of).queryKey })
}

/** The latest tickets of a customer that have these words, at most 20. */
export const findTickets = (contact: number, q: string, signal: AbortSignal) =>
  call(listStaffTickets, {
    query: { view: 'all', contact, sort: '-createdOn', limit: 20, ...(q.trim() && { q: q.trim() }) },
    signal,
  })

/** Notes work under a contract. */
export const noteWork = (client: QueryClient, of: Named) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: NewActivity; key: string }) =>
      call(noteActivity, { body, idempotencyKey: key }),
    onSuccess: refreshContract(client, of),
  })

/** Corrects an activity, unless somebody else has since the state that `version` names. */
export const correctWork = (client: QueryClient, of: Named) =>
  mutationOptions({
    mutationFn: ({ activity, body }: { activity: Pick<StaffActivity, 'id' | 'version'>; body: ActivityCorrection }) =>
      call(correctActivity, { params: { activityid: activity.id }, headers: current(activity.version), body }),
    onSuccess: refreshContract(client, of),
  })

/** Removes an activity, which its history keeps. */
export const removeWork = (client: QueryClient, of: Named) =>
  mutationOptions({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(removeActivity, { params: { activityid: id }, body: { reason } }),
    onSuccess: refreshContract(client, of),
  })
