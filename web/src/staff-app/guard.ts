import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { failureCode } from '../api/api.ts'
import { staffMe } from '../staff/session/data.ts'

/** The guard of every screen behind the sign-in: who is signed in, or a redirect to the sign-in, which comes back to `href`. */
export const enterStaffRoom = async (queryClient: QueryClient, { href }: { href: string }) => {
  try {
    return { me: await queryClient.ensureQueryData({ ...staffMe, revalidateIfStale: true }) }
  } catch (error) {
    if (failureCode(error) !== 'unauthenticated') throw error
    throw redirect({ to: '/login', search: href === '/' ? {} : { back: `/staff${href}` }, replace: true })
  }
}
