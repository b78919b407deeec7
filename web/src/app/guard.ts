import type { Flag } from '@portico/contract/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { failureCode } from '../api/api.ts'
import { store, stored } from '../api/local-storage.ts'
import { currentToken, followStoredToken, sessionHasExpired } from '../api/session-token.ts'
import { publicFiles } from '../public-files/data.ts'
import { choosePlace, type Here, readAddress } from '../session/addresses.ts'
import { currentUser, portalSettings } from '../session/data.ts'
import { showLanguage } from '../text/texts.ts'
import { sections } from './menu/sections.ts'

type Location = { pathname: string; href: string }

const toLogin = (company: string | undefined, search: { back?: string; failed?: string }) =>
  company
    ? redirect({ to: '/$company/Login', params: { company }, search, replace: true })
    : redirect({ to: '/Login', search, replace: true })

const screens = new Set<string>(['', 'account', 'privacy', 'contacts', ...sections.map(({ key }) => key.toLowerCase())])
const isScreen = (rest: string) => screens.has(rest.split('/')[0]?.toLowerCase() ?? '')

/**
 * What of an address behind its portal and contact names a screen. Up to two parts before it were meant for these and are
 * none. Undefined where no screen is named.
 */
const screenIn = (rest: string, missing: number) => {
  const parts = rest.split('/')
  const at = parts.slice(0, missing + 1).findIndex(isScreen)
  if (at >= 0) return parts.slice(at).join('/')
  return parts.length <= missing && parts.every(part => /^-?\d+$/.test(part)) ? '' : undefined
}

const wantedFrom = ({ pathname, href }: Location) => (pathname === '/' ? undefined : href)

const readUser = async (queryClient: QueryClient, company: string | undefined, location: Location) => {
  if (!currentToken())
    throw toLogin(company, {
      back: wantedFrom(location),
      failed: sessionHasExpired() ? 'unauthenticated' : undefined,
    })
  try {
    const me = await queryClient.ensureQueryData({ ...currentUser, revalidateIfStale: true })
    if (!stored('language') && me.language) await showLanguage(me.language)
    return me
  } catch (error) {
    const code = failureCode(error)
    // decisions 3: a 401 has cleared the token; any other failure keeps token and address.
    throw toLogin(company, { back: wantedFrom(location), failed: code })
  }
}

/** What the guard hands to the screens of the shell. */
export type Entered = Awaited<ReturnType<typeof enter>>

/** The guard of every address with portal and contact: the user, the contact meant, the session that they were read in. */
export const enter = async (queryClient: QueryClient, here: Here, location: Location) => {
  followStoredToken()
  const token = currentToken()
  if (token) {
    void queryClient.prefetchQuery(portalSettings(here.company))
    void queryClient.prefetchInfiniteQuery(publicFiles(here.company))
  }
  const me = await readUser(queryClient, here.company, location)
  const contact = me.contacts.find(
    ({ contactId, portalSettings: { webPortalKey } }) => contactId === here.contactid && webPortalKey === here.company,
  )
  if (!contact) {
    await complete(queryClient, location)
    throw redirect({ to: '/', replace: true })
  }
  store('portal', here.company)
  store('contactid', here.contactid)
  return { me, contact, token }
}

/**
 * Rewrites an address whose portal or contact is missing or not the user's (spec 4, Portal selection). False where it is
 * no address of a screen; true only for a user without any contact.
 */
export const complete = async (queryClient: QueryClient, location: Location) => {
  followStoredToken()
  const { rest: given, ...named } = readAddress(location.pathname)
  const rest = screenIn(given, Number(named.company === undefined) + Number(named.contactid === undefined))
  if (rest === undefined) return false
  const me = await readUser(queryClient, named.company ?? stored('portal'), location)
  const place = choosePlace(me.contacts, named, { company: stored('portal'), contactid: stored('contactid') })
  if (!place) return true
  const path = [place.company, place.contactid, rest].filter(Boolean).join('/')
  throw redirect({ href: `/${path}${location.href.slice(location.pathname.length)}`, replace: true })
}

/** A section whose flag the contact lacks (spec 6). Its route shows the shell's forbidden screen. */
export class NotOpen extends Error {
  override name = 'NotOpen'
}

/** Keeps out of a section who lacks its flag. */
export const need =
  (flag: Flag) =>
  ({ context: { contact } }: { context: Entered }) => {
    if (!contact[flag]) throw new NotOpen()
  }
