import { readPortalSettings } from '@portico/contract/portals'
import {
  changeStaffPortal,
  checkStaffPortalCss,
  listStaffPortals,
  openStaffPortal,
  readStaffPortal,
} from '@portico/contract/staff/portals'
import { readStaffChoices } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aServiceCompany, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const png = (width: number, height: number) => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
const logo = (content: Buffer, name = 'logo.png') => ({ name, content: content.toString('base64') })

const anAdministrator = async (options: Parameters<typeof aStaffAccount>[1] = {}) => {
  const portal = await aPortal(database)
  const { serviceCompanyId, portalId } = portal
  const account = await aStaffAccount(app, { serviceCompanyId, ...options })
  return { ...portal, params: { portalid: portalId }, account, call: await asStaff(app, account) }
}

const eventsOf = async (serviceCompanyId: number) => {
  await app.deps.security.flush()
  return database.many<{ what: string; reason: string | null }>(
    sql`select what, reason from security_event where service_company_id = ${serviceCompanyId} and what like 'staff.portal.%'
      order by id`,
  )
}

test('the list has the portals within reach with their customers and open tickets', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, portalId } = person
  await aTicket(database, person, { status: 2 })
  await aTicket(database, person)
  const other = await aPortal(database, { serviceCompanyId })
  const all = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const rows = (await all(listStaffPortals)).body
  expect(rows.map(({ id }) => id).sort()).toEqual([portalId, other.portalId].sort())
  expect(rows.find(({ id }) => id === portalId)).toMatchObject({ customers: 1, openTickets: 1, logoUrl: null })
  expect(rows.find(({ id }) => id === other.portalId)).toMatchObject({ customers: 0, openTickets: 0 })
  const some = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [other.portalId] }))
  expect((await some(listStaffPortals)).body.map(({ id }) => id)).toEqual([other.portalId])
})

test('named settings change, the others stay, and customers have them at once', async () => {
  const { call, params, company, serviceCompanyId, account } = await anAdministrator()
  const before = (await call(readStaffPortal, { params })).body
  const body = {
    webPortalName: '  Lumen Impianti ',
    baseColor: '#ffc42b',
    footerCustomHtml: '<p onclick="steal()">Lumen <script>x</script></p>',
    coverText: ' ',
    logo: logo(png(300, 80)),
    logoPlate: true,
  }
  const changed = await call(changeStaffPortal, { params, body })
  expect(changed.body).toEqual({
    ...before,
    webPortalName: 'Lumen Impianti',
    baseColor: '#ffc42b',
    footerCustomHtml: '<p>Lumen </p>',
    logo: { name: expect.stringMatching(/\.png$/), url: expect.stringMatching(/^\/api\/pictures\/[0-9a-f]{32}\.png$/) },
    logoPlate: true,
  })
  const settings = (await app.call(readPortalSettings, { params: { company } })).body
  expect(settings).toMatchObject({ webPortalName: 'Lumen Impianti', logoUrl: changed.body.logo?.url, logoPlate: true })
  expect((await app.http.inject({ url: settings.logoUrl ?? '' })).statusCode).toBe(200)
  expect(await eventsOf(serviceCompanyId)).toEqual(
    ['webPortalName', 'baseColor', 'footerCustomHtml', 'logo', 'logoPlate'].map(reason => ({
      what: 'staff.portal.changed',
      reason,
    })),
  )
  const [event] = await database.many<{ by: number }>(
    sql`select by_staff_account_id as by from security_event where service_company_id = ${serviceCompanyId}
      and what = 'staff.portal.changed' limit 1`,
  )
  expect(event?.by).toBe(account.staffAccountId)

  // What is not named stays, the logo too; null takes away.
  const kept = await call(changeStaffPortal, { params, body: { supportPhone: '049 555' } })
  expect(kept.body).toEqual({ ...changed.body, supportPhone: '049 555' })
  const bare = await call(changeStaffPortal, { params, body: { logo: null, baseColor: null, supportPhone: null } })
  expect(bare.body).toMatchObject({ logo: null, baseColor: 'hsl(123,0%,0%)', supportPhone: null })
})

