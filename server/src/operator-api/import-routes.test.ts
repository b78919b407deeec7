import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { operatorRoot } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { answerTicket, raiseTicket } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { anOperator, type Operator, openPortal } from '../../test/fixtures/operator.ts'
import { cleanUp } from '../cleanup.ts'
import { importFrom } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'
import { openJobs } from '../kernel/database/jobs.ts'
import { importJob } from './import-jobs.ts'

const app = await testApp()
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

const aCaller = async () => {
  const call = await anOperator(app)
  await openPortal(app, call, { key: `q-${call.serviceCompanyId}` })
  return call
}
const contact = (externalId: string, more: object = {}) => ({
  type: 'contact',
  externalId,
  portal: 'p',
  companyName: externalId,
  ...more,
})
const lines = (...all: unknown[]) =>
  all.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\r\n')
const ndjson = { 'content-type': 'application/x-ndjson' }
const send = async (call: Operator, body: string, query = '') => {
  const answer = await call('POST', `/import${query}`, body, ndjson)
  expect([answer.status, answer.json.state]).toEqual([202, 'waiting'])
  return `/imports/${answer.json.id}`
}
const done = async (call: Operator, url: string) => {
  await app.delivered()
  return (await call('GET', url)).json
}

test('a job imports the lines and reports what it did and what it refused', async () => {
  const call = await aCaller()
  const { path } = (await call('POST', '/files?name=a.txt', 'text')).json
  const file = {
    type: 'document',
    externalId: 'd',
    contact: 'a',
    createDate: '2026-02-01',
    file: { path, name: 'a.txt' },
  }
  const body = lines(
    contact('a'),
    contact('b'),
    file,
    '{"type":',
    contact('c', { portal: 'nobody' }),
    contact('d', { colour: 1 }),
  )
  const before = await app.storedKeys()
  const url = await send(call, body)
  expect(await done(call, url)).toMatchObject({
    state: 'done',
    lines: 6,
    created: 3,
    changed: 0,
    refused: 3,
    bytes: Buffer.byteLength(body),
    totalBytes: Buffer.byteLength(body),
    finishedAt: expect.any(String),
  })
  const first = await call('GET', `${url}/refused?limit=2`)
  const [, next = ''] = /<\/api\/operator\/v1(.*)>; rel="next"/.exec(String(first.headers.link)) ?? []
  const refused = [first, await call('GET', next)].flatMap(({ json }) => json as unknown as object[])
  expect(refused).toEqual([
    { line: 4, externalId: null, field: null, reason: expect.stringContaining('not JSON') },
    { line: 5, externalId: 'c', field: 'portal', reason: expect.stringContaining('nobody') },
    { line: 6, externalId: 'd', field: 'colour', reason: 'is no field of this type' },
  ])
  expect((await call('GET', '/documents/d')).json).toMatchObject({ documentName: 'a.txt', file: { size: 4 } })
  // The stored lines were removed; the upload became the file of the document.
  expect((await app.storedKeys()).filter(key => !before.includes(key))).toHaveLength(1)
  expect(await done(call, await send(call, lines(contact('a'))))).toMatchObject({ unchanged: 1, created: 0 })
})

test('a residual that differs from the computed one is reported as a warning, also by a dry run', async () => {
  const call = await aCaller()
  const contract = (externalId: string, residual: string) => ({
    type: 'activityContract',
    externalId,
    contact: 'a',
    name: 'Ore',
    start: '2026-01-01',
    end: '2026-12-31',
    hoursAmount: 10,
    residual_Time_String: residual,
  })
  const body = lines(contact('a'), contract('same', '10:00'), contract('other', '8:00'))
  const warned = {
    state: 'done',
    detail: null,
    refused: 0,
    created: 3,
    warned: 1,
    warnings: [
      {
        line: 3,
        externalId: 'other',
        field: 'residual_Time_String',
        reason: 'says 8:00 where 10:00 is counted: kept, by an adjustment of -2:00',
      },
    ],
  }
  expect(await done(call, await send(call, body, '?dryRun=1'))).toMatchObject(warned)
  const url = await send(call, body)
  expect((await call('GET', url)).json).toMatchObject({ warned: 0, warnings: [] })
  expect(await done(call, url)).toMatchObject(warned)
  expect(await done(call, await send(call, body))).toMatchObject({ unchanged: 3, warned: 0, warnings: [] })
})

test('of many warnings the first are stored and all are counted', async () => {
  const call = await aCaller()
  const contracts = Array.from({ length: 501 }, (_, n) => ({
    type: 'activityContract',
    externalId: `c${n}`,
    contact: 'a',
    name: 'Ore',
    start: '2026-01-01',
    end: '2026-12-31',
    hoursAmount: 10,
    residual_Time_String: '9:00',
  }))
  const { warned, warnings } = await done(call, await send(call, lines(contact('a'), ...contracts)))
  expect([warned, (warnings as object[]).length]).toEqual([501, 500])
  expect((warnings as { line: number }[])[0]?.line).toBe(2)
})

