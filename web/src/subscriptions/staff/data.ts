import {
  changeStaffSubscription,
  listStaffSubscriptions,
  makeStaffSubscription,
  type NewSubscription,
  readStaffSubscription,
  removeStaffSubscription,
  type StaffSubscription,
  type SubscriptionChange,
} from '@portico/contract/staff/records/subscriptions'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import { readSubscriptionsSearch, type SubscriptionsSearch } from './subscriptions-search.ts'

const listKey = ['staff', 'subscriptions'] as const

/** The pages of the subscriptions that an address asks for. */
export const subscriptions = (search: SubscriptionsSearch) => {
  const query = readSubscriptionsSearch(search)
  return pageQuery([...listKey, query], (page, signal) =>
    callPage(listStaffSubscriptions, { query: { ...query, ...page }, signal }),
  )
}

/** A subscription. */
export const subscription = (subscriptionid: number) =>
  queryOptions({
    queryKey: ['staff', 'subscription', subscriptionid],
    queryFn: ({ signal }) => call(readStaffSubscription, { params: { subscriptionid }, signal }),
  })

const refresh = (client: QueryClient) => () => client.invalidateQueries({ queryKey: listKey })

/** Makes a subscription; its customer sees it at once. */
export const makeSubscription = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: NewSubscription; key: string }) =>
      call(makeStaffSubscription, { body, idempotencyKey: key }),
    onSuccess: refresh(client),
  })

/** Changes a subscription, unless somebody else has since the state that its version names. */
export const changeSubscription = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ known, body }: { known: Pick<StaffSubscription, 'id' | 'version'>; body: SubscriptionChange }) =>
      call(changeStaffSubscription, {
        params: { subscriptionid: known.id },
        headers: { 'If-Match': `"${known.version}"` },
        body,
      }),
    onSuccess: refresh(client),
  })

/** Removes a subscription. */
export const removeSubscription = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (subscriptionid: number) => call(removeStaffSubscription, { params: { subscriptionid } }),
    onSuccess: refresh(client),
  })
