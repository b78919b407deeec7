import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorRoot } from '@portico/contract/endpoint'
import { exampleFile } from '@portico/contract/operator/records'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operatorApi } from '../src/apis.ts'
import { root } from '../src/installation/installation.ts'
import { sql } from '../src/kernel/database/db.ts'
import { openApiDocument } from '../src/kernel/http/openapi.ts'
import { exampleIn } from '../src/kernel/http/openapi-schemas.ts'
import { recordExamples } from '../src/operator-api/record-examples.ts'
import { recordCalls } from '../src/operator-api/record-routes.ts'
import { exampleChangedAt, exampleFileId, pluralOf } from '../src/operator-api/record-schemas.ts'
import { recordTypes, requireRecordType } from '../src/records/registry.ts'
import { testApp } from './fixtures/app.ts'
import { aServiceCompany } from './fixtures/factories.ts'
import { anOperator, openPortal } from './fixtures/operator.ts'

// The examples of the OpenAPI document are tested: they run, in order, on a server.

const app = await testApp()
const { database } = app
const serviceCompanyId = await aServiceCompany(database)
await database.run(sql`update service_company set external_id = 'brenta' where id = ${serviceCompanyId}`)
const operator = await anOperator(app, { serviceCompanyId })
await openPortal(app, operator, { externalId: 'brenta', key: 'brenta' })
const pdf = await readFile(join(root, 'demo/files', exampleFile.name))

const upload = async () => (await operator('POST', `/files?name=${exampleFile.name}`, pdf)).json
/** The text with the upload and file ids, the link and the time of change of the example. */
const plain = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\/files\/[\w-]{22}"/g, `/files/${exampleFileId}"`)
      .replace(/upload:\d+/g, exampleFile.path)
      .replace(/"changedAt":"[^"]*"/g, `"changedAt":"${exampleChangedAt}"`)
      .replace(/"link":"[^"]*"/g, '"link":"https://portal.example.com/brenta/7/tickets/12"'),
  )

test('uploading a file', async () => {
  expect(plain(await upload())).toEqual(exampleFile)
})

describe('records', () => {
  test.each(recordTypes.map(kind => [pluralOf(kind), kind] as const))(
    '%s are put, read and listed',
    async (plural, kind) => {
      const { put, read, list, file } = recordCalls(kind)
      const { externalId } = recordExamples[kind.type] ?? expect.fail()
      const path = `/${plural}/${externalId}`
      const body = JSON.stringify(exampleIn(put.body)).replaceAll(exampleFile.path, String((await upload()).path))
      const answer = await operator('PUT', path, body)
      expect([answer.status, plain(answer.json)]).toEqual([
        ['serviceCompany', 'portal'].includes(kind.type) ? 200 : 201,
        exampleIn(put.reply),
      ])
      expect(plain((await operator('GET', path)).json)).toEqual(exampleIn(read.reply))
      const query = new URLSearchParams({ ...list.example?.query, changedSince: '2026-01-01' })
      expect(plain((await operator('GET', `/${plural}?${query}`)).json)).toEqual(exampleIn(list.reply))
      const [url] = /\/api\/operator[^"]*\/files\/[^"]*/.exec(answer.text) ?? []
      expect(url === undefined).toBe(!file || !body.includes('upload:'))
      if (url) expect((await operator('GET', url.replace(operatorRoot, ''))).bytes.equals(pdf)).toBe(true)
    },
  )

  test.each(recordTypes.map(kind => [pluralOf(kind), kind] as const))('%s are changed', async (plural, kind) => {
    const { externalId, body, changes } = recordExamples[kind.type] ?? expect.fail()
    const path = `/${plural}/${externalId}`
    const { json: before } = await operator('GET', path)
    const answer = await operator('PATCH', path, changes)
    expect(answer.status).toBe(200)
    const others = Object.keys(body).filter(field => !Object.hasOwn(changes, field) && field !== 'key')
    for (const field of others) expect([field, plain(answer.json)[field]]).toEqual([field, plain(before)[field]])
    expect(answer.json).not.toEqual(before)
    expect((await operator('PATCH', path, changes)).text).toBe(answer.text)
  })

  test.each([...recordTypes].reverse().map(kind => [pluralOf(kind), kind] as const))(
    '%s are removed',
    async (plural, kind) => {
      if (!recordCalls(kind).remove) return
      const { externalId } = recordExamples[kind.type] ?? expect.fail()
      // Evidence and its document are kept. A membership is ended, because messages refer to its person.
      const stays = ['contact', 'portal', 'webUser', 'documentToSign'].includes(kind.type)
      expect((await operator('DELETE', `/${plural}/${externalId}`)).status).toBe(stays ? 409 : 204)
    },
  )
})

describe('the document', () => {
  const document = openApiDocument(operatorApi)
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)

  test('is public and equals the generated one', async () => {
    const answer = await app.http.inject({ url: `${operatorRoot}/openapi.json` })
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(document)))
    expect(new Set(operatorApi.endpoints.map(({ name }) => name)).size).toBe(operatorApi.endpoints.length)
  })

  test('has a reference page, which runs our own script alone', async () => {
    const webDir = await mkdtemp(join(tmpdir(), 'portico-web-'))
    onTestFinished(() => rm(webDir, { recursive: true, force: true }))
    await mkdir(join(webDir, 'assets'))
    await writeFile(join(webDir, 'assets', 'reference-2.5.4.js'), '')
    const { http } = await testApp({ webDir })
    for (const root of [operatorRoot, '/api']) {
      expect((await http.inject({ url: root })).headers.location).toBe(`${root}/`)
      const { payload, headers } = await http.inject({ url: `${root}/` })
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
      expect(payload.match(/<script[^>]*>/g)).toEqual([
        expect.stringMatching(/^<script src="\/assets\/reference-2.5.4.js" nonce="[\w-]+">$/),
      ])
    }
    expect((await app.http.inject({ url: `${operatorRoot}/` })).headers.location).toBe(`${operatorRoot}/openapi.json`)
  })

  test('describes every field of a record, whatever its name', () => {
    const { properties } = document.components.schemas.Ticket as { properties: object }
    expect(Object.keys(properties)).toEqual(
      Object.keys(exampleIn(recordCalls(requireRecordType('ticket')).read.reply) as object),
    )
  })

  test.each(operatorApi.endpoints.map(call => [call.name, call] as const))(
    '%s is a call, with examples of its shape',
    (_, call) => {
      expect(app.http.hasRoute({ method: call.method, url: call.path })).toBe(true)
      for (const schema of [call.body, call.reply]) {
        if (!schema) continue
        const example = exampleIn(schema)
        expect(example).toBeDefined()
        expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
      }
      const asked = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect(Object.keys(call.example?.params ?? {}).sort()).toEqual(asked.sort())
    },
  )
})
