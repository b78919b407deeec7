import { operatorRoot } from '@portico/contract/endpoint'
import { listTickets } from '@portico/contract/tickets'
import { describe, expect, test } from 'vitest'
import { join, raw, sql } from '../src/kernel/database/db.ts'
import { revokeApiKey } from '../src/operator-api/api-keys.ts'
import { filtersOf, pluralOf } from '../src/operator-api/record-schemas.ts'
import { recordTypes, requireRecordType } from '../src/records/registry.ts'
import { anAddress, testApp } from './fixtures/app.ts'
import { anOperator, type Operator } from './fixtures/operator.ts'
import { importTenantIsolationData, marksIn } from './fixtures/tenant-isolation-data.ts'

// An API key reads and changes only records of its service company, and of its portals if it is limited to some. Other records are
// answered exactly like records that do not exist.

const app = await testApp()
const { database, http } = app
const people = await importTenantIsolationData(app)
const person = people.get('zC1P1K1') ?? expect.fail()
const stranger = people.get('zC2P1K1') ?? expect.fail()
const { serviceCompanyId } = person

const owner = await anOperator(app, { serviceCompanyId })
const scoped = await anOperator(app, { serviceCompanyId, portalIds: [person.portalId] })
const reader = await anOperator(app, { serviceCompanyId, readOnly: true })
const other = await anOperator(app, { serviceCompanyId: stranger.serviceCompanyId })

type Listed = Record<string, unknown> & { externalId: string }
const listed = async (call: Operator, type: string, query = '') =>
  (await call('GET', `/${pluralOf(requireRecordType(type))}${query}`)).json as unknown as Listed[]
const pathOf = (type: string, externalId: string) =>
  `/${pluralOf(requireRecordType(type))}/${encodeURIComponent(externalId)}`

/** All records of a company except its keys, or of one of its portals. */
const stateOf = async (company: number, portal?: number) => {
  const tables = await database.many<{ name: string }>(sql`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = ${portal === undefined ? 'service_company_id' : 'portal_id'}
      and table_name <> 'api_key' order by 1`)
  const ours = raw(portal === undefined ? 'service_company_id' : 'portal_id')
  return database.many(
    join(
      tables.map(
        ({ name }) => sql`select ${name} as name, md5(string_agg(t::text, ' ' order by t::text)) as rows
        from ${raw(name)} t where ${ours} = ${portal ?? company}`,
      ),
      ' union all ',
    ),
  )
}

const unknown = 'nobody-at-all'
/** A reply without the requested id and the request id, which always differ. */
const plain = ({ status, text }: { status: number; text: string }, id: string) => [
  status,
  text.replaceAll(id, unknown).replace(/"requestId":"[^"]*"/, ''),
]

/** The reference fields of a record type, with the type that they refer to. */
const referencesOf = (type: string) => {
  const { parents, references = [], links = [] } = requireRecordType(type)
  return [...parents, ...references, ...links].map(({ field, recordType }) => ({ field, recordType }))
}

