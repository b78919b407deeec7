import type { Me } from '@portico/contract/auth'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { currentUser } from '../session/data.ts'

const hash = hashKey(currentUser.queryKey)

/** Lets the guard decide anew when the user has changed: another name, a contact or a permission more or less. */
export const followUser = (router: AnyRouter, queryClient: QueryClient) => {
  let known: Me | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== hash) return
    const me = type === 'removed' ? undefined : queryClient.getQueryData(currentUser.queryKey)
    // What is read anew and says the same is the same object.
    if (known && me && known !== me) void router.invalidate()
    known = me
  })
}
