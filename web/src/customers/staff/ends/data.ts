import {
  archiveCustomer,
  lookAtArchive,
  lookAtMerge,
  mergeCustomers,
  restoreCustomer,
} from '@portico/contract/staff/customers/merge'
import { mutationOptions, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const refresh = (client: QueryClient, parts = ['customers', 'customer', 'queue', 'archive-look']) => {
  for (const part of parts) void client.invalidateQueries({ queryKey: ['staff', part] })
}

/** What archiving a customer ends. */
export const archiveLook = (contactid: number) =>
  queryOptions({
    queryKey: ['staff', 'archive-look', contactid],
    queryFn: ({ signal }) => call(lookAtArchive, { params: { contactid }, signal }),
    staleTime: 0,
  })

/** Archives a customer. */
export const archive = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: (body: { closeTickets: boolean }) => call(archiveCustomer, { params: { contactid }, body }),
    // What a screen does of its own when it is done does not take its place.
    onSettled: () => refresh(client),
  })

/** Takes a customer out of the archive. */
export const restore = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: () => call(restoreCustomer, { params: { contactid } }),
    onSettled: () => refresh(client),
  })

/** What merging a customer into another one will do. */
export const mergeLook = (contactid: number, into: number) =>
  queryOptions({
    queryKey: ['staff', 'merge-look', contactid, into],
    queryFn: ({ signal }) => call(lookAtMerge, { params: { contactid }, query: { into }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Merges a customer into another one. */
export const merge = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof mergeCustomers>['body']) =>
      call(mergeCustomers, { params: { contactid }, body }),
    // The screen of the merged customer is still open: there is nothing left to read for it, nor to archive.
    onSettled: (_, error) => {
      refresh(client, ['customers', 'queue'])
      const isThere = ({ queryKey }: Query) => error !== null || queryKey[2] !== contactid
      void client.invalidateQueries({ queryKey: ['staff', 'customer'], predicate: isThere })
    },
  })
