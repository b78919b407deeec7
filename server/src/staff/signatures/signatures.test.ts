import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readDocumentToSign, sendSigningCode, signDocument } from '@portico/contract/signing'
import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  changeSignature,
  listSignatures,
  readSignature,
  remindSigner,
  sendSignatures,
  withdrawSignature,
} from '@portico/contract/staff/signatures'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aDocumentToSign, aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aContact, type Contact } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'

const app = await testApp()
const { database, clock } = app
const DAY = 24 * 3_600_000

const office = async ({ serviceCompanyId }: { serviceCompanyId: number }) =>
  staffHeaders(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))

const giulia = { firstName: 'Giulia', lastName: 'Rossi', email: 'giulia@example.it', phone: '+39 333 5550118' }
const luca = { firstName: 'Luca', lastName: 'Neri', email: 'luca@example.it', phone: '0039 333 5550119' }

const send = async (contact: Contact, headers: Record<string, string>, more: object = {}) => {
  const content = await aPdf()
  const { id: uploadId } = await uploadWith(app, headers, uploadPublishedFile.path, {
    filename: 'Rinnovo 2027.pdf',
    content,
  })
  const body = { contactId: contact.contactId, uploadId, signers: [giulia], days: 15, ...more }
  return app.call(sendSignatures, { body, headers })
}

/** The key in the link of a mail. */
const keyIn = (html: string) => /\/documents\/([\w-]+)/.exec(html)?.[1] ?? expect.fail('no link')

test.each([
  ['before the clocks go forward', '2027-03-27T22:30:00Z', '2027-03-28T21:59:59Z'],
  ['before they go back', '2026-10-24T22:30:00Z', '2026-10-26T22:59:59Z'],
])(
  'a document that is sent for a day late in the evening %s can be signed until the end of the next',
  async (_, at, end) => {
    const before = clock.now()
    clock.set(at)
    try {
      const contact = await aContact(database)
      const sent = await send(contact, await office(contact), { days: 1 })
      expect(sent.body).toMatchObject([{ validUntil: end }])
    } finally {
      clock.set(before.toISOString())
      await app.delivered()
    }
  },
)

test('a document is sent to each signer, opened, signed with the code, and followed', async () => {
  const contact = await aContact(database)
  const headers = await office(contact)
  const sent = await send(contact, headers, { signers: [giulia, luca], message: 'Come d’accordo al telefono.' })
  expect(sent.body).toMatchObject([
    {
      documentName: 'Rinnovo 2027',
      status: 'unsigned',
      signer: { ...giulia, phone: '+393335550118' },
      sentBy: 'Anna Tecnica',
    },
    { signer: { firstName: 'Luca', phone: '+393335550119' }, validUntil: '2026-03-17T22:59:59Z', openedOn: null },
  ])
  const { mails } = await app.delivered()
  expect(mails.map(({ to }) => to.map(({ address }) => address).join())).toEqual([giulia.email, luca.email])
  expect(mails[0]?.html).toContain('Come d’accordo al telefono.')
  const params = { signatureid: sent.body[0]?.id ?? 0 }
  const documentkey = keyIn(mails[0]?.html ?? '')
  expect((await app.call(readDocumentToSign, { params: { documentkey } })).status).toBe(200)
  await app.deps.openings.flush()
  const names = { firstName: 'Giulia', lastName: 'Rossi', consent: true }
  await app.call(sendSigningCode, { params: { documentkey }, body: names })
  const asked = (await app.call(readSignature, { params, headers })).body
  expect(asked).toMatchObject({ openedOn: expect.any(String), codeSentOn: expect.any(String), codeFailed: false })
  const code = /\d{6}/.exec((await app.delivered()).texts[0]?.text ?? '')?.[0]
  expect((await app.call(signDocument, { params: { documentkey }, body: { code } })).status).toBe(200)
  const signed = (await app.call(readSignature, { params, headers })).body
  expect(signed).toMatchObject({
    status: 'signed',
    history: [{ what: 'sent' }],
    message: 'Come d’accordo al telefono.',
  })
  expect(signed.steps.map(({ step }) => step)).toEqual(['signed', 'code_sent', 'created'])
  await app.delivered()
  const file = await app.http.inject({ url: signed.signedFile?.url ?? '', headers })
  expect([file.statusCode, file.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: contact.serviceCompanyId }))
  const inState = async (state: string) =>
    (await staff(listSignatures, { query: { state, count: 1 } })).headers['total-count']
  expect([await inState('signed'), await inState('waiting'), await inState('declined')]).toEqual(['1', '1', '0'])
  expect((await staff(listSignatures, { query: { q: 'luca neri' } })).body).toHaveLength(1)
})

