import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bookAppointment } from '@portico/contract/appointments'
import { requestRecovery } from '@portico/contract/auth'
import { planVisit } from '@portico/contract/staff/planning/visits'
import { createStaffComment } from '@portico/contract/staff/tickets'
import { createComment, createTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { sql } from '../src/kernel/database/db.ts'
import type { Email } from '../src/kernel/messages/mail-transport.ts'
import { testApp } from './fixtures/app.ts'
import { aService } from './fixtures/appointments.ts'
import { aContact, aPortal, aUser } from './fixtures/factories.ts'
import { releaseAnswers } from './fixtures/held-answers.ts'
import { aMailbox, mailSender } from './fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'

// `List-Unsubscribe` is in the mails that their reader may stop, and in no other (specification/notifications-and-mail.md#stop-link).

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const source = fileURLToPath(new URL('../src/', import.meta.url))
/** Every file that writes mails, and whether those have the header. A new one has to be listed. */
const writers: Record<string, boolean> = {
  'appointments/mails.ts': false,
  'appointments/staff/visit-mails.ts': false,
  'auth/confirmations.ts': false,
  'auth/notices.ts': false,
  'auth/sign-in-links.ts': false,
  'inbound-mail/own-answers.ts': false,
  'portals/staff/trials.ts': false,
  'publishing/notices.ts': true,
  'signing/mails.ts': false,
  'staff/account-notice.ts': false,
  'staff/invitations.ts': false,
  'tickets/mails.ts': true,
}

test('each file that writes mails says whether their reader may stop them', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => ({ name, text: readFileSync(join(source, name), 'utf8') }))
    .filter(({ text }) => /\bmessages\s*\.(?:mail|compose)\(/.test(text))
    .map(({ name, text }) => [name, /\bunsubscribe\b/.test(text)] as const)
  expect(Object.fromEntries(found.sort())).toEqual(writers)
})

const stops = ({ headers }: Email) => {
  const [link, oneClick] = [headers['List-Unsubscribe'], headers['List-Unsubscribe-Post']]
  if (link === undefined && oneClick === undefined) return false
  expect(link).toMatch(/^<https:\/\/portico\.test\/api\/notifications\/[\w-]+\/stop>$/)
  expect(oneClick).toBe('List-Unsubscribe=One-Click')
  return true
}

test('customers stop mails about tickets; the staff, visits, bookings, sign-ins and strangers have nothing to stop', async () => {
  const portal = await aPortal(database, { supportEmail: 'desk@service.example' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { serviceCompanyId, here: params } = person
  const help = `help-${portal.portalId}@service.example`
  await aMailbox(app, person, { address: help })
  await database.run(sql`update portal set answers_strangers = true where id = ${portal.portalId}`)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  const { send } = await mailSender(app, person)
  const seen: [string, boolean][] = []
  const note = (kind: string, mails: Email[]) => {
    for (const mail of mails) seen.push([`${kind}: ${mail.recipients[0]}`, stops(mail)])
  }
  const customer = await app.as(person)
  const cc = 'socia@client.example'
  const raised = await customer(createTicket, {
    params,
    body: { title: 'Guasto', description: 'Guasto', taskTypeId: person.taskTypeId },
  })
  const ticketId = raised.body.id
  note('raised', (await app.delivered()).mails)
  await staff(createStaffComment, {
    params: { ticketid: ticketId },
    body: { message: '<p>Ok</p>', cc, seen: null, sendAnyway: true },
  })
  note('answered', (await releaseAnswers(app)).mails)
  await customer(createComment, { params, body: { taskId: ticketId, message: 'Eh', ticketEmailReply_CCList: cc } })
  note('commented', (await app.delivered()).mails)
  await staff(createStaffComment, {
    params: { ticketid: ticketId },
    body: { message: '<p>Fatto</p>', seen: null, sendAnyway: true, close: true },
  })
  note('closed', (await releaseAnswers(app)).mails)
  const times = { startsOn: '2026-03-10T10:00:00Z', endsOn: '2026-03-10T10:30:00Z' }
  const visit = { ticketId, email: person.email, activityTypeName: 'Intervento', staffId: null, ...times }
  expect((await staff(planVisit, { body: visit })).status).toBe(201)
  note('visit', (await app.delivered()).mails)
  const { key: eventkey } = await aService(database, portal)
  const booking = {
    start: '2026-03-11T08:00:00Z',
    phone: '+39 333 5551234',
    companyName: 'Bar',
    email: 'bar@bar.example',
  }
  await app.call(bookAppointment, { params: { company: portal.company, eventkey }, body: booking })
  note(
    'booking',
    (await app.delivered()).mails.filter(({ recipients }) => recipients[0] === 'bar@bar.example'),
  )
  await app.call(requestRecovery, { body: { userName: person.userName, company: portal.company } })
  note('recovery', (await app.delivered()).mails)
  note('stranger', (await send({ from: 'chi@elsewhere.example', to: help })).mails)
  expect(seen.sort()).toEqual(
    [
      ['answered: socia@client.example', true],
      [`answered: ${person.email}`, true],
      ['booking: bar@bar.example', false],
      ['closed: socia@client.example', true],
      [`closed: ${person.email}`, true],
      ['commented: desk@service.example', false],
      ['commented: socia@client.example', true],
      ['raised: desk@service.example', false],
      [`raised: ${person.email}`, true],
      [`recovery: ${person.email}`, false],
      ['stranger: chi@elsewhere.example', false],
      [`visit: ${person.email}`, false],
    ].sort(),
  )
})
