import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  declineDocument,
  readDocumentToSign,
  sendSigningCode,
  signDocument,
  verifySignedFile,
} from '@portico/contract/signing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { anAddress, multipart, testApp } from '../../test/fixtures/app.ts'
import { aDocumentToSign, aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal } from '../../test/fixtures/factories.ts'
import { manySmallObjects } from '../../test/fixtures/hostile-pdfs.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { losingCommits } from '../../test/servers/database.ts'
import { workerEntry } from '../../test/servers/workers.ts'
import { buildApp } from '../app.ts'
import { sql } from '../kernel/database/db.ts'
import { openWorkerPool } from '../kernel/workers/worker-pool.ts'
import { evidenceOf } from './evidence/evidence.ts'

// The process that reads and writes PDF takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { call, clock, database, delivered } = app
const folder = await mkdtemp(join(tmpdir(), 'portico-signing-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const person = { firstName: 'Giulia', lastName: 'Rossi', consent: true }
const of = (documentkey: string) => ({ params: { documentkey } })

const send = (key: string, body: object = person) => call(sendSigningCode, { ...of(key), body })
const sign = (key: string, code: unknown) => call(signDocument, { ...of(key), body: { code } })

/** The codes of the texts that have been sent since the last look. */
const codes = async () => (await delivered()).texts.map(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '')

const codeFor = async (key: string, body?: object) => {
  expect((await send(key, body)).status).toBe(200)
  return (await codes()).at(-1) ?? ''
}

const bytesAt = async (url: string) => {
  const answer = await app.http.inject({ url, remoteAddress: anAddress() })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return answer.rawPayload
}

const verify = async (content: Buffer, filename = 'firmato.pdf') =>
  (await call(verifySignedFile, multipart({ filename, content }))).body

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a document is read, signed with the code, and then shows its sealed file', async () => {
  const { key, pdf, contact, ...document } = await aDocumentToSign(app)
  const read = (await call(readDocumentToSign, of(key))).body
  expect(read).toMatchObject({
    documentName: 'Contratto',
    fileName: 'Contratto.pdf',
    status: 'unsigned',
    signedOn: null,
    firstName: 'Giulia',
    lastName: 'Rossi',
    phone: '*******118',
    companyName: contact.companyName,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    portalSettings: { webPortalKey: contact.company },
  })
  expect(await bytesAt(read.url)).toEqual(pdf)

  const answer = (await send(key)).body
  expect(answer).toEqual({ phone: '*******118', expiresAt: '2026-03-02T08:40:00Z', resendAt: '2026-03-02T08:30:30Z' })
  const { texts } = await delivered()
  expect(texts).toMatchObject([{ to: '+393335550118' }])
  const code = /\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? ''
  expect(texts[0]?.text.match(/\d{6}/g)).toEqual([code])

  const { signedOn, url } = (await sign(key, code)).body
  expect(signedOn).toBe('2026-03-02T08:30:00Z')
  const signed = await bytesAt(url)
  expect(signed.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached')
  // The attribute signing-certificate-v2, without which the subfilter is a mere label.
  expect(signed.toString('latin1')).toContain('060b2a864886f70d010910022f')
  const after = (await call(readDocumentToSign, of(key))).body
  expect(after).toMatchObject({ status: 'signed', signedOn, url, evidenceUrl: null })

  const found = await verify(signed)
  expect(found).toMatchObject({
    fileName: 'firmato.pdf',
    outcome: 'sealed',
    changed: false,
    signatures: [
      expect.objectContaining({ signedBy: 'Giulia Rossi', signedOn, ours: true, intact: true, wholeFile: true }),
    ],
  })

  const { mails } = await delivered()
  expect(mails.map(({ to }) => to[0]?.address).sort()).toEqual(['giulia@example.it', 'ufficio@example.it'])
  for (const { attachments, text } of mails) {
    expect(attachments[0]?.content.equals(signed)).toBe(true)
    expect(text).toContain(`/${contact.company}/documents/${key}`)
  }
  const steps = (await evidenceOf(database, document)).map(({ step }) => step)
  expect(steps).toEqual(['created', 'code_sent', 'signed'])
  const event = await database.one<{ type: string }>(
    sql`select type from event where signing_document_id = ${document.id} and contact_id = ${document.contactId}`,
  )
  expect(event.type).toBe('document.signed')

  expect((await sign(key, code)).problem).toMatchObject({ code: 'already_signed', status: 409 })
  expect((await send(key)).problem.code).toBe('already_signed')
  expect((await call(declineDocument, { ...of(key), body: {} })).problem.code).toBe('already_signed')
  // Nothing that opens or signs anything is in the log.
  expect(app.logged()).not.toContain(key)
  expect(app.logged()).not.toContain(code)
})

const tool = (name: string) => existsSync(`/usr/bin/${name}`)
const run = promisify(execFile)

describe.runIf(tool('pdfsig') && tool('pdftotext') && tool('qpdf'))('an ordinary PDF reader', () => {
  const look = async (pdf: Buffer) => {
    const path = join(folder, `${createHash('sha256').update(pdf).digest('hex').slice(0, 8)}.pdf`)
    await writeFile(path, pdf)
    const said = async (command: string, ...args: string[]) =>
      (await run(command, args).catch(({ stdout }) => ({ stdout: String(stdout) }))).stdout
    return {
      sig: await said('pdfsig', '-nocert', path),
      text: await said('pdftotext', '-layout', path, '-'),
      check: await said('qpdf', '--check', path),
    }
  }

  test('confirms the seal over the whole file and the unchanged pages, and finds a changed byte', async () => {
    const { key, pdf } = await aDocumentToSign(app, { firstName: 'Matteo', lastName: 'Čović' })
    const code = await codeFor(key, { ...person, firstName: 'Matteo', lastName: 'Čović' })
    const signed = await bytesAt((await sign(key, code)).body.url)
    const [before, after] = [await look(pdf), await look(signed)]
    expect(after.sig).toContain('Signature is Valid')
    expect(after.sig).toContain('Total document signed')
    expect(after.check).toContain('No syntax or stream encoding errors found')
    expect(after.text.startsWith(before.text.trimEnd().slice(0, 100))).toBe(true)
    expect(after.text).toContain('Matteo Čović')
    expect(after.text).toContain(createHash('sha256').update(pdf).digest('hex'))
    expect(after.text).not.toContain('5550118')
    const changed = Buffer.from(signed)
    changed[300] = (changed[300] ?? 0) ^ 1
    expect((await look(changed)).sig).not.toContain('Signature is Valid')
    expect(await verify(changed)).toMatchObject({ changed: true, signatures: [{ intact: false }] })
  })

  test('confirms earlier signatures beside the seal; the evidence is a separate file', async () => {
    const first = await aDocumentToSign(app)
    const signedOnce = await bytesAt((await sign(first.key, await codeFor(first.key))).body.url)
    const { key } = await aDocumentToSign(app, { pdf: signedOnce })
    const signed = await bytesAt((await sign(key, await codeFor(key))).body.url)
    expect(signed.subarray(0, signedOnce.length).equals(signedOnce)).toBe(true)
    const seen = await look(signed)
    expect(seen.sig.match(/Signature is Valid/g)).toHaveLength(2)
    expect(seen.check).toContain('No syntax or stream encoding errors found')
    expect(await verify(signed)).toMatchObject({
      changed: false,
      signatures: [
        { intact: true, wholeFile: false },
        { intact: true, wholeFile: true },
      ],
    })
    const { evidenceUrl } = (await call(readDocumentToSign, of(key))).body
    const evidence = await look(await bytesAt(evidenceUrl ?? ''))
    expect(evidence.sig).toContain('Total document signed')
    expect(evidence.text).toContain('Giulia Rossi')
  })
})

test('of 1000 concurrent wrong codes five are checked, and then the right one is rejected', async () => {
  const { key, ...document } = await aDocumentToSign(app)
  const code = await codeFor(key)
  const answers = await Promise.all(Array.from({ length: 1000 }, () => sign(key, wrong(code))))
  for (const { problem } of answers) expect(problem).toMatchObject({ code: 'invalid_otp_code', status: 422 })
  expect((await sign(key, code)).problem.code).toBe('invalid_otp_code')
  const steps = (await evidenceOf(database, document)).filter(({ step }) => step === 'code_wrong')
  expect(steps).toHaveLength(5)
  clock.pass(30_000)
  const next = await codeFor(key)
  expect((await sign(key, next)).status).toBe(200)
})

test('of two concurrent confirmations one signs', async () => {
  const { key, ...document } = await aDocumentToSign(app)
  const code = await codeFor(key)
  const before = (await app.storedKeys()).length
  const answers = await Promise.all([sign(key, code), sign(key, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('already_signed')
  expect((await evidenceOf(database, document)).filter(({ step }) => step === 'signed')).toHaveLength(1)
  expect((await app.storedKeys()).length).toBe(before + 1)
  expect((await delivered()).mails).toHaveLength(2)
})

describe('a code', () => {
  test('signs durably, even if the connection to the database breaks at commit', async () => {
    const { key } = await aDocumentToSign(app)
    const code = await codeFor(key)
    const http = await buildApp({ ...app.deps, database: losingCommits(database) })
    const answer = await http.inject({ method: 'POST', url: `/api/signing/${key}/signature`, payload: { code } })
    expect(answer.statusCode).toBe(503)
    const { status, url } = (await call(readDocumentToSign, of(key))).body
    expect(status).toBe('signed')
    expect(await verify(await bytesAt(url))).toMatchObject({ changed: false, signatures: [{ intact: true }] })
    await http.close()
    await delivered()
  })

  test('is valid for its document only, and only the latest is', async () => {
    const [one, other] = [await aDocumentToSign(app), await aDocumentToSign(app)]
    const first = await codeFor(one.key)
    clock.pass(30_000)
    const second = await codeFor(one.key)
    expect((await sign(other.key, second)).problem.code).toBe('invalid_otp_code')
    if (first !== second) expect((await sign(one.key, first)).problem.code).toBe('invalid_otp_code')
    expect((await sign(one.key, `${second.slice(0, 3)} ${second.slice(3)}`)).status).toBe(200)
  })

  test('is valid for ten minutes', async () => {
    const { key } = await aDocumentToSign(app)
    const code = await codeFor(key)
    clock.pass(600_000)
    expect((await sign(key, code)).problem.code).toBe('invalid_otp_code')
  })

  test('can be sent again after 30 seconds, five times an hour', async () => {
    const { key } = await aDocumentToSign(app)
    await send(key)
    const early = await send(key)
    expect(early.problem).toMatchObject({ code: 'too_many_requests', status: 429 })
    expect(early.headers['retry-after']).toBe('30')
    for (let n = 0; n < 5; n += 1) {
      clock.pass(30_000)
      expect((await send(key)).status).toBe(200)
    }
    clock.pass(30_000)
    expect((await send(key)).problem.code).toBe('too_many_requests')
    expect(await codes()).toHaveLength(6)
    clock.pass(3_600_000)
    expect((await send(key)).status).toBe(200)
    await delivered()
  })

  test.each(['', '12345', 'abcdef', null, undefined, '1234567'])('%j is rejected', async code => {
    const { key } = await aDocumentToSign(app)
    expect((await sign(key, code)).problem.code).toBe('invalid_otp_code')
  })

  test('is the only number of six digits in its SMS, whatever the name of the portal', async () => {
    const portal = await aPortal(database)
    await database.run(sql`update portal set web_portal_name = 'Ditta 123456 e 7654321' where id = ${portal.portalId}
      and service_company_id = ${portal.serviceCompanyId}`)
    const { key } = await aDocumentToSign(app, { contact: await aContact(database, portal) })
    await send(key, { ...person, language: 'es-ES' })
    const { texts } = await delivered()
    expect(texts[0]?.text.match(/\d{6,}/g)).toHaveLength(1)
    expect(texts[0]?.text).toContain('el código')
  })
})

describe('the signer', () => {
  test.each([
    [{ ...person, firstName: ' ' }, 'body.firstName'],
    [{ ...person, lastName: undefined }, 'body.lastName'],
    [{ ...person, consent: false }, 'body.consent'],
  ])('gives all of %j', async (body, path) => {
    const { key } = await aDocumentToSign(app)
    const { problem } = await send(key, body)
    expect(problem).toMatchObject({ code: 'fill_all_fields', status: 422, errors: [{ path }] })
    expect((await delivered()).texts).toEqual([])
  })

  test('needs a phone number, and cannot type one unless allowed', async () => {
    const { key } = await aDocumentToSign(app, { phone: null })
    expect((await call(readDocumentToSign, of(key))).body).toMatchObject({ phone: null, phoneMayBeTyped: false })
    for (const body of [{}, person, { ...person, phone: '+39 333 1234567' }])
      expect((await send(key, body)).problem).toMatchObject({ code: 'no_phone_number', status: 422 })
    expect((await delivered()).texts).toEqual([])
    const known = await aDocumentToSign(app)
    await send(known.key, { ...person, phone: '+39 333 1234567' })
    expect((await delivered()).texts).toMatchObject([{ to: '+393335550118' }])
  })

  test('can type a phone number if the sender allows it', async () => {
    const { key } = await aDocumentToSign(app, { phone: null, phoneMayBeTyped: true })
    expect((await send(key)).problem).toMatchObject({ code: 'fill_all_fields', errors: [{ path: 'body.phone' }] })
    expect((await send(key, { ...person, phone: 'abc' })).problem).toMatchObject({ code: 'invalid_request' })
    expect((await send(key, { ...person, phone: '0039 333 12.34.567' })).body.phone).toBe('*******567')
    expect((await delivered()).texts).toMatchObject([{ to: '+393331234567' }])
  })

  test('can decline, which is final', async () => {
    const { key, ...document } = await aDocumentToSign(app)
    const code = await codeFor(key)
    expect((await call(declineDocument, { ...of(key), body: { reason: 'Il prezzo\r\nnon va' } })).status).toBe(204)
    const gone = { status: 410, code: 'invalid_code', detail: 'declined' }
    expect((await call(readDocumentToSign, of(key))).problem).toMatchObject(gone)
    expect((await sign(key, code)).problem).toMatchObject(gone)
    expect((await call(declineDocument, { ...of(key), body: {} })).problem).toMatchObject(gone)
    const { mails } = await delivered()
    expect(mails).toMatchObject([
      { to: [{ address: 'ufficio@example.it' }], text: expect.stringContaining('Il prezzo') },
    ])
    expect((await evidenceOf(database, document)).at(-1)).toMatchObject({ step: 'declined' })
  })
})

test.each([
  ['declined', { status: 'declined' }],
  ['withdrawn', { status: 'withdrawn' }],
  ['expired', { validUntil: new Date('2026-03-01T12:00:00Z') }],
])('a document that is %s opens nothing any more', async (detail, options) => {
  const { key } = await aDocumentToSign(app, options)
  const gone = { status: 410, code: 'invalid_code', detail }
  expect((await call(readDocumentToSign, of(key))).problem).toMatchObject(gone)
  expect((await send(key)).problem).toMatchObject(gone)
  expect((await sign(key, '123456')).problem).toMatchObject(gone)
  const url = `/api/signing/${key}/file/Contratto.pdf`
  expect((await app.http.inject({ url, remoteAddress: anAddress() })).statusCode).toBe(410)
})

test.each(['x', 'x'.repeat(200), '%00', "' or 1=1"])('a key like %j is unknown', async key => {
  const unknown = { status: 404 }
  expect((await call(readDocumentToSign, of(key))).problem).toMatchObject(unknown)
  expect((await send(key)).problem).toMatchObject(unknown)
  expect((await sign(key, '123456')).problem).toMatchObject(unknown)
})

test('a truncated key is rejected', async () => {
  const { key } = await aDocumentToSign(app)
  expect((await call(readDocumentToSign, of(key.slice(0, -1)))).problem).toMatchObject({
    code: 'invalid_code',
    status: 404,
  })
})

test('the database rejects changes of the evidence', async () => {
  const { id, contactId } = await aDocumentToSign(app)
  const mine = sql`signing_document_id = ${id} and contact_id = ${contactId}`
  await expect(database.run(sql`update signing_evidence set body = '{}' where ${mine}`)).rejects.toThrow('append-only')
  await expect(database.run(sql`delete from signing_evidence where ${mine}`)).rejects.toThrow('append-only')
  await expect(database.run(sql`truncate signing_evidence`)).rejects.toThrow('append-only')
})

test('a file of 20 MB can be signed', async () => {
  const { key } = await aDocumentToSign(app, { pdf: await aPdf({ bulk: 20 * 1024 * 1024 }) })
  const signed = await bytesAt((await sign(key, await codeFor(key))).body.url)
  expect(signed.length).toBeGreaterThan(20 * 1024 * 1024)
  expect((await verify(signed)).changed).toBe(false)
  // Too large for a mail: the link alone is sent.
  for (const { attachments } of (await delivered()).mails) expect(attachments).toEqual([])
})

describe('verifying a file', () => {
  test('reports a file without signature, and what was added after a signature', async () => {
    const pdf = await aPdf()
    expect(await verify(pdf)).toMatchObject({ outcome: 'none', changed: null, signatures: [] })
    const { key } = await aDocumentToSign(app)
    const signed = await bytesAt((await sign(key, await codeFor(key))).body.url)
    const longer = Buffer.concat([signed, Buffer.from('\n% more\n')])
    expect(await verify(longer)).toMatchObject({ changed: true, signatures: [{ intact: true, wholeFile: false }] })
    // A byte behind the signature, in the room that it leaves.
    const room = Buffer.from(signed)
    const end = room.lastIndexOf('0000>')
    room.write('1', end, 'latin1')
    expect(await verify(room)).toMatchObject({ changed: true })
    await delivered()
  })

  test('is not blocked by a hostile file', async () => {
    const many = Buffer.from(`%PDF-1.7\n${'/ByteRange [0 12 20 5] '.repeat(50_000)}`)
    expect(await verify(many)).toMatchObject({ outcome: 'unreadable', changed: null, signatures: [] })
  })

  test('does not delay signers, and limits waiting requests', async () => {
    const { key } = await aDocumentToSign(app)
    const code = await codeFor(key)
    const small = openWorkerPool({
      entry: workerEntry,
      log: () => undefined,
      waitingMax: { total: 9, perCaller: 1, strangers: 2 },
    })
    const seal = await testSeal(app.database, app.deps.secrets, small)
    const http = await buildApp({ ...app.deps, workers: small, seal })
    const { body: payload, headers } = multipart({ filename: 'a.pdf', content: manySmallObjects() })
    const check = (remoteAddress: string) =>
      http.inject({ method: 'POST', url: '/api/signing/verify', payload, headers, remoteAddress })
    const checked = [check('192.0.2.1'), check('192.0.2.1'), check('192.0.2.1')]
    const refused = await Promise.race(checked)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
    const others = [check('192.0.2.2'), check('192.0.2.3')]
    const busy = await Promise.race(others)
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '10'])
    const answer = await http.inject({ method: 'POST', url: `/api/signing/${key}/signature`, payload: { code } })
    expect(answer.statusCode).toBe(200)
    await small.stop()
    await Promise.all([...checked, ...others])
    await http.close()
    await delivered()
  })

  test('stores nothing, and accepts only PDF', async () => {
    const before = await app.storedKeys()
    await verify(await aPdf())
    const text = await call(verifySignedFile, multipart({ filename: 'a.txt', content: 'abc' }))
    expect(text.problem).toMatchObject({ code: 'file_type_refused', status: 415 })
    const empty = await call(verifySignedFile, multipart({ filename: 'a.pdf', content: '' }))
    expect(empty.problem.code).toBe('file_empty')
    expect((await call(verifySignedFile, { body: {} })).problem.code).toBe('invalid_request')
    expect(await app.storedKeys()).toEqual(before)
  })
})
