import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const triesMax = 3

const passes = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || (error.code === 'unavailable' && error.status === 503))

/** Milliseconds until the next try: as long as the server asks for, else growing. */
const delay = (failures: number, error: unknown) =>
  Math.min(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** failures, 15_000)

/** What the server knows, as the screens have read it. Only what may pass by itself is tried again, and only reads. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < triesMax && passes(error),
        retryDelay: delay,
        // The connection is judged by calls that fail (`connection.ts`), not by what the browser believes.
        networkMode: 'always',
        // What has changed in between is not known.
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
