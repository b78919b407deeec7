import {
  createBookingInvitation,
  listBookingInvitations,
  type StaffInvitation,
  sendStaffInvitation,
  withdrawStaffInvitation,
} from '@portico/contract/staff/planning/bookings'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../../kernel/database/db.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { hashToken, newToken } from '../../../kernel/security/secrets.ts'
import { toOneLine } from '../../../kernel/text/one-line.ts'
import { readRange } from '../../../kernel/time/date-range.ts'
import { eventKeyPurpose } from '../../booking.ts'
import { mailBookingInvitation } from '../../mails.ts'
import { findInvitationByExternalId } from '../../queries.ts'
import { findClosedReason, isPhone } from '../../rules.ts'
import {
  contactOf,
  hasTicket,
  type InvitationRow,
  insertInvitation,
  invitationOf,
  invitationsOf,
  isServiceActive,
  markSent,
  markWithdrawn,
} from './queries.ts'

const instant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')
const textOf = (text: string | null | undefined) => toOneLine(text ?? '') || null

/** Registers the invitations to book that the staff send to customers. */
export const invitationRoutes = (app: App): void => {
  const { database, messages, secrets } = app.deps

  const stateOf = (row: InvitationRow, now: Date): StaffInvitation['state'] =>
    findClosedReason({ withdrawn: row.withdrawn, used: row.booking !== null, expiresAt: row.expiresAt }, now) ??
    (row.active ? 'open' : 'off')

  const answer = (row: InvitationRow, now: Date): StaffInvitation => {
    const { id, service, ticket, email, phone, address, language, booking } = row
    const state = stateOf(row, now)
    const link = () =>
      messages.link(`/appointments/${row.portalKey}/${secrets.decrypt(row.encryptedKey, eventKeyPurpose)}`)
    return {
      id,
      service,
      ticket,
      state,
      email,
      phone,
      address,
      language,
      expiresOn: row.expiresAt && instant(row.expiresAt),
      sentOn: row.sentAt && instant(row.sentAt),
      link: state === 'open' ? link() : null,
      booking,
    }
  }

  const requireContact = async (db: Db, scope: StaffScope, contactId: number) =>
    (await contactOf(db, scope, contactId)) ?? fail('not_found')

  /** Mails an open invitation in the caller's transaction. */
  const send = async (db: Db, scope: StaffScope, row: InvitationRow, now: Date) => {
    const state = stateOf(row, now)
    if (state !== 'open') fail('conflict', { detail: `It is ${state}: its link leads nowhere any more.` })
    const email = row.email ?? failAt('invalid_request', 'body.email', 'is missing, here and at the customer')
    const invitation = (await findInvitationByExternalId(db, scope, row.externalId)) ?? fail('not_found')
    await mailBookingInvitation(app.deps, db, invitation, {
      key: secrets.decrypt(row.encryptedKey, eventKeyPurpose),
      email,
    })
    await markSent(db, scope, row.id, now)
  }

  const read = async (db: Db, scope: StaffScope, contactId: number, invitationId: number) =>
    (await invitationOf(db, scope, { contactId, invitationId })) ?? fail('not_found')

  route(app, listBookingInvitations, async ({ db, scope, params, now }) => {
    await requireContact(db, scope, params.contactid)
    return (await invitationsOf(db, scope, params.contactid)).map(row => answer(row, now))
  })

  route(app, createBookingInvitation, async ({ db, scope, params, body, now }) => {
    const contact = await requireContact(db, scope, params.contactid)
    const active = await isServiceActive(db, contact, body.serviceId)
    if (active === undefined) failAt('not_found', 'body.serviceId', 'names a service that is not there')
    if (!active) failAt('conflict', 'body.serviceId', 'is switched off')
    const ticketId = body.ticketId ?? null
    if (ticketId !== null && !(await hasTicket(db, scope, { contactId: params.contactid, ticketId })))
      failAt('not_found', 'body.ticketId', 'names a ticket that is not there')
    const phone = textOf(body.phone)
    if (phone !== null && !isPhone(phone)) failAt('invalid_request', 'body.phone', 'is not a telephone number')
    const { to: expiresAt = null } = body.expiresOn ? readRange({ to: body.expiresOn }, contact.timeZone) : {}
    if (expiresAt && expiresAt <= now) failAt('invalid_request', 'body.expiresOn', 'is over')
    const key = newToken()
    const id = await insertInvitation(db, contact, {
      serviceId: body.serviceId,
      ticketId,
      email: body.email ?? null,
      phone,
      address: textOf(body.address),
      language: body.language ?? null,
      expiresAt,
      keyHash: hashToken(key),
      encryptedKey: secrets.encrypt(key, eventKeyPurpose),
    })
    if (body.send) await send(db, scope, await read(db, scope, params.contactid, id), now)
    return answer(await read(db, scope, params.contactid, id), now)
  })

  route(app, sendStaffInvitation, ({ scope, params: { contactid, invitationid }, now }) =>
    tx(database, async db => {
      await send(db, scope, await read(db, scope, contactid, invitationid), now)
      return answer(await read(db, scope, contactid, invitationid), now)
    }),
  )

  route(app, withdrawStaffInvitation, async ({ db, scope, params: { contactid, invitationid }, now }) => {
    await read(db, scope, contactid, invitationid)
    await markWithdrawn(db, scope, invitationid)
    return answer(await read(db, scope, contactid, invitationid), now)
  })
}
