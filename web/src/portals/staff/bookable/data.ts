import {
  changeService,
  createService,
  listServiceStaff,
  listStaffServices,
  previewService,
  readStaffService,
  removeService,
} from '@portico/contract/staff/planning/bookable'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const key = ['staff', 'services'] as const

/** The bookable services of a portal. */
export const portalServices = (portalid: number) =>
  queryOptions({
    queryKey: [...key, 'of', portalid],
    queryFn: ({ signal }) => call(listStaffServices, { query: { portal: portalid }, signal }),
  })

/** One bookable service. */
export const service = (serviceid: number) =>
  queryOptions({
    queryKey: [...key, serviceid],
    queryFn: ({ signal }) => call(readStaffService, { params: { serviceid }, signal }),
  })

/** The staff who can be given visits. */
export const serviceStaff = queryOptions({
  queryKey: [...key, 'staff'],
  queryFn: ({ signal }) => call(listServiceStaff, { signal }),
})

/** What is asked of a preview. */
export type PreviewInput = CallInput<typeof previewService>['body']

/** What customers would see of a service that is being written. */
export const servicePreview = (body: PreviewInput | undefined) =>
  queryOptions({
    queryKey: [...key, 'preview', body],
    queryFn: ({ signal }) => (body ? call(previewService, { body, signal }) : null),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  })

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: key })

/** What is written of a service. */
export type WrittenService = CallInput<typeof createService>['body']

/** Sets up a service. */
export const addService = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: WrittenService) => call(createService, { body }),
    onSuccess: () => refresh(client),
  })

/** Changes a service, unless somebody was faster. */
export const editService = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      id,
      version,
      body,
    }: {
      id: number
      version: string
      body: CallInput<typeof changeService>['body']
    }) => call(changeService, { params: { serviceid: id }, body, headers: { 'If-Match': `"${version}"` } }),
    onSettled: () => refresh(client),
  })

/** Removes a service that nobody has booked. */
export const dropService = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => call(removeService, { params: { serviceid: id } }),
    onSuccess: () => refresh(client),
  })
