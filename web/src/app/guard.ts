import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { failureCode } from '../api/api.ts'
import { store, stored } from '../api/local-storage.ts'
import { currentToken, followStoredToken, sessionHasExpired } from '../api/session-token.ts'
import { publicFiles } from '../public-files/data.ts'
import { type Here, readAddress, selectContact } from '../session/addresses.ts'
import { currentUser, portalSettings } from '../session/data.ts'
import type { Address, Entered } from '../session/routes.ts'
import { showLanguage } from '../text/texts.ts'
import { contactRoutes } from './sections/sections.ts'

const toLogin = (company: string | undefined, search: { back?: string; failed?: string }) =>
  company
    ? redirect({ to: '/$company/Login', params: { company }, search, replace: true })
    : redirect({ to: '/Login', search, replace: true })

const firstSegment = (path: string) => path.split('/').filter(Boolean)[0]?.toLowerCase() ?? ''
// A route has its path once the router is made.
const isScreen = (segment: string) =>
  segment === '' || contactRoutes.some(({ path }) => firstSegment(path) === segment.toLowerCase())

/**
 * The part of an address behind portal and contact that names a screen. `missing` is how many of the two could not be read:
 * as many segments before the screen are skipped as malformed. Undefined where no screen is named.
 */
const screenIn = (rest: string, missing: number) => {
  const parts = rest.split('/')
  const at = parts.slice(0, missing + 1).findIndex(isScreen)
  if (at >= 0) return parts.slice(at).join('/')
  return parts.length <= missing && parts.every(part => /^-?\d+$/.test(part)) ? '' : undefined
}

const returnAddress = ({ pathname, href }: Address) => (pathname === '/' ? undefined : href)

const loadUser = async (queryClient: QueryClient, company: string | undefined, address: Address) => {
  if (!currentToken())
    throw toLogin(company, {
      back: returnAddress(address),
      failed: sessionHasExpired() ? 'unauthenticated' : undefined,
    })
  try {
    const me = await queryClient.ensureQueryData({ ...currentUser, revalidateIfStale: true })
    if (!stored('language') && me.language) await showLanguage(me.language)
    return me
  } catch (error) {
    const code = failureCode(error)
    // A 401 has cleared the token (api.ts); any other failure keeps it, so that the login can offer a retry.
    throw toLogin(company, { back: returnAddress(address), failed: code })
  }
}

/** The guard of every address with portal and contact (specification/screens-and-addresses.md#guard-user). */
export const enterContact = async (queryClient: QueryClient, here: Here, address: Address): Promise<Entered> => {
  followStoredToken()
  const token = currentToken()
  if (token) {
    void queryClient.prefetchQuery(portalSettings(here.company))
    void queryClient.prefetchInfiniteQuery(publicFiles(here.company))
  }
  const me = await loadUser(queryClient, here.company, address)
  const contact = me.contacts.find(
    ({ contactId, portalSettings: { webPortalKey } }) => contactId === here.contactid && webPortalKey === here.company,
  )
  if (!contact) {
    await completeAddress(queryClient, address)
    throw redirect({ to: '/', replace: true })
  }
  store('portal', here.company)
  store('contactid', here.contactid)
  return { me, contact, token }
}

/**
 * Redirects an address whose portal or contact is missing or not the user's to the complete one
 * (specification/screens-and-addresses.md#portal-selection). False where it is no address of a screen; true only for a user
 * without any contact.
 */
export const completeAddress = async (queryClient: QueryClient, address: Address) => {
  followStoredToken()
  const { rest: requestedPath, ...named } = readAddress(address.pathname)
  const rest = screenIn(requestedPath, Number(named.company === undefined) + Number(named.contactid === undefined))
  if (rest === undefined) return false
  const me = await loadUser(queryClient, named.company ?? stored('portal'), address)
  const place = selectContact(me.contacts, named, { company: stored('portal'), contactid: stored('contactid') })
  if (!place) return true
  const path = [place.company, place.contactid, rest].filter(Boolean).join('/')
  throw redirect({ href: `/${path}${address.href.slice(address.pathname.length)}`, replace: true })
}
