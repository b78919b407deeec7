import { bookAppointment } from '@portico/contract/appointments'
import { acceptMail, listQuarantine } from '@portico/contract/staff/mail'
import { planVisit } from '@portico/contract/staff/planning/visits'
import { readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anInvitation, aService } from '../../test/fixtures/appointments.ts'
import { aContact, aMembership, aPortal, aTicket, aUser, only } from '../../test/fixtures/factories.ts'
import { mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

let hour = 0

/** A company with a customer of one person, and what its staff do. */
const aCompany = async () => {
  const portal = await aPortal(database, { supportEmail: 'desk@service.example' })
  const contact = await aContact(database, portal)
  const person = await aUser(database, { contact })
  const { serviceCompanyId } = person
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  const { send } = await mailSender(app, person)
  const plan = async (to: { ticketId: number } | { contactId: number }, email: string) => {
    hour += 1
    const at = new Date(Date.UTC(2026, 2, 10, hour)).toISOString()
    const body = { ...to, email, activityTypeName: 'Intervento', startsOn: at, endsOn: at.replace(':00:00', ':30:00') }
    expect((await staff(planVisit, { body: { ...body, staffId: null } })).status).toBe(201)
    const { mails } = await app.delivered()
    const mail = mails.find(({ recipients }) => recipients[0] === email)
    if (!mail) throw new Error('no mail')
    return { mail, to: mail.replyTo ?? '' }
  }
  const waiting = async () => (await staff(listQuarantine, { query: {} })).body
  return { portal, contact, person, staff, send, plan, waiting }
}

test('the mail of a visit to a ticket is one of the ticket: its answer is a message, and it stands in the thread', async () => {
  const { person, send, plan } = await aCompany()
  const { id: ticketId } = await aTicket(database, person)
  const { mail, to } = await plan({ ticketId }, person.email)
  expect(to).toMatch(/^ticket\+m/)
  expect(mail.subject).toMatch(/^Re: #\d+ /)
  expect(mail.text.split('\n')[0]).toBe('— Rispondi sopra questa riga —')
  const { title } = (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })).body
  expect(mail.headers['Thread-Topic']).toBe(mail.subject.slice('Re: '.length))
  expect(mail.subject).toContain(title)
  // Calendars answer to the organizer.
  expect(mail.calendar?.content.replace(/\r\n /g, '')).toContain(`mailto:${to}`)
  expect(await send({ from: person.email, to, text: 'Va bene alle dieci' })).toMatchObject({ state: 'taken', ticketId })
  const forged = await send({ from: 'altro@elsewhere.example', to, text: 'Datemi le chiavi' })
  expect(forged).toMatchObject({ state: 'noted', reason: 'other_sender', ticketId })
})

test('somebody else whom a visit to a ticket is mailed to answers as in copy, as long as the visit is theirs', async () => {
  const { person, send, plan } = await aCompany()
  const { id: ticketId } = await aTicket(database, person)
  const { to } = await plan({ ticketId }, 'portiere@client.example')
  expect(to).toMatch(/^ticket\+c/)
  expect(await send({ from: 'portiere@client.example', to, text: 'Suonate al 3' })).toMatchObject({
    state: 'taken',
    ticketId,
  })
  await database.run(sql`update planned_activity set email = null where ticket_id = ${ticketId}`)
  expect(await send({ from: 'portiere@client.example', to, text: 'Ancora' })).toMatchObject({ state: 'quarantined' })
})

test('the answer to a visit without a ticket raises one, and the next answers follow it', async () => {
  const { person, contact, send, plan, portal } = await aCompany()
  // Their address is that of a second customer, too: the visit says for which it is.
  const other = await aContact(database, portal)
  await aMembership(database, other, person.webUserId)
  const { to } = await plan({ contactId: contact.contactId }, person.email)
  expect(to).toMatch(/^ticket\+v/)
  const first = await send({
    from: person.email,
    to,
    results: '',
    subject: 'Re: Visita',
    text: 'Non posso, possiamo spostare?',
  })
  expect(first.state).toBe('taken')
  const raised =
    await database.one(sql`select contact_id as "contactId", title, (select count(*)::int from planned_activity v
    where v.ticket_id = t.id) as visits from ticket t where t.id = ${first.ticketId}`)
  expect(raised).toEqual({ contactId: contact.contactId, title: 'Visita', visits: 1 })
  const second = await send({ from: person.email, to, text: 'Meglio giovedì' })
  expect(second).toMatchObject({ state: 'taken', ticketId: first.ticketId })
  expect(second.commentId).not.toBeNull()
  // Whoever else has the address raises nothing, also where the domain vouches for them.
  const stranger = await send({ from: 'altro@elsewhere.example', to, text: 'Entro io' })
  expect(stranger).toMatchObject({ state: 'noted', reason: 'other_sender', ticketId: first.ticketId })
})