test.each([
  [{ signers: [] }, 400],
  [{ signers: [{ ...giulia, phone: 'abc' }] }, 400],
  [{ signers: [{ ...giulia, email: 'no address' }] }, 400],
  [{ signers: [{ ...giulia, lastName: ' ' }] }, 422],
  [{ days: 0 }, 400],
  [{ days: 400 }, 400],
  [{ message: 'x'.repeat(2001) }, 400],
  [{ uploadId: 999_999 }, 404],
])('what is sent with %o is refused, and nothing is mailed', async (more, status) => {
  const contact = await aContact(database)
  expect((await send(contact, await office(contact), more)).status).toBe(status)
  expect((await app.delivered()).mails).toEqual([])
})

test('a file that is no PDF, or cannot be signed, is refused', async () => {
  const xfa = await readFile(fileURLToPath(new URL('../../../test/files-to-sign/made/xfa.pdf', import.meta.url)))
  const contact = await aContact(database)
  const headers = await office(contact)
  for (const [filename, content, kind] of [
    ['nota.txt', 'abc', undefined],
    ['rotto.pdf', '%PDF-1.7\nnothing of the kind', 'unreadable'],
    ['modulo.pdf', xfa, 'xfa'],
  ] as const) {
    const { id: uploadId } = await uploadWith(app, headers, uploadPublishedFile.path, { filename, content })
    const body = { contactId: contact.contactId, uploadId, signers: [giulia], days: 15 }
    const { problem } = await app.call(sendSignatures, { body, headers })
    expect(problem.errors?.[0]).toMatchObject({ path: 'body.uploadId' })
    // Which sentence the screen shows.
    expect(problem.errors?.[0]?.kind).toBe(kind)
  }
})

