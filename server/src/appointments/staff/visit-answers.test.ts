import { bookAppointment, cancelAppointment } from '@portico/contract/appointments'
import { planVisit } from '@portico/contract/staff/planning/visits'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anInvitation, aService } from '../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { mailSender } from '../../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

test('a technician with an account answers the mail of a visit into its ticket; one without writes to the customer', async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const { serviceCompanyId } = person
  const { id: ticketId } = await aTicket(database, person)
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const office = await asStaff(app, account)
  const { staffId, email } = await database.one<{ staffId: number; email: string }>(sql`update staff_user s
    set email = a.email from staff_account a where a.id = ${account.staffAccountId} and s.id = a.staff_user_id
    returning s.id as "staffId", s.email`)
  const planFor = async (staffId: number, hour: number) => {
    const body = {
      ...{ ticketId, staffId, email: person.email, activityTypeName: 'Intervento' },
      ...{ startsOn: `2026-03-10T${hour}:00:00Z`, endsOn: `2026-03-10T${hour}:30:00Z` },
    }
    expect((await office(planVisit, { body })).status).toBe(201)
    const { mails } = await app.delivered()
    return mails.find(({ recipients }) => recipients[0] !== person.email)
  }
  const mail = await planFor(staffId, 10)
  expect(mail?.replyTo).toMatch(/^ticket\+s/)
  expect(mail?.text.split('\n')[0]).toBe('— Rispondi sopra questa riga —')
  expect(mail?.text).toContain(`https://portico.test/staff/tickets/${ticketId}`)
  const { send } = await mailSender(app, person)
  const sorted = await send({ from: email, to: mail?.replyTo ?? '', text: 'Arrivo alle dieci' })
  expect(sorted).toMatchObject({ state: 'taken', ticketId })
  const without = await planFor(await aStaffUser(database, person, { email: 'anna@service.example' }), 12)
  expect(without?.replyTo).toBe(person.email)
  expect(without?.text).not.toContain('Rispondi sopra')
})

test('a technician opens visit and booking from their mail, and answers that of a ticket’s booking into it', async () => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@service.example' })
  const contact = await aContact(database, portal)
  const person = await aUser(database, { contact })
  const account = await aStaffAccount(app, { serviceCompanyId: portal.serviceCompanyId, role: 'office' })
  await database.run(sql`update staff_user set email = ${account.email} where id = ${account.staffUserId}`)
  const toTechnician = async () =>
    (await app.delivered()).mails.find(({ recipients }) => recipients[0] === account.email)
  const body = {
    ...{ contactId: contact.contactId, staffId: account.staffUserId, activityTypeName: 'Intervento' },
    ...{ startsOn: '2026-03-09T23:30:00Z', endsOn: '2026-03-10T00:30:00Z' },
  }
  const { id } = (await (await asStaff(app, account))(planVisit, { body })).body
  // In Rome it is the next day.
  expect((await toTechnician())?.text).toContain(`https://portico.test/staff/visits?day=2026-03-10&open=visit-${id}`)

  const { id: ticketId } = await aTicket(database, person)
  const service = await aService(database, portal, { staff: [account.staffUserId] })
  const eventkey = await anInvitation(database, app.deps.secrets, contact, service, { ticketId })
  const params = { company: portal.company, eventkey }
  const details = { start: '2026-03-11T08:00:00Z', phone: '+39 333 5551234', companyName: 'Bar', email: person.email }
  const booked = await app.call(bookAppointment, { params, body: details })
  const mail = await toTechnician()
  expect(mail?.text).toMatch(/staff\/visits\?day=2026-03-11&open=booking-\d+/)
  expect(mail?.replyTo).toMatch(/^ticket\+s/)
  const { send } = await mailSender(app, person)
  const sorted = await send({ from: account.email, to: mail?.replyTo ?? '', text: 'Porto io il ricambio' })
  expect(sorted).toMatchObject({ state: 'taken', ticketId })
  await app.call(cancelAppointment, { params: { company: portal.company, eventkey: booked.body.eventKey } })
  expect((await toTechnician())?.text).not.toContain('/staff/visits')
})
