import type { Me } from '@portico/contract/auth'
import { isPortalKeyForm, isReservedWord } from '@portico/contract/values/portal-key'

/** The portal and contact of a screen, as its address names them. */
export type Here = { company: string; contactid: number }

/** Whether a first segment can name a portal. */
export const isPortalKey = (segment: string) =>
  isPortalKeyForm(segment.toLowerCase()) && !isReservedWord(segment.toLowerCase()) && !isContactId(segment)

/** Whether a segment can be a contact's id. */
export const isContactId = (segment: string) => /^[1-9]\d{0,15}$/.test(segment)

/** Reads `/{company?}/{contactid?}/{rest}`; either of the first two may be missing. */
export const readAddress = (pathname: string): Partial<Here> & { rest: string } => {
  const segments = pathname.split('/').filter(Boolean)
  const company = segments[0] !== undefined && isPortalKey(segments[0]) ? segments.shift()?.toLowerCase() : undefined
  const contactid = segments[0] !== undefined && isContactId(segments[0]) ? Number(segments.shift()) : undefined
  return { company, contactid, rest: segments.join('/') }
}

const locationOf = (contact: Me['contacts'][number]): Here => ({
  company: contact.portalSettings.webPortalKey,
  contactid: contact.contactId,
})

/**
 * The portal and contact that an address means; that of a contact which was merged means the one that stays (specification/screens-and-addresses.md#portal-selection). Undefined for a
 * user without contacts.
 */
export const selectContact = (
  contacts: Me['contacts'],
  named: Partial<Here>,
  stored: Partial<Here>,
): Here | undefined => {
  const places = contacts.map(locationOf)
  const merged = contacts.find(
    ({ formerIds, portalSettings }) =>
      portalSettings.webPortalKey === named.company && formerIds?.some(id => id === named.contactid),
  )
  if (merged) return locationOf(merged)
  const inPortal = places.filter(place => place.company === named.company)
  const candidates = inPortal.length ? inPortal : places
  return (
    candidates.find(place => place.contactid === named.contactid) ??
    candidates.find(place => place.company === stored.company && place.contactid === stored.contactid) ??
    candidates[0]
  )
}

/** An address of this origin to return to after the sign-in; undefined for any other, so that no link leads elsewhere. */
export const safeReturn = (address: unknown) => {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const base = 'http://portal.invalid'
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (url?.origin !== base) return undefined
  const { company, rest } = readAddress(url.pathname)
  return rest.toLowerCase() === 'login' && (company || url.pathname.toLowerCase() === '/login')
    ? undefined
    : url.pathname + url.search + url.hash
}
