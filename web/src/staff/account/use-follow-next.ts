import type { StaffSignedIn } from '@portico/contract/staff/session'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Leads to setting up another second factor, where the last one was removed and one is required. */
export const useFollowNext = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async ({ next }: StaffSignedIn) => {
    if (next === null) return
    queryClient.clear()
    await router.invalidate()
  }
}
