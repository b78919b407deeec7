import {
  type Absence,
  changeAbsence,
  checkAbsence,
  createAbsence,
  listAbsences,
  removeAbsence,
} from '@portico/contract/staff/planning/absences'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const key = ['staff', 'absences'] as const

/** Who is away from today on. */
export const absences = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call(listAbsences, { signal }),
})

/** What is written of an absence. */
export type WrittenAbsence = CallInput<typeof createAbsence>['body']

/** Who would be away, and when; undefined while that is not in order. */
type Check = CallInput<typeof checkAbsence>['body'] | undefined

/** What stands in the way of an absence. */
export const inTheWay = (body: Check) =>
  queryOptions({
    queryKey: [...key, 'check', body],
    queryFn: ({ signal }) => (body ? call(checkAbsence, { body, signal }) : []),
    enabled: body !== undefined,
    staleTime: 0,
  })

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: key }),
    client.invalidateQueries({ queryKey: ['staff', 'visits'] }),
  ])

/** Enters an absence, or changes one. */
export const writeAbsence = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ known, body, key }: { known: Absence | undefined; body: WrittenAbsence; key: string }) =>
      known
        ? call(changeAbsence, {
            params: { absenceid: known.id },
            body,
            headers: { 'If-Match': `"${known.version}"` },
          })
        : call(createAbsence, { body, idempotencyKey: key }),
    onSettled: () => refresh(client),
  })

/** Takes an absence back, unless somebody was faster. */
export const dropAbsence = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version }: Absence) =>
      call(removeAbsence, { params: { absenceid: id }, headers: { 'If-Match': `"${version}"` } }),
    onSettled: () => refresh(client),
  })
