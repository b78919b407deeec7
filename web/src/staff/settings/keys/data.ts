import { createApiKey, listApiKeys, revokeApiKey } from '@portico/contract/staff/api-keys'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

/** The API keys of the company. */
export const apiKeys = queryOptions({
  queryKey: ['staff', 'api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: apiKeys.queryKey })

/** Makes an API key; the answer alone has it. */
export const makeApiKey = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof createApiKey>['body']) => call(createApiKey, { body }),
    onSuccess: () => refresh(client),
  })

/** Revokes an API key. */
export const revokeKey = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (apikeyid: number) => call(revokeApiKey, { params: { apikeyid } }),
    onSuccess: () => refresh(client),
  })
