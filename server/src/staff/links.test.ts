import { readPortalSettings } from '@portico/contract/portals'
import { readStaffLink, readStaffMe, useStaffLink } from '@portico/contract/staff/session'
import { describe, expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aPortal } from '../../test/fixtures/factories.ts'
import { aStaffAccount, signIn, staffHeaders, staffPassword } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { makeFirstLinks } from './first-links.ts'
import { insertStaffLink } from './link-queries.ts'

const app = await testApp()
const { database, deps, clock } = app

const password = 'nebbia sul canale 7'
const person = { firstName: 'Ada', lastName: 'Moro', email: 'ada@first.example', password, passwordRepeat: password }
const keyIn = (path = '') => path.replace('/staff/links/', '')
const firstLinks = (of = app) => makeFirstLinks(of.database, of.deps.security, of.clock.now())

describe('an empty installation', () => {
  const portal = {
    companyName: 'First Company',
    webPortalKey: 'first',
    webPortalName: 'First portal',
    baseColor: 'hsl(205,70%,32%)',
    supportEmail: 'help@first.example',
    ticketTypes: ['Fault', 'Question', 'Fault'],
    logo: { name: 'logo.png', content: png.toString('base64') },
  }

  test('is set up by the link of its start: company, portal, ticket types and an administrator', async () => {
    const own = await testApp()
    const [link] = await firstLinks(own)
    expect(link?.companyName).toBeNull()
    const params = { key: keyIn(link?.path) }
    expect((await own.call(readStaffLink, { params })).body).toMatchObject({ kind: 'installation', companyName: null })
    const use = (body: object) => own.call(useStaffLink, { params, body: { ...person, portal, ...body } })
    for (const [body, code, path] of [
      [{ portal: null }, 'fill_required_fields', 'body.portal'],
      [{ firstName: ' ' }, 'fill_required_fields', 'body.firstName'],
      [{ passwordRepeat: 'another one 123' }, 'check_passwords', 'body.passwordRepeat'],
      [{ password: 'first company 1', passwordRepeat: 'first company 1' }, 'weak_password', 'body.password'],
      [{ portal: { ...portal, webPortalKey: 'staff' } }, 'invalid_request', 'body.portal.webPortalKey'],
      [{ portal: { ...portal, baseColor: 'mauve-ish' } }, 'invalid_request', 'body.portal.baseColor'],
      [
        { portal: { ...portal, logo: { name: 'logo.svg', content: 'PHN2Zy8+' } } },
        'invalid_request',
        'body.portal.logo',
      ],
      [{ portal: { ...portal, logo: { name: 'a.png', content: 'PHN2Zy8+' } } }, 'invalid_request', 'body.portal.logo'],
      [{ portal: { ...portal, logo: { name: 'a.png', content: '**' } } }, 'invalid_request', 'body.portal.logo'],
      [
        { portal: { ...portal, logo: { name: 'a.png', content: 'A'.repeat(800_000) } } },
        'invalid_request',
        'body.portal.logo.content',
      ],
      [{ portal: { ...portal, ticketTypes: [' '] } }, 'fill_required_fields', 'body.portal.ticketTypes'],
    ] as const)
      expect((await use(body)).problem, path).toMatchObject({ code, errors: [{ path }] })
    expect(await own.database.maybe(sql`select from service_company`)).toBeUndefined()
    expect(await own.storedKeys()).toEqual([])
    const done = await use({ language: 'en-EN' })
    expect(done.body.next).toBeNull()
    const cookie = String(done.headers['set-cookie']).split(';')[0] ?? ''
    const me = await own.call(readStaffMe, { headers: { cookie } })
    expect(me.body).toMatchObject({
      displayName: 'Ada Moro',
      role: 'administrator',
      isInstallationOperator: true,
      language: 'en-EN',
      portals: [{ webPortalKey: 'first', webPortalName: 'First portal' }],
    })
    expect(await own.database.many(sql`select name from task_type order by name`)).toEqual([
      { name: 'Fault' },
      { name: 'Question' },
    ])
    expect(await own.database.many(sql`select name from task_step order by task_status`)).toEqual(
      ['Open', 'Waiting', 'Closed'].map(name => ({ name })),
    )
    const { logoUrl } = (await own.call(readPortalSettings, { params: { company: 'first' } })).body
    expect((await own.http.inject({ url: logoUrl ?? '' })).rawPayload.equals(png)).toBe(true)
    expect((await use({})).problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'used' })
    expect(await firstLinks(own)).toEqual([])
  })
})

