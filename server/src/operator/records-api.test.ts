import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type Operator, anOperator } from '../../test/operator.ts'
import { twoOfEverything } from '../../test/two-of-everything.ts'
import { sql } from '../kernel/db.ts'
import { importKinds } from './import-kinds.ts'
import { answerSchema, pluralOf } from './record-kind.ts'
import Ajv from 'ajv'

const app = await testApp()
const { database } = app
await twoOfEverything(app)
const idOf = async (table: 'service_company' | 'portal', externalId: string) =>
  (await database.one<{ id: number }>(
    table === 'portal'
      ? sql`select id from portal where external_id = ${externalId}`
      : sql`select id from service_company where external_id = ${externalId}`,
  )).id
const owner = await anOperator(app, { serviceCompanyId: await idOf('service_company', 'zC1') })
const ajv = new Ajv({ strict: false })

type Listed = Record<string, unknown> & { externalId: string }
const list = async (call: Operator, path: string) => (await call('GET', path)).json as unknown as Listed[]
const at = (plural: string, externalId: string) => `/${plural}/${encodeURIComponent(externalId)}`

test.each(importKinds.map(kind => [pluralOf(kind), kind] as const))(
  '%s: listed, read, put back as read without a change',
  async (plural, kind) => {
    const all = await list(owner, `/${plural}`)
    expect(all.length).toBeGreaterThan(0)
    const shape = ajv.compile({ ...answerSchema(kind), additionalProperties: false })
    for (const record of all) expect(shape(record), ajv.errorsText(shape.errors)).toBe(true)
    const [{ externalId } = expect.fail()] = all
    const read = await owner('GET', at(plural, externalId))
    expect(read.json).toEqual(all[0])
    const again = await owner('PUT', at(plural, externalId), read.json)
    expect([again.status, again.text]).toEqual([200, read.text])
    expect(again.headers.etag).toBe(read.headers.etag)
    expect(await list(owner, `/${plural}`)).toEqual(all)
  },
)
