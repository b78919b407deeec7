import type { Me } from '@portico/contract/auth'
import { isPortalKeyForm, isReservedWord } from '@portico/contract/portal-key'

/** The portal and contact of a screen, as its address names them. */
export type Here = { company: string; contactid: number }

/** Whether a first segment can name a portal. */
export const isPortalKey = (segment: string) =>
  isPortalKeyForm(segment.toLowerCase()) && !isReservedWord(segment.toLowerCase()) && !isContactId(segment)

/** Whether a segment can be a contact's id. */
export const isContactId = (segment: string) => /^[1-9]\d{0,15}$/.test(segment)

/** A shell address with whatever of its two leading parts is there: `/{company?}/{contactid?}/{rest}`. */
export const readAddress = (pathname: string): Partial<Here> & { rest: string } => {
  const segments = pathname.split('/').filter(Boolean)
  const company = segments[0] !== undefined && isPortalKey(segments[0]) ? segments.shift()?.toLowerCase() : undefined
  const contactid = segments[0] !== undefined && isContactId(segments[0]) ? Number(segments.shift()) : undefined
  return { company, contactid, rest: segments.join('/') }
}

const placeOf = (contact: Me['contacts'][number]): Here => ({
  company: contact.portalSettings.webPortalKey,
  contactid: contact.contactId,
})

/**
 * The place an address means (spec 4): the one it names; where that is missing or invalid the stored one, then the user's
 * first contact, within the named portal as far as the user has contacts there. Undefined for a user without contacts.
 */
export const choosePlace = (contacts: Me['contacts'], named: Partial<Here>, kept: Partial<Here>): Here | undefined => {
  const places = contacts.map(placeOf)
  const inPortal = places.filter(place => place.company === named.company)
  const named1 = (inPortal.length ? inPortal : places).find(place => place.contactid === named.contactid)
  const candidates = inPortal.length ? inPortal : places
  return (
    named1 ??
    candidates.find(place => place.company === kept.company && place.contactid === kept.contactid) ??
    candidates[0]
  )
}

/** An address of this origin to come back to, or undefined: nobody is led elsewhere by a link to the login. */
export const safeReturn = (wanted: unknown) => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return undefined
  const base = 'http://portal.invalid'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined
  if (url?.origin !== base) return undefined
  const { company, rest } = readAddress(url.pathname)
  return rest.toLowerCase() === 'login' && (company || url.pathname.toLowerCase() === '/login')
    ? undefined
    : url.pathname + url.search + url.hash
}
