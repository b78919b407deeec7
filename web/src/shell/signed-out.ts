import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onSignedOut } from '../api.ts'

/** Leads to the login when the session has ended: the API no longer knows it, or another tab has logged out. */
export const leaveWhenSignedOut = (router: AnyRouter, queryClient: QueryClient) => {
  const leave = () => {
    queryClient.clear()
    void router.invalidate()
  }
  onSignedOut(leave)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue === null) leave()
  })
}
