import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api.ts'
import { staffMe } from '../staff/session/data.ts'

/** The guard of every screen behind the sign-in: who is signed in, or a redirect to the sign-in or its second step, which come back to `href`. */
export const requireStaffSession = async (queryClient: QueryClient, { href }: { href: string }) => {
  try {
    return { me: await queryClient.ensureQueryData({ ...staffMe, revalidateIfStale: true }) }
  } catch (error) {
    const { code, sentCode, detail } = error instanceof ApiError ? error : {}
    const search = href === '/' ? {} : { back: `/staff${href}` }
    if (sentCode === 'second_factor_required')
      throw redirect({
        to: '/second-factor',
        search: { ...search, ...((detail === 'enrol' || detail === 'passkey') && { due: detail }) },
        replace: true,
      })
    if (code !== 'unauthenticated') throw error
    throw redirect({ to: '/login', search, replace: true })
  }
}
