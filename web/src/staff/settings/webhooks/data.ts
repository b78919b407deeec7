import {
  changeStaffWebhook,
  createStaffWebhook,
  listStaffDeliveries,
  listStaffWebhooks,
  readStaffDelivery,
  removeStaffWebhook,
  retryParkedDeliveries,
  retryStaffDelivery,
  rotateStaffWebhookSecret,
  type StaffDelivery,
  testStaffWebhook,
} from '@portico/contract/staff/webhooks'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const key = ['staff', 'webhooks'] as const
const pageSize = 50
/** How often what is on its way is read again, in milliseconds. */
const pollMs = 3000

/** The webhooks of the company with their health. */
export const webhooks = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call(listStaffWebhooks, { signal }),
})

/** Which deliveries are listed. */
export type DeliveryState = StaffDelivery['state'] | undefined

/** The deliveries of a webhook, newest first. */
export const deliveries = (webhookid: number, state: DeliveryState) =>
  infiniteQueryOptions({
    queryKey: [...key, 'deliveries', webhookid, state],
    queryFn: ({ pageParam: before, signal }) =>
      call(listStaffDeliveries, {
        params: { webhookid },
        query: { limit: pageSize, ...(state && { state }), ...(before && { before }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: rows => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.some(row => row.state === 'waiting' && row.tries === 0) ? pollMs : false,
  })

/** A delivery with the body that is sent. */
export const delivery = (webhookid: number, deliveryid: number) =>
  queryOptions({
    queryKey: [...key, 'delivery', webhookid, deliveryid],
    queryFn: ({ signal }) => call(readStaffDelivery, { params: { webhookid, deliveryid }, signal }),
  })

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: key })

/** What is written of a webhook. */
export type WebhookBody = CallInput<typeof createStaffWebhook>['body']

/** Makes a webhook; the answer alone has its secret. */
export const makeWebhook = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: WebhookBody) => call(createStaffWebhook, { body }),
    onSuccess: () => refresh(client),
  })

/** Changes a webhook. */
export const changeWebhook = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ webhookid, ...body }: CallInput<typeof changeStaffWebhook>['body'] & { webhookid: number }) =>
      call(changeStaffWebhook, { params: { webhookid }, body }),
    onSuccess: () => refresh(client),
  })

/** What is done to a webhook as a whole. */
const act =
  <Answer>(run: (webhookid: number) => Promise<Answer>) =>
  (client: QueryClient) =>
    mutationOptions({ mutationFn: run, onSuccess: () => refresh(client) })

/** Removes a webhook. Its page is open still: what it shows is not read again. */
export const removeWebhook = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (webhookid: number) => call(removeStaffWebhook, { params: { webhookid } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhooks.queryKey, exact: true }),
  })
export const rotateSecret = act(webhookid => call(rotateStaffWebhookSecret, { params: { webhookid } }))
export const tryWebhook = act(webhookid => call(testStaffWebhook, { params: { webhookid } }))
export const retryAll = act(webhookid => call(retryParkedDeliveries, { params: { webhookid } }))

/** Sends a delivery again. */
export const retryOne = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { webhookid: number; deliveryid: number }) => call(retryStaffDelivery, { params }),
    onSuccess: () => refresh(client),
  })
