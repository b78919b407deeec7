import {
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  rescheduleAppointment,
} from '@portico/contract/appointments'
import {
  cancelStaffBooking,
  createBookingInvitation,
  listStaffBookings,
  moveBooking,
} from '@portico/contract/staff/planning/bookings'
import type { StaffScope } from '../../src/kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../../src/kernel/database/db.ts'
import { enqueueNotices } from '../../src/publishing/notices.ts'
import { mailCodeFailed, mailDeclined, mailSigned, mailToSign, mailUnsignable } from '../../src/signing/mails.ts'
import { findDocumentByKey } from '../../src/signing/queries.ts'
import { aService } from '../fixtures/appointments.ts'
import { aDocumentToSign } from '../fixtures/documents-to-sign.ts'
import { aContact, aMembership } from '../fixtures/factories.ts'
import { aMailbox, mailSender } from '../fixtures/inbound-mail.ts'
import type { MailWorld } from './mail-world.ts'

/** A booking of somebody from outside, who confirms, moves and cancels it, and one that the office moves and cancels. */
export const bookingMails = async ({ app, language, portal, contact, elena, keep, deliver }: MailWorld) => {
  const { database, call } = app
  await database.run(sql`update portal set confirm_bookings = true where id = ${portal.portalId}`)
  const service = await aService(database, portal)
  await database.run(sql`update staff_user set email = 'sara.bellini@brenta.example' where id = ${service.staff[0]}`)
  const at = { company: portal.company, eventkey: service.key }
  const body = { phone: '+39 333 5551234', companyName: 'Bar Centrale', notes: 'Citofono 3', language }
  const visitor = { ...body, email: 'bar@centrale.example' }
  const book = async (start: string) => {
    const { eventKey } = (await call(bookAppointment, { params: at, body: { ...visitor, start } })).body
    const { mails } = await app.delivered()
    return { eventkey: eventKey, mails }
  }
  const { eventkey, mails } = await book('2026-03-10T08:00:00Z')
  keep('booking to confirm', mails)
  const confirmationkey = mails.map(({ text }) => /\/confirmation\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  await call(confirmAppointment, { params: { company: portal.company, confirmationkey } })
  await deliver('booking confirmed')
  const params = { company: portal.company, eventkey }
  await call(rescheduleAppointment, { params, body: { start: '2026-03-11T08:00:00Z' } })
  await deliver('booking moved')
  await call(cancelAppointment, { params })
  await deliver('booking cancelled')
  await database.run(sql`update portal set confirm_bookings = false where id = ${portal.portalId}`)
  await book('2026-03-12T08:00:00Z')
  /** The booking that stands, by its id, and the header that says which state of it was read. */
  const booked = async () => {
    const [booking] = (await elena.call(listStaffBookings)).body.filter(({ status }) => status === 'booked')
    if (!booking) throw new Error('no booking')
    return { params: { bookingid: booking.id }, headers: { 'if-match': `"${booking.version}"` } }
  }
  const start = '2026-03-12T10:00:00Z'
  const message = 'Il furgone è in officina.'
  await elena.call(moveBooking, { ...(await booked()), body: { start, message } })
  await deliver('booking moved by the office')
  await elena.call(moveBooking, { ...(await booked()), body: { start, staffUserId: elena.staffUserId } })
  await deliver('booking given to another technician')
  await elena.call(cancelStaffBooking, { ...(await booked()), body: { message } })
  await deliver('booking cancelled by the office')
  await elena.call(createBookingInvitation, {
    params: { contactid: contact.contactId },
    body: { serviceId: service.serviceId, language, expiresOn: '2026-03-31', send: true },
  })
  await deliver('invitation to book')
}

/** A document to sign, and what became of it. */
export const signingMails = async ({ app, language, contact, deliver }: MailWorld) => {
  const { database, deps, clock } = app
  const validUntil = new Date('2026-03-20T22:59:59Z')
  const { key } = await aDocumentToSign(app, { contact, email: 'firma@valsugana.example', validUntil })
  await database.run(sql`update signing_document set document_name = 'Contratto di assistenza 2026',
    message = 'Per qualsiasi dubbio: 0461 555010.' where contact_id = ${contact.contactId}`)
  const document = await findDocumentByKey(database, key, clock.now())
  if (!document) throw new Error('no document')
  const { messages } = deps
  const when = clock.now()
  const signed = { key, name: 'Giulia Rossi', when, language, files: [document.file] }
  const write = async (kind: string, work: (db: Db) => Promise<void>) => {
    await tx(database, work)
    await deliver(kind)
  }
  await write('document to sign', db =>
    mailToSign(messages, db, document, { key, email: 'firma@valsugana.example', language }),
  )
  await write('document signed', db => mailSigned(messages, db, document, { ...signed, isComplete: true }))
  await write('document signed, time stamp to come', db =>
    mailSigned(messages, db, document, { ...signed, isComplete: false }),
  )
  await write('document that cannot be signed', db => mailUnsignable(messages, db, document, 'xfa'))
  await write('document declined', db =>
    mailDeclined(messages, db, document, { when, reason: 'Il prezzo è sbagliato.' }),
  )
  const failed = { when, phone: '+39 333 5550118', reason: 'The provider answered 422: unknown number' }
  await write('signing code not delivered', db => mailCodeFailed(messages, db, document, failed))
}

/** Files of a customer that were published in one go. */
export const publishingMails = async ({ app, portal, contact, elena, deliver }: MailWorld) => {
  const { database } = app
  const { serviceCompanyId, portalId } = portal
  const publish = async (names: readonly (readonly [kind: string, name: string])[]) => {
    const { batchId } = await database.one<{ batchId: number }>(sql`insert into publish_batch (service_company_id,
        staff_account_id, notify, published_at) values (${serviceCompanyId}, ${elena.staffAccountId}, true, now())
      returning id as "batchId"`)
    for (const [kind, name] of names)
      await database.run(sql`insert into publish_item (service_company_id, staff_account_id, state, file_name, kind, portal_id,
          contact_id, number, title, batch_id, created_at, changed_at)
        values (${serviceCompanyId}, ${elena.staffAccountId}, 'published', ${`${name}.pdf`}, ${kind}, ${portalId},
          ${contact.contactId}, ${name}, ${name}, ${batchId}, now(), now())`)
    await enqueueNotices(database, { serviceCompanyId } as StaffScope, batchId)
    await database.run(sql`update job set due_at = now() where kind = 'publish-notice'`)
  }
  await publish([['invoice', 'FE-2026-0117']])
  await deliver('invoice published')
  const others = Array.from({ length: 9 }, (_, n) => ['report', `Rapporto di intervento ${n + 1}`] as const)
  const long = `Relazione_annuale_impianto_di_condizionamento_${'c'.repeat(50)}`
  await publish([['creditNote', 'NC-12'], ['estimate', 'P-2026-9'], ['document', long], ...others])
  await deliver('many files published')
}

/** What mail in answers by itself. */
export const ownAnswers = async ({ app, portal, giulia, keep }: MailWorld) => {
  const { database } = app
  const address = `assistenza-${portal.portalId}@brenta.example`
  await aMailbox(app, portal, { address })
  const other = await aContact(database, portal)
  await database.run(sql`update contact set company_name = 'Segheria Fratelli Dallapiccola & Figli S.n.c.'
    where id = ${other.contactId}`)
  await aMembership(database, other, giulia.webUserId)
  const { send } = await mailSender(app, portal)
  const subject = 'La fotocopiatrice al secondo piano'
  app.clock.pass(7_200_000)
  keep('question for which customer', (await send({ from: giulia.email, to: address, subject })).mails)
  keep('answer to a stranger', (await send({ from: 'chi@elsewhere.example', to: address, subject })).mails)
}
