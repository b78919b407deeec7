import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { followStoredToken, onSessionChange } from '../api/session-token.ts'
import { dismissToasts } from '../ui/overlay/toasts.tsx'

/**
 * Keeps nothing of the last session in the cache when another begins, and lets the guard decide anew what may be seen.
 * The shell shows nothing until it has (`layout.tsx`).
 */
export const followSession = (router: AnyRouter, queryClient: QueryClient) => {
  onSessionChange(elsewhere => {
    dismissToasts()
    if (router.state.matches.some(({ routeId }) => routeId === '/$company/$contactid')) queryClient.clear()
    else {
      // A page that needs no sign-in may hold a half-filled form: what it shows stays until it has been read anew.
      queryClient.removeQueries({ type: 'inactive' })
      if (elsewhere) void queryClient.invalidateQueries()
    }
    // Who signs in or out in this tab goes on to another address anyway.
    if (elsewhere) void router.invalidate()
  })
  window.addEventListener('storage', ({ key }) => {
    if (key === 'token' || key === null) followStoredToken()
  })
  // A tab that was asleep has heard of nothing.
  for (const name of ['pageshow', 'focus']) window.addEventListener(name, followStoredToken)
  document.addEventListener('visibilitychange', followStoredToken)
}
