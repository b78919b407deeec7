import type { Endpoint } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { apis } from '../src/apis.ts'
import type { Statement } from '../src/kernel/database/db.ts'
import { pluralOf } from '../src/operator-api/record-schemas.ts'
import { recordTypes } from '../src/records/registry.ts'
import { testApp } from './fixtures/app.ts'
import { copyRows } from './fixtures/many-rows.ts'
import { anOperator } from './fixtures/operator.ts'
import { portalSamples } from './fixtures/portal-samples.ts'
import { staffSamples } from './fixtures/staff-samples.ts'
import { aStaffWorld } from './fixtures/staff-world.ts'
import { importTenantIsolationData } from './fixtures/tenant-isolation-data.ts'

// Every statement that a list sends, as PostgreSQL runs it over large tables: none reads a whole table, or most of it only to drop what it
// has read. A missing index is seen by nothing else.

const ROWS = 10_000

type Sent = Statement & { by: string }

/** Statements by their text, while they are recorded, with the first list that sent each. */
let sent: Map<string, Sent> | undefined
let asking = ''
const app = await testApp(
  { webhookAllowPrivate: true },
  {
    onStatement: (text, values = []) => {
      if (/^\s*(select|with)\b/i.test(text) && !sent?.has(text))
        sent?.set(text, { text, values: [...values], by: asking })
    },
  },
)
const { database } = app
const person = (await importTenantIsolationData(app)).get('zC1P1K1') ?? expect.fail()
// Of the company that has rows of every kind: what another one asks for is empty, and found by any index.
const world = await aStaffWorld(app, { person })

type Query = Record<string, string | number>
const isList = ({ method, query }: Endpoint) => method === 'GET' && 'limit' in propertiesOf(query)
const propertiesOf = (schema: unknown) =>
  (schema as { properties?: Record<string, { enum?: string[] }> } | undefined)?.properties ?? {}

/** What a reader asks of a list: as it opens, counted, found by words, in each order. */
const queriesOf = ({ query }: Endpoint): Query[] => {
  const { q, count, sort } = propertiesOf(query)
  return [
    {},
    ...(count ? [{ count: '1' }] : []),
    ...(q ? [{ q: 'caldaia 12' }] : []),
    ...(sort?.enum ?? []).map(order => ({ sort: order })),
  ]
}

const lists = (api: keyof typeof apis) => apis[api].endpoints.filter(isList)

const askEverything = async () => {
  const samples = portalSamples(app)
  const customer = await app.as(person)
  for (const endpoint of lists('portal')) {
    const sample = (await samples[endpoint.name]?.(person)) ?? expect.fail(endpoint.name)
    for (const query of queriesOf(endpoint))
      await customer(endpoint, { ...sample, query: { ...sample.query, ...query } })
  }
  for (const endpoint of lists('staff')) {
    const sample = (await staffSamples[endpoint.name]?.(world)) ?? expect.fail(endpoint.name)
    for (const query of queriesOf(endpoint)) {
      asking = `${endpoint.name} ${Object.keys(query)}`.trim()
      await world.call(endpoint, { ...sample, query: { ...sample.query, ...query } })
    }
  }
  const program = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  for (const type of recordTypes) {
    asking = `operator ${pluralOf(type)}`
    expect((await program('GET', `/${pluralOf(type)}`)).status).toBe(200)
  }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const explained = async (how: string, { text, values }: Statement): Promise<Plan[]> => {
  const [row] = await database.many<{ 'QUERY PLAN': { Plan: Plan }[] }>({ text: `explain (${how}) ${text}`, values })
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan ?? expect.fail(text))
}

/** As it was run; only as it would be where the copies have two rows of which there can be one. */
const planOf = (statement: Statement): Promise<Plan[]> =>
  explained('format json, analyze, timing off', statement).catch(() => explained('format json', statement))

/** What reads a whole table where one company has all of its rows, with the reason. */
const accepted: [what: RegExp, reason: string][] = [
  [/^\w+ count: /, 'a total counts every row of the company'],
  [/^\w+ sort: /, 'an order that few ask for has no index'],
  [/^\w+ q: contact$/, 'a name of a customer is looked for beside the words of the list; it is one of few columns'],
  [/^listPublishedFiles( q)?: /, 'files of six kinds in one order: each kind is read as far as the page needs'],
  [/^listStaffBookings( q)?: /, 'the dates of a company are read by its services, which are few'],
  [/^listSignatures q: signing_document$/, 'names of documents have no index of words'],
  [/^listStaffCustomers: contact$/, 'customers are listed by the name as people sort it'],
  [/^operator absences: staff_absence$/, 'a company has few'],
]

test('no list reads a whole table', async () => {
  sent = new Map()
  await askEverything()
  const statements = [...sent.values()]
  sent = undefined
  expect(statements.length).toBeGreaterThan(100)
  const tables = new Set<string>()
  for (const statement of statements)
    for (const { 'Relation Name': table } of await planOf(statement)) if (table) tables.add(table)
  const large = new Set<string>()
  const copying = { serviceCompanyId: person.serviceCompanyId, most: ROWS }
  for (const table of tables) if (await copyRows(database, table, copying)) large.add(table)
  expect(large.size).toBeGreaterThan(40)
  const found = new Set<string>()
  for (const statement of statements)
    for (const {
      'Node Type': node,
      'Relation Name': table = '',
      'Rows Removed by Filter': removed = 0,
    } of await planOf(statement))
      if (large.has(table) && (node === 'Seq Scan' || removed > ROWS / 2)) found.add(`${statement.by}: ${table}`)
  expect([...found].filter(one => !accepted.some(([what]) => what.test(one))).sort()).toEqual([])
})