describe('a company without an administrator', () => {
  const companyOf = async () => {
    const { serviceCompanyId } = await aPortal(database)
    const { name } = await database.one<{ name: string }>(
      sql`update service_company set name = 'Company ' || id where id = ${serviceCompanyId} returning name`,
    )
    return { serviceCompanyId, name }
  }
  const linkOf = async (name: string) =>
    (await firstLinks()).filter(({ companyName }) => companyName === name).map(({ path }) => keyIn(path))

  test('gets one by a link of each start, until it has one', async () => {
    const { serviceCompanyId, name } = await companyOf()
    const [first = '', again = ''] = [(await linkOf(name))[0], (await linkOf(name))[0]]
    const made = await app.call(useStaffLink, { params: { key: first }, body: person })
    expect(made.status).toBe(200)
    const account = await database.one(sql`select role, is_installation_operator as operator from staff_account
      where service_company_id = ${serviceCompanyId}`)
    expect(account).toEqual({ role: 'administrator', operator: false })
    expect((await app.call(useStaffLink, { params: { key: again }, body: person })).problem.status).toBe(410)
    expect(await linkOf(name)).toEqual([])
  })

  test('its administrator is the staff user of that address, where there is one', async () => {
    const { serviceCompanyId, name } = await companyOf()
    const { id } = await database.one<{ id: number }>(sql`insert into staff_user
      (service_company_id, first_name, last_name, display_name, email)
      values (${serviceCompanyId}, 'A', 'M', 'A. M.', 'ADA@first.example') returning id`)
    await app.call(useStaffLink, { params: { key: (await linkOf(name))[0] ?? '' }, body: person })
    expect(
      await database.many(sql`select staff_user_id as id from staff_account
      where service_company_id = ${serviceCompanyId}`),
    ).toEqual([{ id }])
  })

  test('of two who use its links at the same time, one is refused', async () => {
    const { name } = await companyOf()
    const keys = [(await linkOf(name))[0] ?? '', (await linkOf(name))[0] ?? '']
    const answers = await Promise.all(
      keys.map((key, at) =>
        app.call(useStaffLink, { params: { key }, body: { ...person, email: `x${at}@y.example` } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })
})

describe('the link of an account', () => {
  test('sets its password once, ends its sessions, and is good for 24 hours', async () => {
    const account = await aStaffAccount(app, { role: 'technician', hasPassword: true })
    const headers = await staffHeaders(app, account)
    const params = { key: await insertStaffLink(database, account, clock.now()) }
    const other = { key: await insertStaffLink(database, account, clock.now()) }
    expect((await app.call(readStaffLink, { params })).body).toMatchObject({
      kind: 'account',
      email: account.email,
      displayName: 'Anna Tecnica',
    })
    const body = { password, passwordRepeat: password }
    expect((await app.call(useStaffLink, { params, body })).status).toBe(200)
    expect((await app.call(readStaffMe, { headers })).problem.code).toBe('unauthenticated')
    expect((await signIn(app, { email: account.email, password: staffPassword })).answer.status).toBe(401)
    expect((await signIn(app, { email: account.email, password })).answer.status).toBe(200)
    for (const key of [params, other])
      expect((await app.call(useStaffLink, { params: key, body })).problem).toMatchObject({
        status: 410,
        detail: 'used',
      })
    const late = await testApp()
    const theirs = await aStaffAccount(late)
    const old = { key: await insertStaffLink(late.database, theirs, late.clock.now()) }
    late.clock.pass(24 * 3_600_000 + 1000)
    expect((await late.call(readStaffLink, { params: old })).problem).toMatchObject({ status: 410, detail: 'expired' })
    expect((await late.call(readStaffLink, { params: { key: 'nothing' } })).problem.status).toBe(404)
  })

  test('its role stays that of the account, whatever is sent', async () => {
    const account = await aStaffAccount(app, { role: 'technician' })
    const params = { key: await insertStaffLink(database, account, clock.now()) }
    await app.call(useStaffLink, { params, body: { ...person, role: 'administrator', portal: null } })
    expect(await database.one(sql`select role, email from staff_account where id = ${account.staffAccountId}`)).toEqual(
      {
        role: 'technician',
        email: account.email,
      },
    )
    await deps.security.flush()
    expect(
      await database.many(
        sql`select what from security_event where staff_account_id = ${account.staffAccountId} order by id`,
      ),
    ).toEqual([{ what: 'staff.link.used' }, { what: 'staff.password.changed' }])
  })
})