test('a dry run stores nothing', async () => {
  const call = await aCaller()
  const url = await send(call, lines(contact('a'), contact('b', { email: 'x' })), '?dryRun=1')
  expect(await done(call, url)).toMatchObject({ state: 'done', dryRun: true, created: 1, refused: 1 })
  expect((await call('GET', '/contacts')).json).toEqual([])
})

test('a dry run that is too large is refused, and nothing of it is stored', async () => {
  const call = await aCaller()
  const before = await app.storedKeys()
  const headers = { ...ndjson, authorization: `Bearer ${call.key}` }
  const body = Buffer.alloc(33 * 1024 * 1024, `${JSON.stringify(contact('a'))}\n`)
  const answer = await fetch(`${origin}${operatorRoot}/import?dryRun=1`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'file_too_large' }])
  expect(await app.storedKeys()).toEqual(before)
})

test('an import restarts from the beginning after a process died, and counts nothing twice', async () => {
  const call = await aCaller()
  const url = await send(call, lines(contact('a'), 'x', contact('b')))
  await database.run(sql`update import_job set state = 'running', lines = 2, refused = 1, started_at = now()`)
  await database.run(sql`insert into import_refusal (service_company_id, import_job_id, line, reason)
    select service_company_id, id, 2, 'x' from import_job where service_company_id = ${call.serviceCompanyId}`)
  expect(await done(call, url)).toMatchObject({ state: 'done', lines: 3, created: 2, refused: 1 })
  expect((await call('GET', `${url}/refused`)).json).toHaveLength(1)
})

const waitingJob = () =>
  database.one<{ id: number; payload: string }>(sql`select id, payload from job where kind = 'import'`)

/** Runs the waiting import as the given attempt, in a process that is stopping. */
const breakOff = async (tries: number) =>
  importJob(app.deps).run({ ...(await waitingJob()), tries, finish: async () => {} }, AbortSignal.abort())

test('an import whose files were used is not done again because a stored one could not be removed', async () => {
  const call = await aCaller()
  const { path } = (await call('POST', '/files?name=a.txt', 'text')).json
  const file = { type: 'document', externalId: 'd', contact: 'a', createDate: '2026-02-01', file: { path } }
  const url = await send(call, lines(contact('a'), file))
  let failures = 0
  const storage = {
    ...app.storage,
    remove: async () => {
      failures += 1
      throw new Error('The storage does not answer')
    },
  }
  const kind = importJob({ ...app.deps, storage })
  await openJobs(app.deps, [{ ...kind, delays: [0] }]).runDue()
  expect(failures).toBeGreaterThan(0)
  expect(await done(call, url)).toMatchObject({ state: 'done', created: 2, refused: 0 })
})

test('after a process stopped, another one continues its import', async () => {
  const call = await aCaller()
  const url = await send(call, lines(contact('a')))
  const stopped = openJobs(app.deps, [importJob(app.deps)])
  await database.run(sql`update job set due_at = now() - interval '1 hour' where kind = 'import'`)
  await expect(breakOff(1)).rejects.toThrow()
  expect((await call('GET', url)).json).toMatchObject({ state: 'running' })
  await stopped.runDue()
  expect((await call('GET', url)).json).toMatchObject({ state: 'done', created: 1 })
})

test('an import that was interrupted too often fails, also by stopping processes, and does not block others', async () => {
  const call = await aCaller()
  const url = await send(call, lines(contact('a')))
  await expect(breakOff(6)).rejects.toThrow()
  await database.run(sql`delete from job where kind = 'import'`)
  expect((await call('GET', url)).json).toMatchObject({ state: 'failed', detail: expect.stringContaining('again') })
})

test('nothing outside the scope of the key is written or visible', async () => {
  const [call, stranger] = [await aCaller(), await aCaller()]
  const { path } = (await stranger('POST', '/files?name=a.txt', 'theirs')).json
  const body = lines(
    contact('a', { serviceCompany: 'nobody' }),
    contact('a'),
    { type: 'serviceCompany', externalId: 'new', name: 'x' },
    { type: 'document', externalId: 'd', contact: 'a', createDate: '2026-02-01', file: { path, name: 'a.txt' } },
  )
  const url = await send(call, body)
  expect(await done(call, url)).toMatchObject({ created: 1, refused: 3 })
  for (const other of [stranger, await anOperator(app, { serviceCompanyId: call.serviceCompanyId })])
    for (const more of ['', '/refused']) expect((await other('GET', `${url}${more}`)).problem.status).toBe(404)
  expect((await stranger('GET', '/contacts')).json).toEqual([])
})

test('invalid requests are refused and store nothing', async () => {
  const call = await aCaller()
  const before = await app.storedKeys()
  expect((await call('POST', '/import', '', ndjson)).problem).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
  expect((await call('POST', '/import?dryRun=yes', 'x', ndjson)).problem).toMatchObject({ status: 400 })
  const reader = await anOperator(app, { serviceCompanyId: call.serviceCompanyId, readOnly: true })
  expect((await reader('POST', '/import', 'x', ndjson)).problem).toMatchObject({ status: 403 })
  for (const id of ['9999999', 'x', '0']) expect((await call('GET', `/imports/${id}`)).problem.status).toBe(404)
  expect(await app.storedKeys()).toEqual(before)
})

