import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@portico/contract/auth'
import { readPortalSettings } from '@portico/contract/portals'
import { listTickets } from '@portico/contract/tickets'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, password } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { renameReservedPortals } from './reserved-keys.ts'

const webDir = await mkdtemp(join(tmpdir(), 'portico-web-'))
afterAll(() => rm(webDir, { recursive: true, force: true }))
await mkdir(join(webDir, 'assets'))
for (const page of ['index.html', 'staff.html'])
  await writeFile(join(webDir, page), '<html><body><!--portico:boot--></body></html>')

const app = await testApp({ webDir })
const { database, http, call } = app

const open = (url: string) => http.inject({ url, headers: { accept: 'text/html' } })

/** Creates a portal whose key is a reserved word by now, and renames it as the next start does. */
const aRenamedPortal = async (key: string) => {
  const portal = await aPortal(database)
  const contact = await aContact(database, portal)
  const person = await aUser(database, { contact })
  await database.run(sql`update portal set web_portal_key = ${key} where id = ${portal.portalId}`)
  const warnings: string[] = []
  await renameReservedPortals(database, (level, message) => warnings.push(`${level}: ${message}`))
  return { portal, contact, person, warnings }
}

test('a portal whose key became a reserved word answers under its new key and its old one', async () => {
  const { contact, person, warnings } = await aRenamedPortal('notifications')
  expect(warnings).toEqual([
    'warn: The portal notifications is now called notifications-portal, because notifications became a reserved word.',
  ])
  const asPerson = await app.as(person)
  for (const company of ['notifications-portal', 'notifications']) {
    const { body } = await call(readPortalSettings, { params: { company } })
    expect(body.webPortalKey).toBe('notifications-portal')
    const tickets = await asPerson(listTickets, { params: { company, contactid: contact.contactId } })
    expect(tickets.status).toBe(200)
  }

  const { userName } = person
  expect((await call(login, { body: { userName, password, company: 'notifications' } })).status).toBe(200)

  for (const rest of ['', '/', '/Login', '/12/tickets?status=open', '?q=a', '/documents/aKey', '/notifications/aKey'])
    expect((await open(`/notifications${rest}`)).headers.location, rest).toBe(`/notifications-portal${rest}`)
  for (const rest of ['', '/aKey?a=b'])
    expect((await open(`/Appointments/notifications${rest}`)).headers.location, rest).toBe(
      `/Appointments/notifications-portal${rest}`,
    )
  expect((await open('/tasks/notifications/aKey')).headers.location).toBe('/tasks/notifications-portal/aKey')
  // URLs of the section itself do not redirect.
  expect((await open('/notifications/aKeyOfSomebody')).statusCode).toBe(200)
  // Reserved words that never were a portal's key do not redirect.
  expect((await open('/invoices')).statusCode).toBe(200)
})

test('a portal named like a renamed one takes no address of the product', async () => {
  for (const word of ['login', 'confirm', 'verify', 'tickets']) {
    const { portalId } = await aPortal(database)
    await database.run(sql`update portal set web_portal_key = ${`${word}-portal`} where id = ${portalId}`)
  }
  for (const url of [
    '/login',
    '/Confirm?key=ofSomebody',
    '/verify',
    '/tickets',
    '/tickets/12',
    '/appointments/login',
  ]) {
    const { statusCode, body } = await open(url)
    expect(statusCode, url).toBe(200)
    expect(body, url).toContain('{"portal":null}')
  }
})

test('a portal keeps its key if the new one is taken, and a warning says so', async () => {
  const other = await aPortal(database)
  await database.run(sql`update portal set web_portal_key = 'pictures-portal' where id = ${other.portalId}`)
  const { portal, warnings } = await aRenamedPortal('pictures')
  expect(warnings).toEqual([
    'warn: The portal pictures cannot be reached: pictures became a reserved word, and another portal is pictures-portal.',
  ])
  const { key } = await database.one<{ key: string }>(
    sql`select web_portal_key as key from portal where id = ${portal.portalId}`,
  )
  expect(key).toBe('pictures')
  // Nor does its old address lead its customers to the other portal.
  expect((await open('/pictures')).statusCode).toBe(200)
})
