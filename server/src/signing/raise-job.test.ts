import { readDocumentToSign, sendSigningCode, signDocument } from '@portico/contract/signing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { raiseTicket, waitForEvents } from '../../test/fixtures/actions.ts'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { certificationAuthority, hasOpenssl } from '../../test/fixtures/certification-authority.ts'
import { aDocumentToSign, aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { sealCaller, sealFile, sealSettings } from '../../test/fixtures/seal.ts'
import { workers } from '../../test/servers/workers.ts'
import { cleanUp } from '../cleanup.ts'
import { sql } from '../kernel/database/db.ts'
import { raiseSealJob } from './raise-job.ts'
import { openSeal } from './seal/seal.ts'

describe.runIf(hasOpenssl)('behind a time-stamping authority', async () => {
  const authority = await certificationAuthority()
  afterAll(() => authority.close())
  /** How long a signer waits for a silent authority, in milliseconds. */
  const SIGNER_WAITS = 3000
  const app = await testApp({}, {}, (database, secrets) =>
    openSeal(
      { ...sealSettings, tsaUrl: authority.tsaUrl, tsaAllowPrivate: true },
      { database, secrets, workers, log: () => {} },
      {
        atOnce: { stamp: SIGNER_WAITS, proof: 20_000, pause: 60_000 },
        later: { stamp: 20_000, proof: 20_000, pause: 0 },
      },
    ),
  )
  const { call, database, delivered } = app

  const of = (documentkey: string) => ({ params: { documentkey } })
  const person = { firstName: 'Giulia', lastName: 'Rossi', consent: true }
  const codeFor = async (key: string) => {
    expect((await call(sendSigningCode, { ...of(key), body: person })).status).toBe(200)
    return /(?<!\d)\d{6}(?!\d)/.exec((await delivered()).texts.at(-1)?.text ?? '')?.[0] ?? ''
  }
  const sign = (key: string, code: string) => call(signDocument, { ...of(key), body: { code } })
  const bytesAt = async (url: string) => {
    const answer = await app.http.inject({ url, remoteAddress: anAddress() })
    expect(answer.statusCode).toBe(200)
    return answer.rawPayload
  }
  afterEach(() => database.run(sql`delete from job`))
  const bringForward = () => database.run(sql`update job set due_at = now() where kind = 'seal'`)

  test('with a silent authority ten concurrent signers get their answers together, and other requests are not delayed', async () => {
    authority.set('tsa', 'silent')
    authority.asked('tsa')
    const portal = await aPortal(database)
    const signers = []
    for (let n = 0; n < 10; n += 1) {
      const { key } = await aDocumentToSign(app, { contact: await aContact(database, portal) })
      signers.push({ key, code: await codeFor(key) })
    }
    // The first document is not what is measured: it starts the process that reads PDF.
    await sealFile(app.deps.seal, await aPdf(), { atOnce: false })
    let answered = 0
    const start = performance.now()
    const answers = signers.map(async ({ key, code }) => {
      const { status } = await sign(key, code)
      answered += 1
      return { status, after: performance.now() - start }
    })
    await expect.poll(() => authority.asked('tsa'), { timeout: 60_000 }).toBeGreaterThan(0)
    // A feed goes no further than the oldest open transaction: what another customer does is told while they all wait.
    const other = await aUser(database)
    const operator = await anOperator(app, other)
    await raiseTicket(app, other)
    const types = async () =>
      ((await operator('GET', '/events')).json.events as { type: string }[]).map(one => one.type)
    await expect.poll(types, { interval: 50 }).toEqual(['ticket.created'])
    expect(answered).toBe(0)
    const done = await Promise.all(answers)
    expect(done.map(({ status }) => status)).toEqual(Array(10).fill(200))
    // Those that come after the first failure do not ask any more.
    expect(authority.asked('tsa')).toBeLessThan(5)
    expect(Math.max(...done.map(({ after }) => after))).toBeLessThan(10 * SIGNER_WAITS)
  }, 60_000)

  test('a seal below the required level is reported, raised in the background, and replaced', async () => {
    authority.set('tsa', 500)
    const contact = await aContact(database, await aPortal(database, { supportEmail: 'ufficio@example.it' }))
    const { key, id } = await aDocumentToSign(app, { contact })
    const { name } = await database.one<{ name: string }>(sql`select external_id as name from signing_document
      where id = ${id} and contact_id = ${contact.contactId}`)
    const operator = await anOperator(app, contact)
    const record = async () => (await operator('GET', `/documentsToSign/${name}`)).json
    expect((await record()).seal).toBeNull()
    const before = (await sign(key, await codeFor(key))).body
    const first = await bytesAt(before.url)
    expect((await record()).seal).toMatchObject({ level: 'B-B', wanted: 'B-LT', problem: expect.any(String) })
    const metrics = (await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
    expect(metrics).toContain('portico_seals_to_raise{state="B-B"} 1')
    const mails = (await database.many<{ id: number }>(sql`select id from job where kind = 'mail'`)).length
    expect(mails).toBe(2)
    await database.run(sql`update job set due_at = now() + interval '1 hour' where kind = 'mail'`)

    // The authority is still away: nothing is lost, and nothing is made anew.
    await bringForward()
    const keys = await app.storedKeys()
    await delivered()
    expect(await app.storedKeys()).toEqual(keys)
    const waiting = await database.many<{ kind: string; error: string }>(
      sql`select kind, last_error as error from job where kind = 'seal' and given_up_at is null`,
    )
    expect(waiting).toEqual([{ kind: 'seal', error: 'The time-stamping authority answered 500' }])

    authority.set('tsa', 'answers')
    const { payload } = await database.one<{ payload: string }>(sql`select payload from job where kind = 'seal'`)
    const job = { id: 1, payload, tries: 1, finish: async () => {} }
    const run = () => raiseSealJob(app.deps).run(job, new AbortController().signal)
    // Two processes at once: one of them raises it.
    const raised = await Promise.allSettled([run(), run()])
    expect(raised.map(one => one.status).sort()).toContain('fulfilled')
    await run()
    expect((await record()).seal).toEqual({ level: 'B-LT', wanted: 'B-LT' })
    const after = (await call(readDocumentToSign, of(key))).body
    expect(after.url).not.toBe(before.url)
    const second = await bytesAt(after.url)
    expect(second.length).toBeGreaterThan(first.length)
    expect(second.toString('latin1')).toContain('/DSS')
    expect((await app.deps.seal.inspect(async () => second, sealCaller)).signatures).toMatchObject([
      { intact: true, timeStampedOn: expect.any(String) },
    ])
    expect((await record()).signedFile).toMatchObject({ size: second.length, sha256: after.sha256 })
    await waitForEvents(database)
    const events = (await operator('GET', '/events')).json.events as { type: string; data: object }[]
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['document.signed', { documentToSign: name }],
      ['document.sealCompleted', { documentToSign: name, level: 'B-LT' }],
    ])

    // Who still has the page of before gets the file of its fingerprint, and mails on their way hold it.
    expect((await bytesAt(before.url)).equals(first)).toBe(true)
    await database.run(sql`update job set due_at = now() where kind = 'mail'`)
    const sent = (await delivered()).mails
    expect(sent.map(({ attachments }) => attachments[0]?.content.equals(first))).toEqual([true, true])
    expect(sent.find(({ to }) => to[0]?.address === 'giulia@example.it')?.text).toContain('marca temporale')
    await cleanUp(app.deps)
    expect((await bytesAt(before.url)).equals(first)).toBe(true)
    app.clock.pass(9 * 86_400_000)
    await cleanUp(app.deps)
    expect((await bytesAt(before.url)).equals(second)).toBe(true)
  }, 60_000)

  test('both files of a document with earlier signatures are raised', async () => {
    authority.set('tsa', 'answers')
    authority.set('ocsp', 500)
    authority.set('issuing.crl', 500)
    const { signed } = await sealFile(app.deps.seal, await aPdf(), { atOnce: false })
    const { key, contact } = await aDocumentToSign(app, { pdf: signed })
    await sign(key, await codeFor(key))
    const levels = () =>
      database.many(sql`select seal_level as level, seal_wanted as wanted from signing_document
        where contact_id = ${contact.contactId}`)
    expect((await levels())[0]).toMatchObject({ wanted: 'B-LT' })
    authority.set('ocsp', 'answers')
    authority.set('issuing.crl', 'answers')
    await bringForward()
    await delivered()
    const { url, evidenceUrl } = (await call(readDocumentToSign, of(key))).body
    expect(await levels()).toEqual([{ level: 'B-LT', wanted: 'B-LT' }])
    for (const address of [url, evidenceUrl ?? ''])
      expect((await bytesAt(address)).toString('latin1')).toContain('/DSS')
  }, 60_000)
})
