import { readPortalSettings, readPrivacy } from '@portico/contract/portals'
import {
  listPrivacyVersions,
  publishPrivacy,
  readPortalNotices,
  readPrivacyVersion,
  tryMail,
  tryTextMessage,
} from '@portico/contract/staff/portal-settings'
import { changeStaffPortal, readStaffPortal } from '@portico/contract/staff/portals'
import { createTicketType, listStaffTicketTypes } from '@portico/contract/staff/ticket-settings'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aStaffGroup } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { cleanUp } from '../../cleanup.ts'
import { sql } from '../../kernel/database/db.ts'
import type { Email } from '../../kernel/messages/mail-transport.ts'
import { MailRejected } from '../../kernel/messages/mail-transport.ts'
import { findPortalFaults } from '../portal-faults.ts'
import { findProblem } from './trials.ts'

const app = await testApp()
const { database } = app

const anOffice = async (on = app, given: object = {}) => {
  const portal = await aPortal(on.database, given)
  const { serviceCompanyId, portalId, company } = portal
  const account = await aStaffAccount(on, { serviceCompanyId })
  const staff = await asStaff(on, account)
  const params = { portalid: portalId }
  return { portal, serviceCompanyId, account, staff, params, company }
}

const terms = (more: object = {}) => ({
  html: '<h2>Dati</h2><p>Restano qui.</p>',
  version: '1.0',
  after: null,
  ...more,
})

test('what is published is what customers read; earlier terms stay with their day and author', async () => {
  const { account, staff, params, company } = await anOffice()
  const first = await staff(publishPrivacy, {
    params,
    body: terms({ html: '<p onclick="x()">Uno<script>1</script></p>', validFrom: '2026-04-01' }),
  })
  expect(first.status).toBe(201)
  const { displayName } = await database.one<{
    displayName: string
  }>(sql`select display_name as "displayName" from staff_user
    where id = ${account.staffUserId}`)
  expect(first.body).toMatchObject({
    version: '1.0',
    validFrom: '2026-03-31T22:00:00Z',
    publishedBy: displayName,
    isWithdrawn: false,
  })
  const second = await staff(publishPrivacy, { params, body: terms({ version: ' 2.0 ', after: first.body.id }) })
  expect(second.body).toMatchObject({ version: '2.0', validFrom: '2026-03-01T23:00:00Z' })
  const shown = await app.call(readPrivacy, { params: { company } })
  expect(shown.body).toEqual({
    html: '<h2>Dati</h2><p>Restano qui.</p>',
    version: '2.0',
    validFrom: '2026-03-01T23:00:00Z',
  })
  const versions = (await staff(listPrivacyVersions, { params })).body
  expect(versions.map(({ version }) => version)).toEqual(['2.0', '1.0'])
  const old = await staff(readPrivacyVersion, { params: { ...params, versionid: first.body.id } })
  expect(old.body.html).toBe('<p>Uno</p>')
  await app.deps.security.flush()
  const logged = await database.many(sql`select from security_event where portal_id = ${params.portalid}
    and what = 'staff.portal.changed' and reason = 'privacyHtml'`)
  expect(logged).toHaveLength(2)
})

test('terms that come another way are kept too, without an author; taken away, they are a version of their own', async () => {
  const { portal, staff, params } = await anOffice()
  const set = (html: string | null, version: string) =>
    database.run(
      sql`update portal set privacy_html = ${html}, privacy_version = ${version} where id = ${portal.portalId}`,
    )
  await set('<p>a</p>', '1')
  await set('<p>a</p>', '1')
  await set(null, '1')
  const versions = (await staff(listPrivacyVersions, { params })).body
  expect(versions.map(({ version, publishedBy, isWithdrawn }) => [version, publishedBy, isWithdrawn])).toEqual([
    ['1', null, true],
    ['1', null, false],
  ])
})

test.each([
  ['without a text', { html: '<p> </p>' }, 422, 'body.html'],
  ['without a version', { version: ' \t ' }, 422, 'body.version'],
  ['with a day that is none', { validFrom: '2026-02-30' }, 400, 'body.validFrom'],
  ['with a day in words', { validFrom: 'domani' }, 400, 'body.validFrom'],
  ['with a version that is too long', { version: 'x'.repeat(51) }, 400, 'body.version'],
  ['with a text that is too long', { html: 'x'.repeat(200_001) }, 400, 'body.html'],
])('terms %s are refused', async (_, body, status, path) => {
  const { staff, params, company } = await anOffice()
  const { problem } = await staff(publishPrivacy, { params, body: terms(body) })
  expect(problem).toMatchObject({ status, errors: [{ path }] })
  expect((await app.call(readPrivacy, { params: { company } })).body.html).toBeNull()
})

