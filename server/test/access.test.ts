import type { Access, Endpoint } from '@portico/contract/endpoint'
import { type Flag, flags } from '@portico/contract/permissions'
import { listAllTickets, listTickets, readTicket } from '@portico/contract/tickets'
import { describe, expect, test } from 'vitest'
import { apis, portalApi } from '../src/apis.ts'
import { raw, sql } from '../src/kernel/database/db.ts'
import { recordTypes } from '../src/records/registry.ts'
import { type Answer, rowCounts, testApp } from './fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser, aWikiElement, every, only, type Person } from './fixtures/factories.ts'
import { portalSamples, type Sample } from './fixtures/portal-samples.ts'
import { foreignMarks, importTenantIsolationData, seededTypes } from './fixtures/tenant-isolation-data.ts'

// Who may make which call, for every endpoint (specification/people-and-access.md#who-may-make-which-call). A new endpoint without a sample here fails.

const app = await testApp()
const { database, call } = app

const samples = portalSamples(app)

const sampleOf = (endpoint: Endpoint, caller: Person) =>
  samples[endpoint.name]?.(caller) ?? expect.fail(`${endpoint.name} has no sample here`)

const flagsOf = (access: Access): readonly Flag[] =>
  access === 'open' || access === 'user' || access === 'portal' || access === 'contact'
    ? []
    : typeof access === 'string'
      ? [access as Flag]
      : access

const as = async (person: Person, endpoint: Endpoint, sent: Sample) =>
  (await app.as(person))(endpoint, sent) as Promise<Answer<undefined>>

type Attempt = [attempt: () => Promise<unknown>, refusal: object]
/** Expects each attempt to be refused in this way, and no row to change. */
const untouched = async (attempts: Attempt[]) => {
  const [before, stored] = [await rowCounts(app), await app.storedKeys()]
  for (const [attempt, refusal] of attempts)
    expect(((await attempt()) as Answer<undefined>).problem).toMatchObject(refusal)
  expect(await rowCounts(app)).toEqual(before)
  expect(await app.storedKeys()).toEqual(stored)
}

const notFound = { status: 404, code: 'not_found' }
/** With any of these in a place of the path it answers that there is nothing. */
const unknown = async (endpoint: Endpoint, caller: Person, name: string, values: (string | number)[]) => {
  const sample = await sampleOf(endpoint, caller)
  await untouched(
    values.map(value => {
      const params = { ...sample.params, [name]: value } as Record<string, string | number>
      return [() => as(caller, endpoint, { ...sample, params }), notFound]
    }),
  )
}

/** A call without the names of its parameters, the case of its words and a slash at the end. */
const shapeOf = (method: string, path: string) =>
  `${method} ${path.replace(/:\w+/g, ':').replace(/\/$/, '').toLowerCase()}`

/** The calls that the server answers, from the tree of routes that Fastify prints. */
const answeredCalls = (tree: string) => {
  const words: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', word = '', methods] = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    words.splice(indent.length / 4, Number.POSITIVE_INFINITY, word.startsWith('(') ? '' : word)
    return methods?.split(', ').map(method => shapeOf(method, words.join(''))) ?? []
  })
}

test('every address below /api is a call of the contract: no matrix of access can miss one', () => {
  const declared = Object.values(apis).flatMap(({ endpoints }) =>
    endpoints.map(({ method, path }) => shapeOf(method, path)),
  )
  const documents = Object.values(apis).flatMap(({ root }) => [`GET ${root}/openapi.json`, `GET ${root}`])
  const answered = answeredCalls(app.http.printRoutes()).filter(one => one.includes(' /api/'))
  expect(declared.filter(one => !answered.includes(one))).toEqual([])
  expect(
    answered.filter(one => !one.startsWith('HEAD ') && !documents.includes(one) && !declared.includes(one)),
  ).toEqual([])
})

