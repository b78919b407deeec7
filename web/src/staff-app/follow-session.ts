import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onOtherTab, onSessionEnd } from '../staff/session/session.ts'
import { dismissToasts } from '../ui/overlay/toasts.tsx'

/** Goes to the sign-in when the session ends, and reads everything anew when another tab has begun one: it may be another person's. */
export const followSession = (router: AnyRouter, queryClient: QueryClient) => {
  onSessionEnd(() => {
    dismissToasts()
    queryClient.clear()
    void router.invalidate()
  })
  onOtherTab(() => {
    dismissToasts()
    queryClient.clear()
    void router.invalidate()
  })
}
