import { bookAppointment, cancelAppointment, rescheduleAppointment } from '@portico/contract/appointments'
import { confirm, updateMe } from '@portico/contract/auth'
import { uploadDocument } from '@portico/contract/documents'
import { declineDocument, sendSigningCode, signDocument } from '@portico/contract/signing'
import { closeTicket, createComment, createTicket } from '@portico/contract/tickets'
import { expect } from 'vitest'
import { addresseesNamed } from '../src/auth/confirmation-queries.ts'
import { invite } from '../src/auth/confirmations.ts'
import { settled } from '../src/events/queries.ts'
import { type Db, sql, tx } from '../src/kernel/database/db.ts'
import { multipart, png, type TestApp } from './app.ts'
import { anInvitation, aService } from './appointments-world.ts'
import { aDocumentToSign } from './documents-to-sign.ts'
import { aUser, type Person, password } from './world.ts'

const NEW = 'una barca senza remi'
const details = { phone: '+39 333 5550118', companyName: 'Officine Prova' }

/** Waits until no transaction that has written events is open any more, and holds others back. */
export const settle = (db: Db): Promise<void> =>
  expect
    .poll(() => db.maybe(sql`select e.id from event e where not (${settled}) limit 1`), { timeout: 30_000 })
    .toBeUndefined()

/** Raises a ticket; its id. */
export const raise = async (app: TestApp, person: Person): Promise<number> => {
  const body = { title: 'Guasto', description: 'Non parte.', taskTypeId: person.taskTypeId }
  return (await (await app.as(person))(createTicket, { params: person.here, body })).body.id
}

/** Answers a ticket. */
export const answer = async (app: TestApp, person: Person, taskId: number): Promise<unknown> =>
  (await (await app.as(person))(createComment, { params: person.here, body: { taskId, message: 'Ecco' } })).body

/** Everything that a customer can do, once each and in this order; what the feed is to say of each, with the ids of the objects. */
export const everyAct = async (app: TestApp, person: Person) => {
  const { call, database } = app
  const mine = await app.as(person)
  const externalId = async (table: 'ticket' | 'document' | 'signing_document' | 'appointment', id?: number) => {
    const named = {
      ticket: sql`select external_id as id from ticket where id = ${id}`,
      document: sql`select external_id as id from document where id = ${id}`,
      signing_document: sql`select external_id as id from signing_document where id = ${id}`,
      appointment: sql`select external_id as id from appointment where service_company_id = ${person.serviceCompanyId}
        order by id desc limit 1`,
    }
    return (await database.one<{ id: string }>(named[table])).id
  }

  const ticketId = await raise(app, person)
  const ticket = await externalId('ticket', ticketId)
  await answer(app, person, ticketId)
  await mine(closeTicket, { params: { ...person.here, ticketid: ticketId }, body: { message: 'Fatto' } })
  await answer(app, person, ticketId)

  const file = multipart({ filename: 'a.png', content: png })
  const { id: documentId } = (await mine(uploadDocument, { params: person.here, ...file })).body

  const signed = await aDocumentToSign(app, { contact: person })
  const params = { documentkey: signed.key }
  await app.delivered()
  await call(sendSigningCode, { params, body: { firstName: 'Giulia', lastName: 'Rossi', consent: true } })
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await app.delivered()).texts[0]?.text ?? '')?.[0]
  expect((await call(signDocument, { params, body: { code } })).status).toBe(200)
  const declined = await aDocumentToSign(app, { contact: person })
  await call(declineDocument, { params: { documentkey: declined.key }, body: { reason: 'Troppo caro' } })

  const service = await aService(database, person)
  const at = (eventkey: string) => ({ params: { company: person.company, eventkey } })
  const start = '2026-03-10T08:00:00Z'
  await call(bookAppointment, { ...at(service.key), body: { ...details, start } })
  const open = await externalId('appointment')
  const invitation = await anInvitation(database, app.deps.secrets, person, service, { ticketId })
  const later = { ...details, start: '2026-03-10T10:00:00Z' }
  const { eventKey } = (await call(bookAppointment, { ...at(invitation), body: later })).body
  const invited = await externalId('appointment')
  await call(rescheduleAppointment, { ...at(eventKey), body: { start: '2026-03-10T12:00:00Z' } })
  await call(cancelAppointment, at(eventKey))

  await mine(updateMe, { body: { language: 'es-ES', notifications: { ticketReply: false } } })
  await mine(updateMe, { body: { currentPassword: password, password: NEW, passwordRepeat: NEW } })

  const newcomer = await aUser(database, { contact: person, invited: true })
  const [to] = await addresseesNamed(database, newcomer.email, undefined)
  if (to) await tx(database, db => invite(db, app.deps, to, { now: app.clock.now(), after: 0 }))
  const key = /key=([\w-]+)/.exec((await app.delivered()).mails.map(({ text }) => text).join())?.[1] ?? ''
  expect((await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })).status).toBe(200)

  const visit = { appointment: invited, ticket, plannedActivity: expect.any(String) }
  return [
    { type: 'ticket.created', data: { ticket } },
    { type: 'comment.created', data: { ticket, comment: expect.any(String) } },
    { type: 'ticket.closed', data: { ticket, comment: expect.any(String) } },
    { type: 'comment.created', data: { ticket, comment: expect.any(String) } },
    { type: 'ticket.reopened', data: { ticket, comment: expect.any(String) } },
    { type: 'document.created', data: { document: await externalId('document', documentId) } },
    { type: 'document.signed', data: { documentToSign: await externalId('signing_document', signed.id) } },
    {
      type: 'document.declined',
      data: { documentToSign: await externalId('signing_document', declined.id), reason: 'Troppo caro' },
    },
    { type: 'appointment.booked', data: { appointment: open } },
    { type: 'appointment.booked', data: visit },
    { type: 'appointment.moved', data: visit },
    { type: 'appointment.cancelled', data: visit },
    { type: 'profile.changed', data: { language: 'es-ES', notifications: { ticketReply: false } } },
    { type: 'profile.changed', data: { passwordChanged: true } },
    { type: 'invitation.accepted', data: {} },
  ]
}
