import { exportStaffSecurityEvents, listStaffSecurityEvents } from '@portico/contract/security-log'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aUser } from '../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { csvStream } from '../kernel/http/csv.ts'

const app = await testApp()
const { database, deps, clock } = app
const { security } = deps

const setUp = async () => {
  const person = await aUser(database)
  const { serviceCompanyId, portalId, webUserId } = person
  const administrator = await aStaffAccount(app, { serviceCompanyId })
  const colleague = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
  const { staffAccountId } = colleague
  security.record({ what: 'signIn', result: 'failed', reason: 'wrongPassword', serviceCompanyId, portalId, webUserId })
  clock.pass(60_000)
  security.record({ what: 'staff.signIn', result: 'ok', serviceCompanyId, staffAccountId })
  clock.pass(60_000)
  const by = { byStaffAccountId: administrator.staffAccountId, serviceCompanyId, staffAccountId }
  security.record({ what: 'staff.account.changed', result: 'ok', reason: 'role', ...by })
  await security.flush()
  return { person, administrator, colleague, call: await asStaff(app, administrator) }
}

test('an administrator reads what happened in the company, with names, and filters it', async () => {
  const begin = clock.now().toISOString()
  const { person, administrator, colleague, call } = await setUp()
  await setUp()
  const list = async (query: Record<string, string | number>) => (await call(listStaffSecurityEvents, { query })).body
  const all = await list({})
  expect(all).toMatchObject([
    {
      what: 'staff.account.changed',
      reason: 'role',
      account: { id: colleague.staffAccountId },
      by: { id: administrator.staffAccountId },
    },
    { what: 'staff.signIn', result: 'ok', account: { displayName: 'Anna Tecnica' }, by: null, webUser: null },
    {
      what: 'signIn',
      result: 'failed',
      webUser: { id: person.webUserId, userName: person.userName },
      portal: { id: person.portalId },
    },
  ])
  expect(await list({ what: 'staff.signIn,signIn' })).toEqual(all.slice(1))
  expect(await list({ account: colleague.staffAccountId })).toEqual(all.slice(0, 2))
  expect(await list({ account: administrator.staffAccountId })).toEqual(all.slice(0, 1))
  expect(await list({ webUser: person.webUserId })).toEqual(all.slice(2))
  // What people of a customer do names them alone; what the staff do there names the customer.
  const { contactId, serviceCompanyId } = person
  security.record({ what: 'staff.seeAs', result: 'ok', serviceCompanyId, portalId: person.portalId, contactId })
  await security.flush()
  const seen = (await list({ what: 'staff.seeAs' })).slice(0, 1)
  expect(seen).toMatchObject([{ contact: { id: contactId } }])
  expect(await list({ contact: contactId })).toEqual([...seen, ...all.slice(2)])
  expect(
    await list({ contact: (await aUser(database, { contact: await aContact(database, person) })).contactId }),
  ).toEqual([])
  await database.run(sql`delete from security_event where id = ${seen[0]?.id ?? 0}`)
  expect(await list({ from: begin, to: begin })).toEqual(all.slice(2))
  const first = await call(listStaffSecurityEvents, { query: { limit: 2 } })
  const cursor = /cursor=([^&>]*)/.exec(String(first.headers.link))?.[1] ?? ''
  expect([...first.body, ...(await list({ limit: 2, cursor }))]).toEqual(all)
  for (const query of [
    { what: 'else' },
    { from: 'today' },
    { account: 'me' },
    { contact: 'x' },
    { cursor: 'x' },
    { q: 'a' },
  ])
    expect((await call(listStaffSecurityEvents, { query: query as never })).problem.code).toBe('invalid_request')
})

test('is taken out as CSV, page by page, which is logged', async () => {
  const { person, administrator, call } = await setUp()
  const { serviceCompanyId } = person
  await database.run(
    sql`update web_user set user_name = '=HYPERLINK("http://evil.example")' where id = ${person.webUserId}`,
  )
  await database.run(sql`insert into security_event (minute, at, last_at, what, result, service_company_id)
    select t, t, t, 'signIn', 'ok', ${serviceCompanyId} from generate_series(1, 2500) n, lateral (
      select timestamptz '2026-01-01' + make_interval(mins => n) as t) x`)
  const query = { language: 'it-IT', timeZone: 'Europe/Rome' }
  const { status, headers, text } = await call(exportStaffSecurityEvents, { query })
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="security-log.csv"',
  ])
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 3 + 2500)
  expect(lines[0]).toBe(
    '\uFEFF"Quando (Europe/Rome)";"Ultima volta (Europe/Rome)";"Volte";"Azione";"Esito";"Motivo";"Portale";"Cliente";"Persona del cliente";' +
      '"Chiave API";"Account del banco";"Da parte di";"Indirizzo di rete";"Dispositivo"',
  )
  // In words, by the clocks of the reader: 08:30 in London is 09:30 in Rome.
  expect(lines[3]).toMatch(
    /^"2026-03-02 \d\d:\d\d:00";"[^"]*";"1";"Accesso di un cliente";"non riuscito";"password errata";/,
  )
  const london = (await call(exportStaffSecurityEvents, { query: { ...query, timeZone: 'Europe/London' } })).text
  const hourOf = (line = '') => Number(line.slice(12, 14))
  expect(hourOf(lines[3]) - hourOf(london.split('\r\n')[3])).toBe(1)
  expect(lines[3]).toContain(`;"'=HYPERLINK(""http://evil.example"")";`)
  expect(new Set(lines).size).toBe(lines.length)
  const some = await call(exportStaffSecurityEvents, { query: { what: 'staff.signIn' } })
  expect(some.text.trimEnd().split('\r\n')).toHaveLength(2)
  await security.flush()
  const entries = (await call(listStaffSecurityEvents, { query: { what: 'securityLog.exported' } })).body
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({ result: 'ok', account: { id: administrator.staffAccountId } })
  for (const wrong of [{ to: 'today' }, { timeZone: 'Mars' }, { language: 'de-DE' }])
    expect((await call(exportStaffSecurityEvents, { query: wrong as never })).problem.code).toBe('invalid_request')
  const english = (await call(exportStaffSecurityEvents, { query: { language: 'en-EN', what: 'staff.signIn' } })).text
  expect(english).toContain('"Staff sign-in";"done"')
})

test('is neither for an administrator of some portals nor for another company', async () => {
  const { person } = await setUp()
  const { serviceCompanyId, portalId } = person
  const restricted = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  for (const endpoint of [listStaffSecurityEvents, exportStaffSecurityEvents])
    expect((await restricted(endpoint)).problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await stranger(listStaffSecurityEvents)).body).toEqual([])
  expect((await stranger(exportStaffSecurityEvents)).text.trimEnd().split('\r\n')).toHaveLength(1)
})

test('a value of a CSV is never a formula', async () => {
  const values = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '  =1', 'a=1', '"a"', 7, null]
  const pages = async function* () {
    yield [values]
  }
  const [, row] = Buffer.concat(await csvStream(['a'], pages()).toArray())
    .toString()
    .split('\r\n"')
  expect(`"${row}`.trimEnd()).toBe(`"'=1+1";"'+1";"'-1";"'@a";"'\t=1";"'\r=1";"'  =1";"a=1";"""a""";"7";""`)
})
