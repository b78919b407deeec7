import type { Endpoint } from '@portico/contract/endpoint'
import { beginImport, checkImport, tableKinds } from '@portico/contract/staff/imports'
import { expect, test, vi } from 'vitest'
import { apis, operatorApi } from '../src/apis.ts'
import { tableFields } from '../src/import/table/table-fields.ts'
import { exampleIn } from '../src/kernel/http/openapi-schemas.ts'
import { pathOf, testApp } from './fixtures/app.ts'
import { aContact, aPortal, aUser } from './fixtures/factories.ts'
import { mailSender } from './fixtures/inbound-mail.ts'
import {
  expectNoStalls,
  LONGEST,
  MAIL_HEADERS,
  mailWith,
  placesOf,
  SIGNS_OF_MAILS,
  stallMeter,
  withText,
} from './fixtures/long-texts.ts'
import { mailGrantDeps } from './fixtures/mail-grant-samples.ts'
import { anOperator } from './fixtures/operator.ts'
import { portalSamples } from './fixtures/portal-samples.ts'
import { uploadWith } from './fixtures/staff.ts'
import { staffSamples } from './fixtures/staff-samples.ts'
import { aStaffWorld, type Sample } from './fixtures/staff-world.ts'

// Every text that the three APIs take, every header of a mail and every cell of a table gets the longest run, and a longer one.

vi.setConfig({ testTimeout: 1_800_000 })

const app = await testApp(await mailGrantDeps())
const measure = await stallMeter(app)
const settle = () => app.delivered()
const lengthsOf = (max: number) => [...new Set([max, LONGEST])]

test('texts of customers', async () => {
  const portal = await aPortal(app.database, { supportEmail: 'help@service.example' })
  const person = await aUser(app.database, { contact: await aContact(app.database, portal) })
  const call = await app.as(person)
  const samples = portalSamples(app)
  const faults: string[] = []
  for (const { endpoint, place, max, name } of placesOf(apis.portal.endpoints)) {
    const send = async (text: string) => {
      const { status: _, missing: __, ...sample } = (await samples[endpoint.name]?.(person)) ?? expect.fail(name)
      await call(endpoint, { ...sample, body: withText(sample.body, place, text) } as never)
    }
    faults.push(...(await measure(name, lengthsOf(max), { send, settle })))
  }
  expectNoStalls(faults)
})

test('texts of the staff', async () => {
  const faults: string[] = []
  for (const { endpoint, place, max, name } of placesOf(apis.staff.endpoints)) {
    // Of its own for each: a company and an account may make so many calls of some kinds.
    const world = await aStaffWorld(app)
    // Of a call without a sample the body is all that counts.
    let sample: Sample = {}
    const renew = async () => {
      sample = (await staffSamples[endpoint.name]?.(world)) ?? {}
    }
    await renew()
    const send = async (text: string) => {
      await world.call(endpoint as Endpoint, { ...sample, body: withText(sample.body, place, text) })
      // What has a name of its own cannot be made again, and is used again.
      await renew().catch(() => undefined)
    }
    faults.push(...(await measure(name, lengthsOf(max), { send, settle })))
  }
  expectNoStalls(faults)
})

test('texts of programs', async () => {
  const faults: string[] = []
  for (const { endpoint, place, max, name } of placesOf(operatorApi.endpoints)) {
    const operator = await anOperator(app)
    const path = pathOf(endpoint.path, { externalId: 'long', ...endpoint.example?.params }).replace(/^.*\/v1/, '')
    const body = endpoint.body && exampleIn(endpoint.body)
    const send = (text: string) => operator(endpoint.method, path, withText(body, place, text))
    faults.push(...(await measure(name, lengthsOf(max), { send, settle })))
  }
  expectNoStalls(faults)
})

test('mails', async () => {
  const person = await aUser(app.database)
  const { operator, send: sendUsual } = await mailSender(app, person)
  // Loads what judges senders.
  await sendUsual({})
  const measure = await stallMeter(app, SIGNS_OF_MAILS)
  const faults: string[] = []
  let sent = 0
  for (const place of [...MAIL_HEADERS, 'text', 'HTML']) {
    const send = async (text: string) => {
      sent += 1
      const raw = Buffer.from(mailWith(place, text, sent))
      expect((await operator('POST', '/mail', raw, { 'content-type': 'message/rfc822' })).status).toBe(202)
    }
    faults.push(...(await measure(place, [100_000], { send, settle })))
  }
  const parts = (end: string) => (count: string) =>
    operator(
      'POST',
      '/mail',
      Buffer.from(
        ['From: a@elsewhere.example', 'Content-Type: multipart/mixed; boundary=b', '']
          .concat(Array.from({ length: count.length }, (_, at) => `--b${end}${end}${at}`))
          .join(end),
      ),
      { 'content-type': 'message/rfc822' },
    )
  for (const end of ['\n', '\r\n']) faults.push(...(await measure('parts', [100_000], { send: parts(end), settle })))
  expectNoStalls(faults)
})

test('tables', async () => {
  const faults: string[] = []
  /** Begins imports of a company of its own, because a company has some at once at most. */
  const importer = async () => {
    const world = await aStaffWorld(app)
    return async (content: string) => {
      const { id } = await uploadWith(app, world.headers, beginImport.path, { filename: 'clienti.csv', content })
      await world.call(checkImport, { params: { importid: id } })
    }
  }
  for (const kind of tableKinds) {
    const fields = Object.values(tableFields(kind)).flatMap(({ names: [title] }) => title ?? [])
    for (const [at, title] of fields.entries()) {
      const begin = await importer()
      const send = (text: string) => {
        const row = fields.map((_, column) => (column === at ? `"${text.replaceAll('"', '""')}"` : 'a'))
        return begin(`${fields.join(';')}\n${row.join(';')}\n`)
      }
      faults.push(...(await measure(`${kind}, ${title}`, [4000, 100_000], { send, settle })))
    }
  }
  const begin = await importer()
  for (const [name, send] of Object.entries({
    'a file': begin,
    'a file of lines': (text: string) => begin(`Nome;E-mail\n${text.replaceAll('x', '\n')}`),
  }))
    faults.push(...(await measure(name, [LONGEST], { send, settle })))
  expectNoStalls(faults)
})
