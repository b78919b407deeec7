import type { ContactAct } from '@portico/contract/values/contact-acts'
import type { PeriodicWriter } from '../database/periodic-writer.ts'

/** Where and from where something was done. */
type Origin = { address?: string | undefined; userAgent?: string | undefined }

/** Who acts in a contact: by a customer's session, or an employee by one of the staff's; `webUserId` is then as whom. */
export type Actors = {
  serviceCompanyId: number
  sessionId: number | null
  membershipId: number | null
  webUserId: number | null
  staffUserId: number | null
}

/**
 * What is written into the log of a contact. The contact is that of a file, if it has one; a file of the whole portal is opened for the contact of its
 * reader.
 */
export type ContactLogged = Actors & { origin: Origin } & (
    | { what: Exclude<ContactAct, 'fileOpened' | 'signIn'>; portalId: number; contactId: number }
    | { what: 'fileOpened'; storageKey: string; portalId?: number; contactId?: number }
  )

/** A session that reaches a contact. */
export type VisitedContact = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  sessionId: number
  membershipId: number
  webUserId: number
}

/** Keeps what the administrators of contacts read of who did what. */
export type ContactLog = PeriodicWriter & {
  /** Notes an entry, which is in the table within a second. Never waits and never throws. */
  note(entry: ContactLogged): void
  /** Notes the sign-in of a customer's session, the first time that it reaches a contact. Never waits and never throws. */
  noteSession(reached: VisitedContact): void
}
