import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { isAnythingUnsaved } from '../staff/parts/unsaved.tsx'
import { staffMe } from '../staff/session/data.ts'
import { onOtherTab, onSessionEnd } from '../staff/session/session.ts'
import { dismissToasts } from '../ui/overlay/toasts.tsx'
import { isPageKept, keepPage, releasePage } from './kept-page.ts'

/** Forgets what was read, and lets the guard decide anew what may be seen. */
export const beginAnew = (router: AnyRouter, queryClient: QueryClient) => {
  dismissToasts()
  queryClient.clear()
  releasePage()
  void router.invalidate()
}

/**
 * Goes to the sign-in when the session ends, and reads everything anew when another tab has begun one: it may be another person's. What is
 * typed and not saved is kept meanwhile, for the same person alone.
 */
export const followSession = (router: AnyRouter, queryClient: QueryClient) => {
  const begin = () => beginAnew(router, queryClient)
  const end = () => {
    if (!isAnythingUnsaved()) return begin()
    dismissToasts()
    keepPage()
  }
  const comeBack = async () => {
    const before = queryClient.getQueryData(staffMe.queryKey)
    const now = await queryClient.fetchQuery({ ...staffMe, staleTime: 0 }).catch(() => undefined)
    // Nobody is signed in, or the server does not answer.
    if (!now) return
    if (now.id !== before?.id) return begin()
    releasePage()
    void queryClient.invalidateQueries()
  }
  onSessionEnd(isLeft => (isLeft ? begin() : end()))
  onOtherTab(message => {
    if (message === 'signed-out') end()
    else if (isAnythingUnsaved()) void comeBack()
    else begin()
  })
  // A tab that was asleep has heard of nothing.
  window.addEventListener('focus', () => {
    if (isPageKept()) void comeBack()
  })
}