test('a signer is reminded once a day, again only if that is confirmed, and of two colleagues at once one is told', async () => {
  const contact = await aContact(database)
  let [headers, other] = [await office(contact), await office(contact)]
  // A session of the staff ends after twelve hours.
  const signInAgain = async () => {
    ;[headers, other] = [await office(contact), await office(contact)]
  }
  const params = { signatureid: (await send(contact, headers)).body[0]?.id ?? 0 }
  await app.delivered()
  const remind = (body: object = {}, by = headers) => app.call(remindSigner, { params, body, headers: by })
  expect((await remind()).problem).toMatchObject({ status: 409, detail: 'mailed' })
  expect((await remind({ again: true })).status).toBe(201)
  clock.pass(DAY)
  await signInAgain()
  const statuses = (await Promise.all([remind(), remind({}, other)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409])
  expect((await app.delivered()).mails).toHaveLength(2)
  clock.pass(20 * DAY)
  await signInAgain()
  expect((await remind()).problem).toMatchObject({ status: 409, detail: 'expired' })
})

test('the link of a document is mailed five times an hour at most, whatever its address and however many ask', async () => {
  const contact = await aContact(database)
  const headers = await office(contact)
  const params = { signatureid: (await send(contact, headers)).body[0]?.id ?? 0 }
  const remind = () => app.call(remindSigner, { params, body: { again: true }, headers })
  const first = await Promise.all(Array.from({ length: 8 }, remind))
  expect(first.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429, 429, 429])
  await app.call(changeSignature, { params, body: { email: 'victim@target.example' }, headers })
  expect((await remind()).problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect((await app.delivered()).mails).toHaveLength(5)
  clock.pass(3_600_000)
  expect((await remind()).status).toBe(201)
  await app.delivered()
})

test('a document gets more time and another phone; the past and a stale state are refused', async () => {
  const contact = await aContact(database)
  let headers = await office(contact)
  const params = { signatureid: (await send(contact, headers, { days: 1 })).body[0]?.id ?? 0 }
  const etag = String((await app.call(readSignature, { params, headers })).headers.etag)
  clock.pass(3 * DAY)
  headers = await office(contact)
  expect((await app.call(readSignature, { params, headers })).body.status).toBe('expired')
  const change = (body: object, more: object = {}) =>
    app.call(changeSignature, { params, body, headers: { ...headers, ...more } })
  const day = (ms: number) => new Date(clock.now().getTime() + ms).toISOString().slice(0, 10)
  expect((await change({ validUntil: day(-DAY) })).problem).toMatchObject({ status: 400 })
  const { body } = await change({ validUntil: day(5 * DAY), phone: '+39 333 5550199' }, { 'if-match': etag })
  expect(body).toMatchObject({
    status: 'unsigned',
    signer: { phone: '+393335550199' },
    history: [{ what: 'extended' }, { what: 'sent' }],
  })
  expect((await change({ phone: 'abc' })).problem).toMatchObject({ status: 400, errors: [{ path: 'body.phone' }] })
  expect((await change({ phone: luca.phone }, { 'if-match': etag })).problem).toMatchObject({ status: 409 })
  // A proxy that compresses makes the tag a weak one.
  const renewed = String((await app.call(readSignature, { params, headers })).headers.etag)
  expect((await change({ phone: luca.phone }, { 'if-match': `W/${renewed}` })).status).toBe(200)
})

test('a withdrawn document says why to its signer, and stays withdrawn', async () => {
  const contact = await aContact(database)
  const headers = await office(contact)
  const params = { signatureid: (await send(contact, headers)).body[0]?.id ?? 0 }
  const documentkey = keyIn((await app.delivered()).mails.at(-1)?.html ?? '')
  const { body } = await app.call(withdrawSignature, { params, body: { reason: 'Ne arriva uno corretto.' }, headers })
  expect(body).toMatchObject({
    status: 'withdrawn',
    reason: 'Ne arriva uno corretto.',
    history: [{ what: 'withdrawn' }, { what: 'sent' }],
  })
  const { problem } = await app.call(readDocumentToSign, { params: { documentkey } })
  expect(problem).toMatchObject({ status: 410, detail: 'withdrawn', reason: 'Ne arriva uno corretto.' })
  for (const [endpoint, body] of [
    [withdrawSignature, {}],
    [remindSigner, { again: true }],
    [changeSignature, { phone: luca.phone }],
  ] as const)
    expect((await app.call(endpoint, { params, body, headers })).problem).toMatchObject({
      status: 409,
      detail: 'withdrawn',
    })
})

test('a document that is signed while it is withdrawn is one of the two, and both are told', async () => {
  const contact = await aContact(database)
  const headers = await office(contact)
  for (let turn = 0; turn < 3; turn += 1) {
    const params = { signatureid: (await send(contact, headers)).body[0]?.id ?? 0 }
    const documentkey = keyIn((await app.delivered()).mails.at(-1)?.html ?? '')
    await app.call(sendSigningCode, { params: { documentkey }, body: { firstName: 'G', lastName: 'R', consent: true } })
    const code = /\d{6}/.exec((await app.delivered()).texts[0]?.text ?? '')?.[0]
    const [signed, withdrawn] = await Promise.all([
      app.call(signDocument, { params: { documentkey }, body: { code } }),
      app.call(withdrawSignature, { params, body: {}, headers }),
    ])
    const { status } = (await app.call(readSignature, { params, headers })).body
    expect([signed.status, withdrawn.status, status]).toEqual(
      status === 'signed' ? [200, 409, 'signed'] : [410, 200, 'withdrawn'],
    )
  }
})

test('documents beyond company, portals and role are not there', async () => {
  const { id, contact, serviceCompanyId } = await aDocumentToSign(app)
  const params = { signatureid: id }
  const strangers = [
    await aStaffAccount(app, { role: 'administrator' }),
    await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [] }),
  ]
  for (const account of strangers) {
    const staff = await asStaff(app, account)
    expect((await staff(listSignatures)).body).toEqual([])
    for (const [endpoint, body] of [
      [readSignature, undefined],
      [changeSignature, { phone: luca.phone }],
      [remindSigner, {}],
      [withdrawSignature, {}],
    ] as const)
      expect((await staff(endpoint, { params, body })).problem).toMatchObject({ status: 404, code: 'not_found' })
    const headers = await staffHeaders(app, account)
    expect((await send(contact, headers)).problem).toMatchObject({ status: 404, errors: [{ path: 'body.contactId' }] })
  }
  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  expect((await technician(listSignatures)).problem).toMatchObject({ status: 403 })
})
