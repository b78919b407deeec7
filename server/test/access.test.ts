import type { Access, Endpoint } from '@portico/contract/endpoint'
import { type Flag, flags } from '@portico/contract/permissions'
import { listAllTickets, listTickets, readTicket } from '@portico/contract/tickets'
import { describe, expect, test } from 'vitest'
import { portalApi } from '../src/apis.ts'
import { raw, sql } from '../src/kernel/database/db.ts'
import { recordTypes } from '../src/records/registry.ts'
import { type Answer, multipart, png, rowCounts, type Sent, testApp } from './fixtures/app.ts'
import { anActivity, anAppointment, aService } from './fixtures/appointments.ts'
import {
  aComment,
  aContact,
  aPortal,
  aTicket,
  aUser,
  aWikiElement,
  every,
  only,
  type Person,
} from './fixtures/factories.ts'
import { foreignMarks, importTenantIsolationData, seededTypes } from './fixtures/tenant-isolation-data.ts'

// Who may make which call, for every endpoint (specification/people-and-access.md#who-may-make-which-call). A new endpoint without a sample here fails.

const app = await testApp()
const { database, call } = app

type Sample = Sent<string> & {
  /** Parameters with the caller’s own portal and contact but an object that does not exist. */
  missing?: boolean
  /** The status of a permitted call. */
  status: number
}

const soon = '2026-03-10T09:00:00Z'
const later = '2026-03-10T10:00:00Z'

const aBooking = async (person: Person) => ({
  company: person.company,
  eventkey: await anAppointment(database, app.deps.secrets, await aService(database, person), soon),
})
const aServiceKey = async (person: Person) => ({
  company: person.company,
  eventkey: (await aService(database, person)).key,
})