test('every endpoint has a sample, and every sample an endpoint', () => {
  expect(Object.keys(samples).sort()).toEqual(portalApi.endpoints.map(({ name }) => name).sort())
})

let everybody: ReturnType<typeof importTenantIsolationData> | undefined
const reader = async (mark: string) => {
  everybody ??= importTenantIsolationData(app)
  return (await everybody).get(mark) ?? expect.fail(`there is no ${mark}`)
}

test('the tenant isolation data has every record type', () => {
  expect([...seededTypes].sort()).toEqual(recordTypes.map(({ type }) => type).sort())
})

const idIn = (table: string) => async (person: Person) =>
  (
    await database.one<{ id: number }>(
      sql`select min(id) as id from ${raw(table)} where portal_id = ${person.portalId}`,
    )
  ).id

/** The ids that a query may contain, each with a function that finds an id of a person. */
const idsInQuery: Record<string, (person: Person) => Promise<number>> = {
  webUserIds: async ({ webUserId }) => webUserId,
  tagIds: idIn('tag'),
  taskId: idIn('ticket'),
}

const namesIn = (endpoint: Endpoint) =>
  Object.keys((endpoint.query as { properties?: object } | undefined)?.properties ?? {})
const asksFor = (endpoint: Endpoint, name: string) => namesIn(endpoint).includes(name)

test('every id parameter of a query is tried', () => {
  const names = portalApi.endpoints.flatMap(namesIn).filter(name => /Ids?$/.test(name))
  expect([...new Set(names)].sort()).toEqual(Object.keys(idsInQuery).sort())
})

/** Declares a test only for endpoints that it applies to. */
const testIf = (applies: unknown, name: string, work: () => Promise<void>) => {
  if (applies) test(name, work)
}

const streams = (endpoint: Endpoint) => endpoint.raw === 'text/event-stream'