test('a change of a state that somebody else has changed is a conflict, and changes nothing', async () => {
  const { call, params } = await anAdministrator()
  const etag = String((await call(readStaffPortal, { params })).headers.etag)
  const headers = { 'if-match': etag }
  const first = await call(changeStaffPortal, { params, body: { baseColor: '#111111' }, headers })
  const second = await call(changeStaffPortal, { params, body: { webPortalName: 'Too late' }, headers })
  expect(second.problem).toMatchObject({ status: 409, code: 'conflict' })
  const now = await call(readStaffPortal, { params })
  expect(now.body).toEqual(first.body)
  expect(now.headers.etag).toBe(first.headers.etag)
  expect(first.headers.etag).not.toBe(etag)
})

test('what lies outside of company and portals is not found', async () => {
  const mine = await anAdministrator()
  const theirs = await anAdministrator()
  const sister = await aPortal(database, { serviceCompanyId: mine.serviceCompanyId })
  const limited = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: mine.serviceCompanyId, portalIds: [sister.portalId] }),
  )
  for (const [call, params] of [
    [mine.call, theirs.params],
    [theirs.call, mine.params],
    [limited, mine.params],
    [mine.call, { portalid: 999_999_999 }],
  ] as const) {
    expect((await call(readStaffPortal, { params })).problem).toMatchObject({ status: 404 })
    const body = { webPortalName: 'Taken over' }
    expect((await call(changeStaffPortal, { params, body })).problem).toMatchObject({ status: 404 })
  }
  expect((await mine.call(readStaffPortal, { params: mine.params })).body.webPortalName).not.toBe('Taken over')
})

test.each<[string, object, string, string]>([
  ['a colour that is none', { baseColor: 'red;}' }, 'invalid_request', 'body.baseColor'],
  ['a blank name', { webPortalName: '   ' }, 'invalid_request', 'body.webPortalName'],
  ['a time zone that is none', { timeZone: 'Mars/Base' }, 'invalid_request', 'body.timeZone'],
  ['a time zone that the database reads without summer time', { timeZone: 'cet' }, 'invalid_request', 'body.timeZone'],
  ['an address that is none', { supportEmail: 'nobody' }, 'invalid_request', 'body.supportEmail'],
  ['a logo that is no picture', { logo: logo(Buffer.from('<svg/>'), 'logo.svg') }, 'invalid_request', 'body.logo'],
  ['a logo that lies about itself', { logo: logo(Buffer.from('MZ')) }, 'file_type_refused', 'body.logo'],
  ['a logo that is not base64', { logo: { name: 'a.png', content: '%%%' } }, 'invalid_request', 'body.logo'],
  ['a logo of 8 000 × 8 000', { logo: logo(png(8000, 8000)) }, 'invalid_request', 'body.logo'],
  ['a logo that is a bomb', { logo: logo(png(2 ** 31 - 1, 2 ** 31 - 1)) }, 'invalid_request', 'body.logo'],
  ['a style sheet that ends its element', { customCss: 'a{}</STYLE><script>' }, 'invalid_request', 'body.customCss'],
  [
    'a style sheet that calls another server',
    { customCss: 'a { background: url(//evil.example/p) }' },
    'invalid_request',
    'body.customCss',
  ],
  ['a style sheet of more than 64 KB', { customCss: `/*${'é'.repeat(33_000)}*/` }, 'invalid_request', 'body.customCss'],
  ['an unknown setting', { webPortalKey: 'other' }, 'invalid_request', 'body.webPortalKey'],
])('refused: %s', async (_, body, code, path) => {
  const { call, params } = await anAdministrator()
  const before = (await call(readStaffPortal, { params })).body
  const { problem } = await call(changeStaffPortal, { params, body })
  expect(problem.code).toBe(code)
  expect(problem.errors?.[0]?.path).toMatch(new RegExp(`^${path}`))
  expect((await call(readStaffPortal, { params })).body).toEqual(before)
})