test('an import does not run after its key was revoked', async () => {
  const call = await aCaller()
  await send(call, lines(contact('a')))
  const before = await app.storedKeys()
  await database.run(sql`update api_key set revoked_at = now() where id = ${call.apiKeyId}`)
  await app.delivered()
  const job = await database.one(
    sql`select state, lines from import_job where service_company_id = ${call.serviceCompanyId}`,
  )
  expect(job).toEqual({ state: 'failed', lines: 0 })
  expect(await app.storedKeys()).toHaveLength(before.length - 1)
})

test('an import is deleted after a month', async () => {
  const call = await aCaller()
  const url = await send(call, lines(contact('a')))
  await done(call, url)
  await database.run(
    sql`update import_job set created_at = now() - interval '40 days' where service_company_id = ${call.serviceCompanyId}`,
  )
  app.clock.set(new Date())
  await cleanUp(app.deps)
  expect((await call('GET', url)).problem.status).toBe(404)
})

test('lines with characters that texts must not contain are refused, and the others imported', async () => {
  const call = await aCaller()
  const cut = `{"${'x'.repeat(40)}\u{1f600}`
  const url = await send(
    call,
    lines(contact('a\0b'), contact('\ud83d'), contact(`${'c'.repeat(199)}\u{1f600}d`), cut, contact('e')),
  )
  expect(await done(call, url)).toMatchObject({ state: 'done', lines: 5, created: 1, refused: 4 })
  const refused = (await call('GET', `${url}/refused`)).json as unknown as { line: number; externalId: string | null }[]
  expect(refused.map(({ line, externalId }) => [line, externalId])).toEqual([
    [1, 'a\ufffdb'],
    [2, '\ufffd'],
    [3, `${'c'.repeat(199)}\ufffd`],
    [4, null],
  ])
})

test('a compressed body is refused', async () => {
  const call = await aCaller()
  const body = gzipSync(lines(contact('a')))
  for (const path of ['/import', '/files?name=a.gz'])
    expect((await call('POST', path, body, { ...ndjson, 'content-encoding': 'gzip' })).problem).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('Content-Encoding'),
    })
})

test('of eight simultaneous imports five are accepted, and nothing of the others is stored', async () => {
  const call = await aCaller()
  const before = await app.storedKeys()
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(n => call('POST', '/import', lines(contact(`a${n}`)), ndjson)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429, 429])
  expect(await app.storedKeys()).toHaveLength(before.length + 5)
  await app.delivered()
})

test('a company may have five unfinished imports; other companies are not affected', async () => {
  const call = await aCaller()
  for (let n = 0; n < 5; n++) await send(call, lines(contact(`a${n}`)))
  const { status, headers, problem } = await call('POST', '/import', lines(contact('b')), ndjson)
  expect([status, headers['retry-after'], problem.code]).toEqual([429, '60', 'too_many_requests'])
  await send(await aCaller(), lines(contact('c')))
  await app.delivered()
  await send(call, lines(contact('b')))
})

test('the imports of companies take turns', async () => {
  const [busy, other] = [await aCaller(), await aCaller()]
  const urls: string[] = []
  for (let n = 0; n < 5; n++) urls.push(await send(busy, lines(contact(`a${n}`))))
  const url = await send(other, lines(contact('b')))
  await app.delivered()
  const finished = async (call: Operator, url: string) => String((await call('GET', url)).json.finishedAt)
  const order = await database.many<{ company: number }>(sql`select service_company_id as company from import_job
    where service_company_id in (${busy.serviceCompanyId}, ${other.serviceCompanyId}) order by finished_at`)
  expect(order.map(({ company }) => company).indexOf(other.serviceCompanyId)).toBeLessThanOrEqual(1)
  for (const one of urls) expect(await finished(busy, one)).toMatch(/Z$/)
  expect(await finished(other, url)).toMatch(/Z$/)
})

test('requests of customers are answered while an import locks the ticket numbers and stores files', async () => {
  const person = await aUser(database)
  const ticketId = await raiseTicket(app, person)
  const { contact } = await database.one<{ contact: string }>(
    sql`select external_id as contact from contact where id = ${person.contactId}`,
  )
  const body = lines(
    { type: 'ticket', externalId: 't', contact, title: 'x', description: 'x', createdOn: '2026-02-01' },
    {
      type: 'comment',
      externalId: 'k',
      ticket: 't',
      message: 'x',
      creationDate: '2026-02-01',
      attachments: [{ path: 'a.txt' }],
    },
  )
  let go = () => {}
  const answered = new Promise<void>(resolve => {
    go = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const open = async () => {
    begin()
    await answered
    return Readable.from([Buffer.from('text')])
  }
  const files = { find: async () => ({ name: 'a.txt', open }) }
  const source = { open: () => Readable.from([Buffer.from(body)]), files }
  const importing = importFrom({ ...app.deps, log: () => {} }, source)
  await begun
  await answerTicket(app, person, ticketId).finally(go)
  expect(await importing).toMatchObject({ created: 2, refused: [] })
})