/** A request that succeeds if the caller has every permission. */
const samples: Record<string, (caller: Person) => Sample | Promise<Sample>> = {
  login: () => ({ body: { userName: 'nobody', password: 'nothing' }, status: 401 }),
  readNotification: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  stopNotification: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  requestRecovery: () => ({ body: { userName: 'nobody' }, status: 204 }),
  readConfirmation: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  confirm: () => ({
    params: { key: 'none' },
    body: { password: 'x', passwordRepeat: 'x' },
    missing: true,
    status: 404,
  }),
  renewConfirmation: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  readSignInLink: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  openSignInLink: () => ({ params: { key: 'none' }, missing: true, status: 404 }),
  endOtherSessions: () => ({ status: 204 }),
  logout: () => ({ status: 204 }),
  listSessions: () => ({ status: 200 }),
  endSession: () => ({ params: { sessionid: 999_999 }, missing: true, status: 404 }),
  readMe: () => ({ status: 200 }),
  updateMe: () => ({ body: { language: 'it-IT' }, status: 200 }),
  readPortalSettings: ({ company }) => ({ params: { company }, status: 200 }),
  readPrivacy: ({ company }) => ({ params: { company }, status: 200 }),
  readCustomCss: ({ company }) => ({ params: { company }, missing: true, status: 404 }),
  listTickets: ({ here }) => ({ params: here, status: 200 }),
  listAllTickets: ({ here }) => ({ params: here, status: 200 }),
  readTicket: async person => ({
    params: { ...person.here, ticketid: (await aTicket(database, person)).id },
    status: 200,
  }),
  createTicket: ({ here, taskTypeId }) => ({
    params: here,
    body: { title: 'Guasto', taskTypeId, description: '<p>Non parte</p>' },
    status: 201,
  }),
  closeTicket: async person => ({
    params: { ...person.here, ticketid: (await aTicket(database, person)).id },
    body: {},
    status: 200,
  }),
  markTicketRead: async person => {
    const { id } = await aTicket(database, person)
    return {
      params: { ...person.here, ticketid: id },
      body: { commentId: await aComment(database, person, id) },
      status: 204,
    }
  },
  createComment: async person => ({
    params: person.here,
    body: { taskId: (await aTicket(database, person)).id, message: 'Ancora' },
    status: 201,
  }),
  uploadTicketAttachment: ({ here }) => ({
    params: here,
    ...multipart({ filename: 'a.png', content: png }),
    status: 201,
  }),
  uploadCommentAttachment: ({ here }) => ({
    params: here,
    ...multipart({ filename: 'a.png', content: png }),
    status: 201,
  }),
  listTicketTypes: ({ company }) => ({ params: { company }, status: 200 }),
  listColleagues: ({ contactId }) => ({ params: { contactid: contactId }, status: 200 }),
  listWikiElements: ({ here }) => ({ params: here, status: 200 }),
  readWikiElement: async person => ({
    params: { ...person.here, wikielementid: (await aWikiElement(database, person)).id },
    status: 200,
  }),
  listEstimates: ({ here }) => ({ params: here, status: 200 }),
  listInvoices: ({ here }) => ({ params: here, status: 200 }),
  listRecurringAdvances: ({ here }) => ({ params: here, status: 200 }),
  listActivityReports: ({ here }) => ({ params: here, status: 200 }),
  listActivityContracts: ({ here }) => ({ params: here, status: 200 }),
  listServiceContracts: ({ here }) => ({ params: here, status: 200 }),
  listTags: ({ company }) => ({ params: { company }, status: 200 }),
  // The reply is an endless stream, which its own tests open.
  streamEvents: ({ here }) => ({ params: here, status: 200 }),
  listBookableServices: ({ company }) => ({ params: { company }, status: 200 }),
  readAppointment: async person => ({ params: await aBooking(person), status: 200 }),
  listSlots: async person => ({ params: await aServiceKey(person), status: 200 }),
  bookAppointment: async person => ({
    params: await aServiceKey(person),
    body: { start: soon, phone: '0461 555010', companyName: 'Officine Prova' },
    status: 201,
  }),
  rescheduleAppointment: async person => ({ params: await aBooking(person), body: { start: later }, status: 200 }),
  readBookingToConfirm: async ({ company }) => ({ params: { company, confirmationkey: 'x' }, status: 404 }),
  confirmAppointment: async ({ company }) => ({ params: { company, confirmationkey: 'x' }, status: 404 }),
  cancelAppointment: async person => ({ params: await aBooking(person), status: 204 }),
  readAppointmentCalendar: async person => ({ params: await aBooking(person), status: 200 }),
  readTask: async person => ({ params: { eventkey: await anActivity(database, person) }, status: 200 }),
  readTaskCalendar: async person => ({ params: { eventkey: await anActivity(database, person) }, status: 200 }),
  readFile: () => ({ params: { fileid: 1, name: 'a.png' }, query: { m: 1, e: 1, s: 'x' }, missing: true, status: 404 }),
  listDocuments: ({ here }) => ({ params: here, status: 200 }),
  uploadDocument: ({ here }) => ({ params: here, ...multipart({ filename: 'a.png', content: png }), status: 201 }),
  listPublicFiles: ({ company }) => ({ params: { company }, status: 200 }),
  readPublicFile: () => ({
    params: { fileid: 1, name: 'a.png' },
    query: { m: 1, e: 1, s: 'x' },
    missing: true,
    status: 404,
  }),
  readPicture: () => ({ params: { picture: 'none.png' }, missing: true, status: 404 }),
  readDocumentToSign: () => ({ params: { documentkey: 'x' }, status: 404 }),
  readSigningCode: () => ({ params: { documentkey: 'x' }, status: 404 }),
  readSealedRevision: () => ({
    params: { fileid: 1, name: 'a.pdf' },
    query: { n: '1', e: '1', s: 'x' },
    missing: true,
    status: 404,
  }),
  readSigningFile: () => ({ params: { documentkey: 'x', name: 'a.pdf' }, status: 404 }),
  readEvidenceFile: () => ({ params: { documentkey: 'x', name: 'a.pdf' }, status: 404 }),
  sendSigningCode: () => ({ params: { documentkey: 'x' }, body: {}, status: 404 }),
  signDocument: () => ({ params: { documentkey: 'x' }, body: {}, status: 404 }),
  declineDocument: () => ({ params: { documentkey: 'x' }, body: {}, status: 404 }),
  verifySignedFile: () => ({ ...multipart({ filename: 'a.pdf', content: '%PDF-1.7' }), status: 200 }),
}

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