test('who may not raise tickets, and whoever is no user, waits for the staff, who see the visit', async () => {
  const { contact, send, plan, waiting, person, staff } = await aCompany()
  const reader = await aUser(database, { contact, flags: only('viewContactInvoices') })
  const barred = await plan({ contactId: contact.contactId }, reader.email)
  expect(await send({ from: reader.email, to: barred.to })).toMatchObject({
    state: 'quarantined',
    reason: 'may_not_raise',
  })
  const { to } = await plan({ contactId: contact.contactId }, 'portiere@client.example')
  const sorted = await send({ from: 'portiere@client.example', to, text: 'Suonate al 3' })
  expect(sorted).toMatchObject({ state: 'quarantined', reason: 'visit', mails: [] })
  const [mail] = await waiting()
  expect(mail?.visit).toMatchObject({ key: expect.stringMatching(/^visit-\d+$/), title: 'Intervento' })
  const { contactId, webUserId } = person
  const accepted = await staff(acceptMail, {
    params: { mailid: mail?.id ?? 0 },
    body: { contactId, webUserId, ticketId: null },
  })
  expect(accepted.status).toBe(200)
  const after = await send({ from: 'portiere@client.example', to, text: 'Ancora io' })
  expect(after).toMatchObject({ state: 'taken', ticketId: accepted.body.ticketId })
})

test('a calendar that takes up a visit says nothing; one that declines does, and an absence raises no ticket', async () => {
  const { contact, person, send, plan } = await aCompany()
  const { to } = await plan({ contactId: contact.contactId }, person.email)
  const reply = (status: string, more = '') =>
    send({
      ...{ from: person.email, to, subject: status },
      headers: `${more}Content-Type: text/calendar; method=REPLY; charset=utf-8\r\n`,
      body: `BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nUID:x\nATTENDEE;PARTSTAT=${status}:mailto:${person.email}\nEND:VEVENT\nEND:VCALENDAR`,
    })
  expect(await reply('ACCEPTED')).toMatchObject({ state: 'ignored', reason: 'accepted' })
  expect(await reply('TENTATIVE', 'Auto-Submitted: auto-generated\r\n')).toMatchObject({ state: 'ignored' })
  const away = await send({ from: person.email, to, headers: 'Auto-Submitted: auto-replied\r\n', text: 'Sono via' })
  expect(away).toMatchObject({ state: 'quarantined', reason: 'automatic' })
  expect((await reply('DECLINED')).ticketId).not.toBeNull()
})

test('a booking of a stranger is answered into quarantine, which names it; one by the invitation of a ticket into the ticket', async () => {
  const { portal, contact, person, send, waiting } = await aCompany()
  const service = await aService(database, portal)
  const book = async (eventkey: string, email: string, start: string) => {
    const params = { company: portal.company, eventkey }
    const body = { start, phone: '+39 333 5551234', companyName: 'Bar Sport', email }
    expect((await app.call(bookAppointment, { params, body })).status).toBe(201)
    return (await app.delivered()).mails.find(({ recipients }) => recipients[0] === email)
  }
  const asked = await book(service.key, 'cliente@bar.example', '2026-03-10T08:00:00Z')
  expect(asked?.replyTo).toMatch(/^ticket\+a/)
  const sorted = await send({ from: 'cliente@bar.example', to: asked?.replyTo ?? '', text: 'Arrivo tardi' })
  expect(sorted).toMatchObject({ state: 'quarantined', reason: 'visit', ticketId: null, mails: [] })
  expect((await waiting())[0]?.visit).toMatchObject({
    ...{ key: expect.stringMatching(/^booking-\d+$/), title: 'Controllo caldaia', customer: 'Bar Sport' },
    ...{ startsOn: '2026-03-10T08:00:00Z', day: '2026-03-10' },
  })
  const { id: ticketId } = await aTicket(database, person)
  const key = await anInvitation(database, app.deps.secrets, contact, service, { ticketId })
  const invited = await book(key, person.email, '2026-03-11T08:00:00Z')
  expect(invited?.replyTo).toMatch(/^ticket\+m/)
  expect(await send({ from: person.email, to: invited?.replyTo ?? '' })).toMatchObject({ state: 'taken', ticketId })
})

test('a token of a visit is of this visit, this person and this company alone', async () => {
  const [one, two] = [await aCompany(), await aCompany()]
  const { to } = await one.plan({ contactId: one.contact.contactId }, one.person.email)
  const { person, contact } = one
  expect(await two.send({ from: person.email, to })).toMatchObject({ state: 'quarantined', reason: 'unknown_sender' })
  const at = to.indexOf('@') - 1
  const changed = `${to.slice(0, at)}${to[at] === 'a' ? 'b' : 'a'}${to.slice(at + 1)}`
  expect(await one.send({ from: person.email, to: changed, results: '' })).toMatchObject({ reason: 'unproven' })
  await database.run(sql`update web_user set reply_version = reply_version + 1 where id = ${person.webUserId}`)
  expect(await one.send({ from: person.email, to, results: '' })).toMatchObject({ reason: 'unproven' })
  const again = await one.plan({ contactId: contact.contactId }, person.email)
  await database.run(sql`update membership set active = false where web_user_id = ${person.webUserId}`)
  expect(await one.send({ from: person.email, to: again.to })).toMatchObject({ state: 'quarantined', reason: 'visit' })
})
