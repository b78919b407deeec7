import { logout, readMe, updateMe } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { type PortalSettings, readPortalSettings } from '@portico/contract/portals'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../api/api.ts'
import { authorization } from '../api/customer-session.ts'
import { currentToken, leaveSession } from '../api/session-token.ts'

/** The signed-in user. Kept for the session: the guard asks for it at every address, also while the server is away. */
export const currentUser = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(readMe, { signal })
    // Something in between that answers 200 to everything is not the server.
    if (!Array.isArray(me?.contacts)) throw new ApiError({ code: 'internal' })
    return me
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Ends the session here at once, and on the server as soon as it hears of it. */
export const signOut = async () => {
  const token = currentToken()
  leaveSession()
  // The call would end with the session, so it names it itself.
  if (token) await call(logout, { headers: authorization(token) }).catch(() => undefined)
}

/** Keeps the language with the account. */
export const storeLanguage = (language: Language) => call(updateMe, { body: { language } })

const readBoot = (): PortalSettings | null => {
  const boot = document.getElementById('portico-boot')?.textContent
  if (!boot) return null
  try {
    const { portal }: { portal: PortalSettings | null } = JSON.parse(boot)
    return portal
  } catch {
    return null
  }
}

/** The settings that came with the page, so that the first paint bears the portal's colour. */
const boot = readBoot()

/** The name, branding and support details of a portal. */
export const portalSettings = (company: string) =>
  queryOptions({
    queryKey: ['portal', company],
    queryFn: ({ signal }) => call(readPortalSettings, { params: { company }, signal }),
    initialData: boot?.webPortalKey === company ? boot : undefined,
    staleTime: 10 * 60_000,
  })