test('of two administrators who publish at once the second is told, and a version has one name', async () => {
  const { serviceCompanyId, staff, params, company } = await anOffice()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const answers = await Promise.all([
    staff(publishPrivacy, { params, body: terms({ version: 'A' }) }),
    colleague(publishPrivacy, { params, body: terms({ version: 'B' }) }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.errors).toEqual([
    { path: 'body.after', message: expect.any(String) },
  ])
  const [newest] = (await staff(listPrivacyVersions, { params })).body
  const again = terms({ version: newest?.version?.toLowerCase(), after: newest?.id })
  expect((await staff(publishPrivacy, { params, body: again })).problem).toMatchObject({
    status: 409,
    errors: [{ path: 'body.version' }],
  })
  expect((await app.call(readPrivacy, { params: { company } })).body.version).toBe(newest?.version)
})

test('contact details are what customers read, and of two who change them at once the second is told', async () => {
  const { serviceCompanyId, staff, params, company } = await anOffice()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const etag = String((await staff(readStaffPortal, { params })).headers.etag)
  const body = {
    supportPhone: '0424 1',
    supportHours: 'lun–ven\n8–12',
    address: 'Via Roma 1',
    supportEmail: 'a@b.example',
  }
  await staff(changeStaffPortal, { params, body, headers: { 'if-match': etag } })
  expect((await app.call(readPortalSettings, { params: { company } })).body).toMatchObject(body)
  const second = await colleague(changeStaffPortal, {
    params,
    body: { supportPhone: '0424 2' },
    headers: { 'if-match': etag },
  })
  expect(second.problem.code).toBe('conflict')
})

test('which tickets reach nobody is what the doctor says, and a support address or a group mends it', async () => {
  const { portal, staff, params } = await anOffice()
  const notices = async () => (await staff(readPortalNotices, { params })).body
  const groupId = await aStaffGroup(database, portal)
  await database.run(sql`update staff_group set email = 'impianti@brenta.example' where id = ${groupId}`)
  await staff(createTicketType, { params, body: { name: 'Caldaia', groupId } })
  const before = await notices()
  expect(before.faults).toEqual([{ kind: 'nobodyMailed', types: ['Guasto'] }])
  expect(before.types.map(({ name, address }) => [name, address])).toEqual([
    ['Caldaia', 'impianti@brenta.example'],
    ['Guasto', null],
  ])
  const { faults } = await findPortalFaults(database)
  expect(faults.filter(({ company }) => company === portal.company)).toEqual([
    { company: portal.company, kind: 'nobodyMailed', types: ['Guasto'] },
  ])
  await staff(changeStaffPortal, { params, body: { supportEmail: 'assistenza@brenta.example' } })
  expect(await notices()).toMatchObject({ faults: [], supportEmail: 'assistenza@brenta.example' })
})

test('a portal whose customers can choose no type is told', async () => {
  const { portal, staff, params } = await anOffice(app, { supportEmail: 'a@b.example' })
  await database.run(sql`update task_type set offered = false where portal_id = ${portal.portalId}`)
  expect((await staff(readPortalNotices, { params })).body.faults).toEqual([{ kind: 'noTypes', types: [] }])
  expect((await staff(listStaffTicketTypes, { params })).body).toHaveLength(1)
})

test('a trial mail goes to the own address or to a mailbox of the company, in the dress of the portal', async () => {
  const sent: Email[] = []
  const own = await testApp({ mailTransport: { send: async email => void sent.push(email) } })
  const { account, staff, params, company } = await anOffice(own, { supportEmail: 'assistenza@brenta.example' })
  const tryTo = (to: string) => staff(tryMail, { params, body: { to } })
  expect((await tryTo(account.email.toUpperCase())).body).toEqual({ state: 'sent', problem: null, detail: null })
  expect((await tryTo('assistenza@brenta.example')).body.state).toBe('sent')
  expect(sent.map(({ recipients }) => recipients)).toEqual([[account.email], ['assistenza@brenta.example']])
  expect(sent[0]).toMatchObject({ from: { name: `Portal ${company}` }, subject: 'E-mail di prova' })
  expect((await tryTo('stranger@elsewhere.example')).problem).toMatchObject({
    status: 400,
    errors: [{ path: 'body.to' }],
  })
  expect((await tryTo('no address')).problem.status).toBe(400)
  expect(sent).toHaveLength(2)
})

test('what the transport says comes back in words; the words of the server only to who looks after the installation', async () => {
  const refused = Object.assign(new Error('Invalid login: 535 5.7.8\r\nno'), { code: 'EAUTH' })
  const own = await testApp({
    mailTransport: { send: () => Promise.reject(refused) },
    smsTransport: { send: () => Promise.reject(new Error('the SMS provider answered 503')) },
  })
  const { serviceCompanyId, account, staff, params } = await anOffice(own)
  const failed = await staff(tryMail, { params, body: { to: account.email } })
  expect(failed.body).toEqual({ state: 'failed', problem: 'signIn', detail: null })
  const operator = await aStaffAccount(own, { serviceCompanyId, isInstallationOperator: true })
  const asOperator = await asStaff(own, operator)
  const told = await asOperator(tryMail, { params, body: { to: operator.email } })
  expect(told.body.detail).toBe('Invalid login: 535 5.7.8 no')
  expect((await staff(tryTextMessage, { params, body: { to: '+39 333 5550118' } })).body.problem).toBe('refused')
  await own.deps.security.flush()
  const logged = await own.database.many(sql`select what, result, reason from security_event
    where by_staff_account_id = ${account.staffAccountId} order by id`)
  expect(logged).toEqual([
    { what: 'staff.trial.sent', result: 'failed', reason: 'mail' },
    { what: 'staff.trial.sent', result: 'failed', reason: 'sms' },
  ])
})

test.each([
  [new MailRejected('550', ['a@b.it'], true), 'recipient'],
  [Object.assign(new Error('x'), { code: 'EENVELOPE', command: 'MAIL FROM' }), 'sender'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unreachable'],
  [Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' }), 'encryption'],
  [new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }), 'unreachable'],
  [new Error('the SMS provider answered 401'), 'signIn'],
  [new DOMException('x', 'TimeoutError'), 'noAnswer'],
  [new Error('x'), 'other'],
])('%s is told as %s', (error, problem) => {
  expect(findProblem(error)).toBe(problem)
})

test('five trials an hour, mails and text messages together; then again', async () => {
  const { staff, params, account } = await anOffice()
  const text = () => staff(tryTextMessage, { params, body: { to: '+39 333 5550118' } })
  expect((await staff(tryMail, { params, body: { to: account.email } })).status).toBe(200)
  for (let n = 0; n < 4; n++) expect((await text()).body.state).toBe('sent')
  const { problem, headers } = await text()
  expect([problem.code, headers['retry-after']]).toEqual(['too_many_requests', '3600'])
  expect((await staff(tryTextMessage, { params, body: { to: 'abc' } })).problem.status).toBe(400)
  app.clock.pass(3_601_000)
  expect((await text()).status).toBe(200)
  await cleanUp({ ...app.deps, securityLogMonths: 12 } as never)
})

const calls = [
  [listPrivacyVersions, undefined],
  [readPrivacyVersion, undefined],
  [publishPrivacy, terms()],
  [readPortalNotices, undefined],
  [tryMail, { to: 'a@b.example' }],
  [tryTextMessage, { to: '+39 333 5550118' }],
] as const

test.each(calls.map(([endpoint, body]) => [endpoint.name, endpoint, body] as const))(
  '%s is for administrators of the portal alone',
  async (_, endpoint, body) => {
    const { serviceCompanyId, staff, params } = await anOffice()
    await staff(publishPrivacy, { params, body: terms() })
    const [version] = (await staff(listPrivacyVersions, { params })).body
    const elsewhere = await aPortal(database, { serviceCompanyId })
    const sent = { params: { ...params, versionid: version?.id ?? 0 }, ...(body && { body }) }
    const statusFor = async (given: Parameters<typeof aStaffAccount>[1]) =>
      (await (await asStaff(app, await aStaffAccount(app, given)))(endpoint as never, sent)).status
    expect(await statusFor({})).toBe(404)
    expect(await statusFor({ serviceCompanyId, portalIds: [elsewhere.portalId] })).toBe(404)
    expect(await statusFor({ serviceCompanyId, role: 'office' })).toBe(403)
    expect(await statusFor({ serviceCompanyId, role: 'technician' })).toBe(403)
  },
)

test('a version of another portal is not found', async () => {
  const { staff, params } = await anOffice()
  const other = await anOffice()
  const { id } = (await other.staff(publishPrivacy, { params: other.params, body: terms() })).body
  expect((await staff(readPrivacyVersion, { params: { ...params, versionid: id } })).status).toBe(404)
})

test('whether unknown senders of mail get an answer is a setting of the portal', async () => {
  const { staff, params, portal } = await anOffice()
  expect((await staff(readStaffPortal, { params })).body).toMatchObject({ answersStrangers: false })
  const changed = await staff(changeStaffPortal, { params, body: { answersStrangers: true } })
  expect(changed.body).toMatchObject({ answersStrangers: true })
  expect(
    await database.one(sql`select answers_strangers as answers from portal where id = ${portal.portalId}`),
  ).toEqual({ answers: true })
})