describe.each(portalApi.endpoints.map(endpoint => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const guarded = endpoint.access !== 'open'
  const inPath = (name: string) => guarded && endpoint.path.includes(`:${name}`)
  const needed = flagsOf(endpoint.access)

  test('succeeds for a permitted caller', async () => {
    if (streams(endpoint)) return
    const caller = await aUser(database)
    const sample = await sampleOf(endpoint, caller)
    const answer = await as(caller, endpoint, sample)
    expect(answer.status, answer.text).toBe(sample.status)
  })

  testIf(guarded, 'needs a sign-in', async () => {
    const sample = await sampleOf(endpoint, await aUser(database))
    const refusal = { status: 401, code: 'unauthenticated' }
    const headers = { ...sample.headers, authorization: `Bearer ${'x'.repeat(43)}` }
    await untouched([
      [() => call(endpoint, sample), refusal],
      [() => call(endpoint, { ...sample, headers }), refusal],
    ])
  })

  testIf(inPath('company'), "does not know another company's portal, nor one that is not there", async () => {
    const [caller, stranger] = [await aUser(database), await aUser(database)]
    await unknown(endpoint, caller, 'company', [
      stranger.company,
      'no-such-portal',
      'x'.repeat(250),
      '%00',
      "' or 1=1 --",
    ])
  })

  testIf(inPath('company'), 'does not know a sister portal of which the caller is no member', async () => {
    const caller = await aUser(database)
    const sister = await aContact(database, await aPortal(database, { serviceCompanyId: caller.serviceCompanyId }))
    const sample = await sampleOf(endpoint, caller)
    const params = { ...sample.params, company: sister.company } as Record<string, string | number>
    const both = { ...params, contactid: sister.contactId }
    const tried = inPath('contactid') ? [params, both] : [params]
    await untouched(tried.map(params => [() => as(caller, endpoint, { ...sample, params }), notFound]))
  })

  testIf(inPath('contactid'), "does not know another's contact, nor one that is not there", async () => {
    const caller = await aUser(database)
    const neighbour = await aContact(database, caller)
    const stranger = await aUser(database)
    const ids = [neighbour.contactId, stranger.contactId, 9_007_199_254_740_991, 0, -1, 'x', '1.0', '007']
    await unknown(endpoint, caller, 'contactid', ids)
  })

  testIf(inPath('contactid'), 'does not know a contact whose membership has ended', async () => {
    const caller = await aUser(database)
    const sample = await sampleOf(endpoint, caller)
    const token = await app.as(caller)
    await database.run(sql`update membership set active = false where id = ${caller.membershipId}`)
    await untouched([[() => token(endpoint, sample), notFound]])
  })

  testIf(inPath('ticketid'), "does not know another contact's ticket, nor one that is not there", async () => {
    const [caller, stranger] = [await aUser(database), await aUser(database)]
    const neighbour = await aUser(database, { contact: await aContact(database, caller) })
    const ids = [(await aTicket(database, stranger)).id, (await aTicket(database, neighbour)).id, 999_999, 0, 'x']
    await unknown(endpoint, caller, 'ticketid', ids)
  })

  testIf(inPath('wikielementid'), "does not know another contact's asset, nor one that is not there", async () => {
    const [caller, stranger] = [await aUser(database), await aUser(database)]
    const neighbour = await aContact(database, caller)
    const ids = [(await aWikiElement(database, stranger)).id, (await aWikiElement(database, neighbour)).id, 999_999, 0]
    await unknown(endpoint, caller, 'wikielementid', ids)
  })

  testIf(guarded, 'needs its flags and no other', async () => {
    const refusal = { status: 403, code: 'forbidden' }
    const without = needed.map(flag => every({ [flag]: false }))
    const alone = flags.filter(flag => !needed.includes(flag)).map(flag => only(flag))
    const attempts: Attempt[] = []
    for (const given of needed.length > 0 ? [only(), ...without, ...alone] : []) {
      const caller = await aUser(database, { flags: given })
      const sample = await sampleOf(endpoint, caller)
      attempts.push([() => as(caller, endpoint, sample), refusal])
    }
    await untouched(attempts)
    if (streams(endpoint)) return
    const caller = await aUser(database, { flags: only(...needed) })
    const sample = await sampleOf(endpoint, caller)
    const answer = await as(caller, endpoint, sample)
    expect(answer.status, answer.text).toBe(sample.status)
  })

  test('finds its path whatever the case of its static parts', async () => {
    if (streams(endpoint)) return
    const path = endpoint.path.replace(/(^|\/)([a-z.]+)/g, part => part.toUpperCase())
    const caller = await aUser(database)
    const sample = await sampleOf(endpoint, caller)
    const answer = await as(caller, { ...endpoint, path }, sample)
    expect(answer.status, answer.text).toBe(sample.status)
  })

  testIf(endpoint.body, 'refuses a body that is no JSON, no object, or of a wrong type', async () => {
    const caller = await aUser(database)
    const sample = await sampleOf(endpoint, caller)
    const refusal = { status: 400, code: 'invalid_request' }
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const tooLong = JSON.stringify({ ...(sample.body as object), more: 'x'.repeat(1024 * 1024) })
    const bodies = ['{', '', '{"a":}', '[]', '"text"', '1', 'true', '\u0000', deep, '{"__proto__":{"x":1}}', tooLong]
    const xml = { headers: { 'content-type': 'application/xml' }, body: '<a/>' }
    await untouched([
      ...bodies.map((body): Attempt => [() => as(caller, endpoint, { ...sample, body }), refusal]),
      ...Object.entries(sample.body as object).map(([name, value]): Attempt => {
        const body = { ...(sample.body as object), [name]: typeof value === 'number' ? 'many' : 7 }
        return [() => as(caller, endpoint, { ...sample, body }), { ...refusal, errors: [{ path: `body.${name}` }] }]
      }),
      [() => as(caller, endpoint, { ...sample, ...xml }), refusal],
    ])
  })

  testIf(
    endpoint.body && endpoint.name !== 'login',
    'ignores fields and parameters that it does not know',
    async () => {
      const caller = await aUser(database)
      const sample = await sampleOf(endpoint, caller)
      const body = {
        ...(sample.body as object),
        serviceCompanyId: 1,
        id: 1,
        scope: { flags: {} },
        createdOn: '1999-01-01',
      }
      const answer = await as(caller, endpoint, { ...sample, body, query: { flags: 'all' } })
      expect(answer.status, answer.text).toBe(sample.status)
    },
  )

  testIf(endpoint.query && guarded, 'refuses parameters of a wrong form, and ignores unknown ones', async () => {
    const caller = await aUser(database)
    const sample = await sampleOf(endpoint, caller)
    const known = Object.keys((endpoint.query as { properties?: object }).properties ?? {})
    for (const name of [
      'limit',
      'cursor',
      'count',
      'sort',
      'status',
      'from',
      'to',
      'q',
      'wikiFilter',
      'filter',
      'webUserIds',
      'taskId',
    ]) {
      for (const value of ['\u0000', 'x'.repeat(9000)]) {
        const answer = await as(caller, endpoint, { ...sample, query: { [name]: value } })
        expect(answer.status, `${name} ${answer.text}`).toBe(known.includes(name) ? 400 : 200)
        if (answer.status === 400) expect(answer.problem.errors?.[0]?.path).toBe(`query.${name}`)
      }
    }
  })
})

