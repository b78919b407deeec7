import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anOperator, type Operator, openPortal } from '../../test/fixtures/operator.ts'
import { sql } from '../kernel/database/db.ts'
import { settingsAtAddress } from './queries.ts'

const app = await testApp()
const { database } = app

const color = 'hsl(205,70%,32%)'
/** Two companies: Brenta, whose portal is well known, and Lagorai, which might imitate it. */
const brenta = await anOperator(app)
await openPortal(app, brenta, { externalId: 'brenta', key: 'brenta' })
await brenta('PUT', '/portals/brenta', { webPortalKey: 'brenta', webPortalName: 'Brenta Servizi', baseColor: color })
const lagorai = await anOperator(app)
await openPortal(app, lagorai, { externalId: 'own', key: 'lagorai' })
const own = { webPortalKey: 'lagorai', webPortalName: 'Lagorai Impianti', baseColor: '#202124' }
const put = (more: object, call = lagorai) => call('PUT', '/portals/own', { ...own, ...more })
const company = await database.one<{ name: string }>(
  sql`select external_id as name from service_company where id = ${lagorai.serviceCompanyId}`,
)
const importedPortal = async (externalId: string, more: object) => {
  const line = { type: 'portal', externalId, serviceCompany: company.name, ...own, ...more }
  const sent = await lagorai('POST', '/import', JSON.stringify(line), { 'content-type': 'application/x-ndjson' })
  await app.delivered()
  const path = `/imports/${sent.json.id}`
  return { report: (await lagorai('GET', path)).json, refused: (await lagorai('GET', `${path}/refused`)).text }
}
const portalsOf = ({ serviceCompanyId }: Operator) =>
  database.many(sql`select web_portal_key as key, web_portal_name as name from portal
    where service_company_id = ${serviceCompanyId} order by id`)

test('an API key cannot open a portal, by PUT or by import, but can change its own', async () => {
  const problem = (await lagorai('PUT', '/portals/new', { ...own, webPortalKey: 'new-one' })).problem
  expect(problem).toMatchObject({
    status: 403,
    code: 'forbidden',
    detail: expect.stringContaining('portico portal add'),
  })
  // A portal of another company gets the same answer.
  const foreign = (await lagorai('PUT', '/portals/brenta', { ...own, webPortalKey: 'new-two' })).problem
  expect(foreign).toMatchObject({ status: 403, detail: problem.detail })
  const { report, refused } = await importedPortal('new', { webPortalKey: 'new-one' })
  expect(report).toMatchObject({ state: 'done', created: 0, refused: 1 })
  expect(refused).toContain('portico portal add')

  expect((await put({ supportPhone: '0461 1' })).status).toBe(200)
  expect((await put({ webPortalName: 'Lagorai', webPortalKey: 'lagorai-due' })).status).toBe(200)
  expect((await put({})).status).toBe(200)
  expect(await portalsOf(lagorai)).toEqual([{ key: 'lagorai', name: 'Lagorai Impianti' }])
})

test.each<[string, object, string]>([
  ['the name of another company', { webPortalName: 'brenta  SERVIZI' }, 'body.webPortalName'],
  ['a name of letters that look alike', { webPortalName: 'Вrеntа Servlzi' }, 'body.webPortalName'],
  ['its key', { webPortalKey: 'brenta-servizi' }, 'body.webPortalKey'],
  ['a similar name in its colour', { webPortalName: 'Brenta Servizi Srl', baseColor: color }, 'body.baseColor'],
])('an API key cannot make its portal look like another: %s', async (_, more, path) => {
  const { problem } = await put(more)
  expect(problem).toMatchObject({ status: 403, code: 'forbidden', errors: [{ path }] })
  const { report, refused } = await importedPortal('own', more)
  expect(report).toMatchObject({ state: 'done', changed: 0, refused: 1 })
  expect(refused).toContain('could pass for')
  expect(await portalsOf(lagorai)).toEqual([{ key: 'lagorai', name: 'Lagorai Impianti' }])
})

test('a key that a portal has given up leads to it, and another company cannot take it', async () => {
  await openPortal(app, brenta, { externalId: 'moved', key: 'vecchio-nome' })
  const moved = { webPortalKey: 'nome-nuovo', webPortalName: 'Ascensori Astico', baseColor: '#0a5c36' }
  expect((await brenta('PUT', '/portals/moved', moved)).status).toBe(200)
  expect((await put({ webPortalKey: 'vecchio-nome' })).problem).toMatchObject({
    status: 403,
    errors: [{ path: 'body.webPortalKey' }],
  })
  // The company itself may take it for another of its portals, whose it is then.
  expect((await settingsAtAddress(database, 'vecchio-nome'))?.webPortalKey).toBe('nome-nuovo')
  await openPortal(app, brenta, { externalId: 'third', key: 'terzo' })
  const third = { webPortalKey: 'vecchio-nome', webPortalName: 'Ascensori Due', baseColor: '#5c0a36' }
  expect((await brenta('PUT', '/portals/third', third)).status).toBe(200)
  expect((await settingsAtAddress(database, 'vecchio-nome'))?.webPortalName).toBe('Ascensori Due')
  // A key that a portal takes again is none that it had.
  expect((await brenta('PUT', '/portals/moved', { ...moved, webPortalKey: 'altro-nome' })).status).toBe(200)
  expect((await brenta('PUT', '/portals/moved', moved)).status).toBe(200)
  const { keys } = await database.one<{ keys: string[] }>(
    sql`select former_keys as keys from portal where web_portal_key = 'nome-nuovo'`,
  )
  expect(keys).toEqual(['vecchio-nome', 'altro-nome'])
})

test('a similar name in another colour is accepted, but then not the same colour', async () => {
  const similar = { webPortalName: 'Brenta Servizi Srl' }
  expect((await put(similar)).status).toBe(200)
  expect((await put({ ...similar, baseColor: color })).problem.errors).toMatchObject([{ path: 'body.baseColor' }])
  expect((await put({})).status).toBe(200)
})

test('branding that the installation set stays, and two portals of one company may look alike', async () => {
  await database.run(sql`update portal set web_portal_name = 'Brenta Servizi'
    where service_company_id = ${lagorai.serviceCompanyId}`)
  expect((await put({ webPortalName: 'Brenta Servizi', supportPhone: '0461 2' })).status).toBe(200)
  expect((await put({})).status).toBe(200)
  await openPortal(app, brenta, { externalId: 'second', key: 'brenta-due' })
  const second = { webPortalKey: 'brenta-due', webPortalName: 'Brenta Servizi', baseColor: color }
  expect((await brenta('PUT', '/portals/second', second)).status).toBe(200)
})