describe.each(recordTypes.map(kind => [pluralOf(kind), kind] as const))('%s', (plural, kind) => {
  const { type, level } = kind
  const mineAndTheirs = async () => {
    const [mine = expect.fail()] = await listed(owner, type)
    const [theirs = expect.fail()] = await listed(other, type)
    return { mine, theirs }
  }

  /** The replies for an id that does not exist, and for an id of another company. */
  const both = async (theirs: string, path: (id: string) => string) =>
    [await owner('GET', path(unknown)), await owner('GET', path(theirs))] as const

  test('a list returns only records of the own company, whatever the cursor', async () => {
    const first = await other('GET', `/${plural}?limit=1`)
    const [, cursor = ''] = /cursor=([^&>]*)/.exec(String(first.headers.link)) ?? []
    for (const query of ['', ...(cursor ? [`?cursor=${cursor}`] : [])])
      expect(marksIn(JSON.stringify(await listed(owner, type, query))).filter(mark => !/^zC1/i.test(mark))).toEqual([])
  })

  test('records of another company are answered as not found, and do not change', async () => {
    const { mine, theirs } = await mineAndTheirs()
    const before = await stateOf(stranger.serviceCompanyId)
    const paths = ['', '/files/AAAAAAAAAAAAAAAAAAAAAA']
    for (const more of paths) {
      const [missing, foreign] = await both(theirs.externalId, id => `${pathOf(type, id)}${more}`)
      expect(plain(foreign, theirs.externalId)).toEqual(plain(missing, unknown))
      expect(foreign.status).toBe(404)
    }
    for (const id of [unknown, theirs.externalId]) {
      if (level !== 'installation')
        expect((await owner('DELETE', pathOf(type, id))).problem).toMatchObject({ status: 404, code: 'not_found' })
      expect((await owner('PATCH', pathOf(type, id), {})).problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    for (const { field } of filtersOf(kind)) {
      const [named] = await listed(other, filtersOf(kind).find(one => one.field === field)?.recordType ?? '')
      const [missing, foreign] = await both(named?.externalId ?? '', id => `/${plural}?${field}=${id}`)
      expect(foreign.problem).toMatchObject({ status: 404, errors: [{ path: `query.${field}` }] })
      expect(plain(foreign, named?.externalId ?? '')).toEqual(plain(missing, unknown))
    }
    for (const { field, recordType: named } of referencesOf(type)) {
      const [foreign = expect.fail()] = await listed(other, named)
      const send = (id: string) =>
        owner('PUT', pathOf(type, mine.externalId), { ...mine, [field]: Array.isArray(mine[field]) ? [id] : id })
      const answer = await send(foreign.externalId)
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found', errors: [{ path: `body.${field}` }] })
      expect(plain(answer, foreign.externalId)).toEqual(plain(await send(unknown), unknown))
      const theirs = Array.isArray(mine[field]) ? [foreign.externalId] : foreign.externalId
      const patched = await owner('PATCH', pathOf(type, mine.externalId), { [field]: theirs })
      expect(plain(patched, foreign.externalId)).toEqual(plain(answer, foreign.externalId))
    }
    expect(await stateOf(stranger.serviceCompanyId)).toEqual(before)
  })

  test('a key of one portal cannot read or write records of another', async () => {
    const elsewhere = people.get('zC1P2K1') ?? expect.fail()
    const before = await stateOf(serviceCompanyId, elsewhere.portalId)
    const seen = await listed(scoped, type)
    if (level === 'portal' || level === 'contact' || type === 'portal')
      expect(marksIn(JSON.stringify(seen)).filter(mark => !/^(zC1|zC1P1(K.)?)$/i.test(mark))).toEqual([])
    const all = await listed(owner, type)
    if (kind.wholeCompany) {
      const [theirs = expect.fail()] = all
      expect(seen).toEqual([])
      expect((await scoped('GET', pathOf(type, theirs.externalId))).problem).toMatchObject({ status: 404 })
      expect((await scoped('PUT', pathOf(type, theirs.externalId), theirs)).problem).toMatchObject({ status: 403 })
      expect((await scoped('DELETE', pathOf(type, theirs.externalId))).problem).toMatchObject({ status: 403 })
      expect(await stateOf(serviceCompanyId, elsewhere.portalId)).toEqual(before)
      return
    }
    const [mine = expect.fail()] = seen
    const hidden = all.find(({ externalId }) => !seen.some(one => one.externalId === externalId))
    // Web users are included if they are members of its portals.
    const persons = new Set((await listed(scoped, 'membership')).map(({ webUser }) => webUser))
    const isTheirs = (record: Listed) => persons.has(type === 'webUser' ? record.externalId : record.webUser)
    if (kind.person) expect(seen).toEqual(all.filter(isTheirs))
    else if (level === 'company' && type !== 'portal') expect(seen).toEqual(all)
    if ((level === 'company' || level === 'installation') && type !== 'portal') {
      expect((await scoped('PUT', pathOf(type, mine.externalId), mine)).problem).toMatchObject({ status: 403 })
      if (level === 'company')
        expect((await scoped('DELETE', pathOf(type, mine.externalId))).problem).toMatchObject({ status: 403 })
      return
    }
    if (!hidden) expect.fail()
    const refusal = { status: 404, code: 'not_found' }
    expect((await scoped('GET', pathOf(type, hidden.externalId))).problem).toMatchObject(refusal)
    expect((await scoped('DELETE', pathOf(type, hidden.externalId))).problem).toMatchObject(refusal)
    expect((await scoped('PATCH', pathOf(type, hidden.externalId), {})).problem).toMatchObject(refusal)
    // Neither taken over by its name, nor moved here.
    const body: Record<string, unknown> = {
      ...mine,
      externalId: null,
      key: mine.key ? 'another' : null,
      attachments: null,
      original: null,
    }
    for (const field of ['file', 'report', 'formerFile'])
      if (mine[field]) body[field] = { path: (await scoped('POST', '/files?name=a.pdf', '%PDF-1.7')).json.path }
    const taken = await scoped('PUT', pathOf(type, hidden.externalId), body)
    // No key can create a portal.
    expect(type === 'portal' ? [403] : [404, 409], taken.text).toContain(taken.status)
    expect(marksIn(taken.text.replaceAll(hidden.externalId, ''))).toEqual([])
    const renamed = await scoped('PUT', pathOf(type, mine.externalId), { ...mine, externalId: hidden.externalId })
    expect(renamed.problem).toMatchObject({ status: 409, errors: [{ path: 'body.externalId' }] })
    for (const { field, recordType: named } of referencesOf(type)) {
      const [foreign] = (await listed(owner, named)).filter(
        ({ externalId }) => externalId.includes('zC1P2') && requireRecordType(named).level !== 'company',
      )
      if (!foreign) continue
      const id = Array.isArray(mine[field]) ? [foreign.externalId] : foreign.externalId
      const answer = await scoped('PUT', pathOf(type, mine.externalId), { ...mine, [field]: id })
      expect(answer.problem).toMatchObject({ status: 404, errors: [{ path: `body.${field}` }] })
    }
    expect(await stateOf(serviceCompanyId, elsewhere.portalId)).toEqual(before)
  })

  test('a read-only key cannot write', async () => {
    const [mine = expect.fail()] = await listed(reader, type)
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      if (method !== 'DELETE' || level !== 'installation')
        expect((await reader(method, pathOf(type, mine.externalId), mine)).problem).toMatchObject({
          status: 403,
          code: 'forbidden',
        })
  })

  test('a call without a key, with a revoked key or with a user session is refused', async () => {
    const revoked = await anOperator(app, { serviceCompanyId })
    await revokeApiKey(database, revoked.apiKeyId)
    const { token } = await app.as(person)
    const remoteAddress = anAddress()
    for (const authorization of [undefined, `Bearer ${revoked.key}`, `Bearer ${token}`, `Bearer portico_${token}`])
      for (const [method, url] of [
        ['GET', `/${plural}`],
        ['GET', `/${plural}/x`],
        ['PUT', `/${plural}/x`],
        ['PATCH', `/${plural}/x`],
      ] as const) {
        const headers = authorization === undefined ? {} : { authorization }
        const answer = await http.inject({ method, url: `${operatorRoot}${url}`, headers, remoteAddress })
        expect(answer.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
      }
  })
})

test('a key of one portal can neither reach users of another nor set the password of its own', async () => {
  const key = 'known-to-whoever-sent-it'
  const membership = (webUser: string) =>
    scoped('PUT', '/memberships/taken', { contact: 'zC1P1K1', webUser, referentName: 'x', flags: [] })
  expect((await scoped('GET', '/webUsers/user-zC1P2K1')).problem).toMatchObject({ code: 'not_found' })
  expect((await membership('user-zC1P2K1')).problem).toMatchObject({
    code: 'not_found',
    errors: [{ path: 'body.webUser' }],
  })
  const invitation = (more: object) =>
    scoped('PUT', '/invitations/taken', { contact: 'zC1P1K1', webUser: 'user-zC1P1K1', ...more })
  expect((await invitation({ key })).problem).toMatchObject({ code: 'forbidden', errors: [{ path: 'body.key' }] })
  expect((await invitation({})).status).toBe(201)
})

test('the API refuses a link key that can be guessed', async () => {
  const body = { contact: 'zC1P1K1', webUser: 'user-zC1P1K1', key: 'demo-guess' }
  expect((await owner('PUT', '/invitations/guessed', body)).problem).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'body.key' }],
  })
})

test('an API key is not accepted as a session of a web user', async () => {
  const answer = await app.call(listTickets, {
    params: person.here,
    headers: { authorization: `Bearer ${owner.key}` },
  })
  expect(answer.problem).toMatchObject({ status: 401, code: 'unauthenticated' })
})