test('a picture of 8 000 × 8 000 that is an employee’s photo already is refused as a logo, and one that is a logo already stays', async () => {
  const { call, params, serviceCompanyId, portalId } = await anAdministrator()
  const operator = await anOperator(app, { serviceCompanyId })
  const huge = png(8000, 8000)
  const upload = async () =>
    (await operator('POST', '/files?name=foto.png', huge, { 'content-type': 'image/png' })).json.path
  const photo = { firstName: 'Anna', lastName: 'Neri', picture: { path: await upload() } }
  expect((await operator('PUT', '/staff/anna', photo)).status).toBe(201)
  expect((await call(changeStaffPortal, { params, body: { logo: logo(huge) } })).problem).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'body.logo' }],
  })
  const { externalId } = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from portal where id = ${portalId}`,
  )
  const patch = async () => operator('PATCH', `/portals/${externalId}`, { logo: { path: await upload() } })
  expect((await patch()).problem).toMatchObject({ errors: [{ path: 'body.logo' }] })
  // A logo from before there was a limit hinders no other change.
  await database.run(sql`update portal set logo_id = (select picture_id from staff_user
    where service_company_id = ${serviceCompanyId} and external_id = 'anna') where id = ${portalId}`)
  expect((await call(changeStaffPortal, { params, body: { webPortalName: 'Altro nome' } })).status).toBe(200)
  expect((await patch()).status).toBe(200)
})

test('a portal cannot be made to pass for that of another company', async () => {
  const { call, params } = await anAdministrator()
  const victim = await aPortal(database)
  const body = { webPortalName: `Portal ${victim.company}`.toUpperCase() }
  const { problem } = await call(changeStaffPortal, { params, body })
  expect(problem).toMatchObject({ status: 403, code: 'forbidden', errors: [{ path: 'body.webPortalName' }] })
})

test('an operator of the installation opens a portal, in which tickets can be raised', async () => {
  const { call, serviceCompanyId } = await anAdministrator({ isInstallationOperator: true })
  const key = `new-${serviceCompanyId}`
  const body = {
    webPortalKey: key,
    webPortalName: `Nuovo ${serviceCompanyId}`,
    language: 'it-IT',
    timeZone: 'Europe/Malta',
  }
  const opened = await call(openStaffPortal, { body })
  expect(opened.status).toBe(201)
  expect(opened.body).toMatchObject({ webPortalKey: key, timeZone: 'Europe/Malta', baseColor: 'hsl(123,0%,0%)' })
  const choices = (await call(readStaffChoices)).body.portals.find(({ id }) => id === opened.body.id)
  expect(choices?.types).toHaveLength(3)
  expect(choices?.steps.map(({ taskStatus }) => taskStatus)).toEqual([0, 1, 2])
  expect(await eventsOf(serviceCompanyId)).toEqual([{ what: 'staff.portal.opened', reason: null }])

  const again = await call(openStaffPortal, { body })
  expect(again.problem).toMatchObject({ status: 409, code: 'conflict' })
  for (const webPortalKey of ['Tickets', 'staff', '12345', 'a', 'ä-ö'])
    expect((await call(openStaffPortal, { body: { ...body, webPortalKey } })).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body.webPortalKey' }],
    })
})

test('a key that another company has is taken; a name that resembles its own takes a second word', async () => {
  const { call, serviceCompanyId } = await anAdministrator({ isInstallationOperator: true })
  const victim = await aPortal(database, { serviceCompanyId: await aServiceCompany(database) })
  const language = 'it-IT'
  const taken = { webPortalKey: victim.company, webPortalName: `Own ${serviceCompanyId}`, language, evenIfAlike: true }
  expect((await call(openStaffPortal, { body: taken })).problem).toMatchObject({
    code: 'conflict',
    errors: [{ path: 'body.webPortalKey' }],
  })
  const alike = { webPortalKey: `alike-${serviceCompanyId}`, webPortalName: `Portal ${victim.company}`, language }
  expect((await call(openStaffPortal, { body: alike })).problem).toMatchObject({
    code: 'conflict',
    errors: [{ path: 'body.webPortalName' }],
  })
  expect((await call(listStaffPortals)).body).toHaveLength(1)
  expect((await call(openStaffPortal, { body: { ...alike, evenIfAlike: true } })).status).toBe(201)
})

test('nobody else opens a portal', async () => {
  const language = 'it-IT'
  for (const options of [{}, { isInstallationOperator: true, portalIds: [] }]) {
    const { call, serviceCompanyId } = await anAdministrator(options)
    const body = { webPortalKey: `no-${serviceCompanyId}`, webPortalName: 'No', language }
    expect((await call(openStaffPortal, { body })).problem).toMatchObject({ status: 403, code: 'forbidden' })
  }
})

test('a style sheet is published as it was typed, and what browsers skip does not hinder it', async () => {
  const { call, params, company } = await anAdministrator()
  const customCss = '.page-title { letter-spacing: 0 }\n.b { colour red }\n'
  const faults = (await call(checkStaffPortalCss, { params, body: { css: customCss } })).body
  expect(faults).toEqual([{ code: 'unread', line: 2, column: expect.any(Number) }])
  expect((await call(changeStaffPortal, { params, body: { customCss } })).body.customCss).toBe(customCss)
  const { customCss: address } = (await app.call(readPortalSettings, { params: { company } })).body
  const sheet = await app.http.inject({ url: address ?? '' })
  expect(sheet.body).toBe(customCss)
  expect(sheet.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  // What is published already is not looked at again.
  await database.run(sql`update portal set custom_css = '@import "old.css";' where id = ${params.portalid}`)
  expect((await call(changeStaffPortal, { params, body: { supportPhone: '1' } })).status).toBe(200)
})

test('an API key and an import are refused an unsafe style sheet too', async () => {
  const { serviceCompanyId, portalId } = await anAdministrator()
  const operator = await anOperator(app, { serviceCompanyId })
  const { name } = await database.one<{ name: string }>(
    sql`select external_id as name from portal where id = ${portalId}`,
  )
  const answer = await operator('PATCH', `/portals/${name}`, { customCss: '@import "//evil.example/x.css";' })
  expect(answer.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body.customCss' }] })
  expect(answer.problem.errors?.[0]?.message).toContain('line 1, column 1')
})

test('the preview of a mail shows what is not published yet, and runs and loads nothing', async () => {
  const { call, params, account, company } = await anAdministrator()
  const theirs = await anAdministrator()
  const query = { webPortalName: '<script>alert(1)</script>', baseColor: '#ffc42b', logo: 'space', language: 'es-ES' }
  const headers = await staffHeaders(app, account)
  const url = `/api/staff/portals/${params.portalid}/mail-preview?${new URLSearchParams(query)}`
  const page = await app.http.inject({ url, headers })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('#ffc42b')
  expect(page.body).toContain('&lt;script&gt;')
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('lang="es"')
  expect(String(page.headers['content-security-policy'])).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox/)
  expect(page.headers['x-frame-options']).toBe('SAMEORIGIN')
  const own = await app.http.inject({ url: `/api/staff/portals/${params.portalid}/mail-preview`, headers })
  expect(own.body).toContain(`Portal ${company}`)
  expect(own.body).not.toContain('<img')
  const wrong = await app.http.inject({ url: `/api/staff/portals/${theirs.params.portalid}/mail-preview`, headers })
  expect(wrong.statusCode).toBe(404)
  expect((await call(checkStaffPortalCss, { params: theirs.params, body: { css: '' } })).problem).toMatchObject({
    status: 404,
  })
})