// Last, because each refusal above compares all stored rows.
describe.each(portalApi.endpoints.map(endpoint => [endpoint.name, endpoint] as const))(
  '%s, among two of everything',
  (_, endpoint) => {
    test('returns no row, file URL or count of another contact, portal or company', async () => {
      if (streams(endpoint)) return
      const caller = await reader('zC1P1K1')
      const sample = await sampleOf(endpoint, caller)
      const counted = 'count' in ((endpoint.query as { properties?: object } | undefined)?.properties ?? {})
      const answer = await as(caller, endpoint, { ...sample, ...(counted && { query: { count: 1 } }) })
      expect(answer.status, answer.text).toBe(sample.status)
      expect(foreignMarks(answer.text, caller)).toEqual([])
      expect(answer.text).not.toContain('secretnote')
      if (!counted) return
      const rows = answer.body as unknown as unknown[]
      expect(rows.length).toBeGreaterThan(0)
      expect(answer.headers['total-count']).toBe(String(rows.length))
    })

    for (const [name, idOf] of Object.entries(idsInQuery))
      testIf(asksFor(endpoint, name), `does not know another's ${name} in its query`, async () => {
        const caller = await reader('zC1P1K1')
        const sample = await sampleOf(endpoint, caller)
        const refusal = { ...notFound, errors: [{ path: `query.${name}` }] }
        await untouched(
          ['zC1P2K1', 'zC2P1K1'].map(other => [
            async () => as(caller, endpoint, { ...sample, query: { [name]: await idOf(await reader(other)) } }),
            refusal,
          ]),
        )
      })
  },
)

test('an unknown path returns a problem document for every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
    const answer = await app.http.inject({ method, url: '/api/nothing/here' })
    expect(answer.statusCode).toBe(404)
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ code: 'not_found' })
  }
})

test('an internal note appears in no search and in no ticket', async () => {
  const caller = await reader('zC1P1K1')
  const mine = await app.as(caller)
  const { id } = await database.one<{ id: number }>(sql`select ticket_id as id from internal_note
    where contact_id = ${caller.contactId} and message like '%secretnote%'`)
  for (const list of [listTickets, listAllTickets]) {
    const found = async (q: string) => (await mine(list, { params: caller.here, query: { q } })).body.length
    expect([await found('zC1P1K1'), await found('secretnote')]).toEqual([1, 0])
  }
  const ticket = await mine(readTicket, { params: { ...caller.here, ticketid: id } })
  expect(ticket.body.comments).toHaveLength(1)
  expect(ticket.text).not.toContain('secretnote')
})
