import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import { readDocumentToSign, sendSigningCode, signDocument, verifySignedFile } from '@portico/contract/signing'
import { describe, expect, test, vi } from 'vitest'
import { anAddress, multipart, testApp } from '../../test/fixtures/app.ts'
import { aDocumentToSign, aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { anOperator, openPortal } from '../../test/fixtures/operator.ts'
import { objectText, partsOf } from '../../test/fixtures/pdf-updates.ts'
import { aSealedFile } from '../../test/fixtures/sealed-documents.ts'
import { sql } from '../kernel/database/db.ts'
import { readPdfText } from '../publishing/pdf-work.ts'
import { evidenceOf } from './evidence/evidence.ts'
import { pageTexts } from './reading/page-texts.ts'
import { readToSign } from './reading/read-to-sign.ts'

// The process that reads and writes PDF takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { call, database, delivered } = app

const made = (name: string) =>
  readFile(fileURLToPath(new URL(`../../test/files-to-sign/made/${name}`, import.meta.url)))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const textsOf = async (pdf: Buffer) => (await pageTexts(pdf)) ?? []

const bytesAt = async (url: string) => (await app.http.inject({ url, remoteAddress: anAddress() })).rawPayload

const consent = { firstName: 'Giulia', lastName: 'Rossi', consent: true }

/** Opens a document as its signer does, and signs it: the file as shown, and as sealed. */
const signed = async (document: { key: string }) => {
  const params = { documentkey: document.key }
  const shown = await bytesAt((await call(readDocumentToSign, { params })).body.url)
  expect((await call(sendSigningCode, { params, body: consent })).status).toBe(200)
  const code = /\d{6}/.exec((await delivered()).texts.at(-1)?.text ?? '')?.[0]
  const { url } = (await call(signDocument, { params, body: { code } })).body
  return { shown, sealed: await bytesAt(url) }
}

const verify = async (content: Buffer) =>
  (await call(verifySignedFile, multipart({ filename: 'firmato.pdf', content }))).body

/** A service company that sends documents to sign. */
const aSender = async () => {
  const operator = await anOperator(app)
  await openPortal(app, operator)
  await operator('PUT', '/contacts/c', { portal: 'p', companyName: 'C' })
  return async (name: string, pdf: Buffer) => {
    const { path } = (await operator('POST', '/files?name=a.pdf', pdf)).json
    const body = { contact: 'c', file: { path }, firstName: 'Anna', lastName: 'Bassi', sentOn: '2026-02-01' }
    return operator('PUT', `/documentsToSign/${name}`, body)
  }
}

describe('what is sealed is what was read', () => {
  test.each(['shadow.pdf', 'shadow2.pdf'])('in a file with an object that no section names: %s', async name => {
    const pdf = await made(name)
    const document = await aDocumentToSign(app, { pdf })
    const { shown, sealed } = await signed(document)
    expect((await textsOf(shown))[0]).toContain('EUR100')
    expect((await textsOf(sealed))[0]).toContain('EUR100')
    expect(sealed.toString('latin1')).not.toContain('EUR 900')
    // The sealed file begins with the very bytes that were shown, and its evidence names them and those that were sent.
    expect(sealed.subarray(0, shown.length).equals(shown)).toBe(true)
    const evidence = (await textsOf(sealed)).at(-1)
    expect(evidence).toContain(sha256(pdf))
    expect(evidence).toContain(sha256(shown))
    expect((await evidenceOf(database, document)).at(-1)?.detail).toEqual({
      sha256: sha256(pdf),
      shown: sha256(shown),
      shownSize: shown.length,
      changes: ['unnamed_objects'],
    })
    expect(await verify(sealed)).toMatchObject({ changed: false, onRecord: true, evidence: 'same' })
  })

  test.each(['form-no-flag.pdf', 'form-needappearances.pdf'])(
    'in a form whose values have no picture: %s',
    async name => {
      const { shown, sealed } = await signed(await aDocumentToSign(app, { pdf: await made(name) }))
      for (const pdf of [shown, sealed]) {
        expect((await textsOf(pdf))[0]).toContain('EUR12.500,00')
        expect((await textsOf(pdf))[0]).toContain('Gold')
        // The check mark is the letter 4 of its font.
        expect((await textsOf(pdf))[0]).toMatch(/EUR12\.500,00[4✔]Gold$/)
      }
      expect((await PDFDocument.load(shown)).getForm().getFields()).toEqual([])
    },
  )

  test('in a file that is shown as it was sent', async () => {
    const pdf = await made('two-revisions.pdf')
    const { shown, sealed } = await signed(await aDocumentToSign(app, { pdf }))
    expect(shown.equals(pdf)).toBe(true)
    expect(sealed.subarray(0, pdf.length).equals(pdf)).toBe(true)
  })

  test('in a file with links, scripts and comments: the links stay', async () => {
    const { pdf: unchanged } = await readToSign(await made('pay-link.pdf'))
    expect(unchanged).toBeNull()
    const document = await PDFDocument.load(await aPdf({ pages: 1 }))
    document.addJavaScript('fill', 'this.getField("Prezzo").value = 900')
    const page = document.getPage(0)
    const { context } = document
    page.node.set(
      context.obj('Annots') as never,
      context.obj([
        { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], A: { S: 'URI', URI: context.obj('x') } },
        { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], A: { S: 'JavaScript', JS: context.obj('x') } },
        { Type: 'Annot', Subtype: 'Square', Rect: [20, 20, 80, 80], C: [1, 0, 0] },
      ]),
    )
    const read = await readToSign(Buffer.from(await document.save()))
    expect(read.changes).toEqual(['scripts', 'comments'])
    const shown = read.pdf?.toString('latin1') ?? ''
    expect(shown).not.toContain('JavaScript')
    expect(shown.match(/\/Subtype \/Link/g)).toHaveLength(2)
    expect(shown).not.toContain('/Square')
    expect((await readToSign(read.pdf as Buffer)).pdf).toBeNull()
  })
})

describe('a file that cannot be shown to everybody alike is refused, with what to do', () => {
  test('a form that only one reader shows', async () => {
    const send = await aSender()
    expect((await send('xfa', await made('xfa.pdf'))).problem).toMatchObject({
      status: 400,
      errors: [{ path: 'body.file', message: expect.stringMatching(/only Adobe Reader shows: print it to a new PDF/) }],
    })
  })

  test('a comment in a script that is written from right to left', async () => {
    const pdf = await readFile(
      fileURLToPath(new URL('../../test/files-to-sign/pdf.js/freetext_no_appearance.pdf', import.meta.url)),
    )
    await expect(readToSign(pdf)).rejects.toMatchObject({ why: 'comments' })
  })

  test('a file with signatures that has an object which no section names', async () => {
    const sealed = await aSealedFile(app)
    const [page = 0] = partsOf(sealed).pages
    const leftover = `\n${page} 0 obj\n${objectText(sealed, page)}\nendobj\nstartxref\n${partsOf(sealed).previous}\n%%EOF\n`
    const send = await aSender()
    expect((await send('as-it-is', sealed)).status).toBe(201)
    const refused = await send('leftover', Buffer.concat([sealed, Buffer.from(leftover, 'latin1')]))
    expect(refused.problem.errors).toEqual([
      {
        path: 'body.file',
        message: expect.stringMatching(/^has signatures that a change would break/),
      },
    ])
  })
})

describe('a document that is out already', () => {
  test('is read at its next opening; a code for something that its signer has not seen is not sent', async () => {
    const { key } = await aDocumentToSign(app, { pdf: await made('shadow.pdf') })
    const params = { documentkey: key }
    expect((await call(sendSigningCode, { params, body: consent })).problem).toMatchObject({ code: 'conflict' })
    const { url, sha256: fingerprint } = (await call(readDocumentToSign, { params })).body
    expect(sha256(await bytesAt(url))).toBe(fingerprint)
    expect((await call(sendSigningCode, { params, body: consent })).status).toBe(200)
  })

  test('and whose file cannot be signed is withdrawn, and its sender is told once', async () => {
    const { key } = await aDocumentToSign(app, { pdf: await made('xfa.pdf') })
    await delivered()
    const read = () => call(readDocumentToSign, { params: { documentkey: key } })
    const answers = [await read(), await read()]
    for (const { problem } of answers)
      expect(problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'withdrawn' })
    expect(answers[1]?.problem.reason).toMatch(/Adobe Reader/)
    const { mails } = await delivered()
    expect(mails.map(({ subject }) => subject)).toEqual(['Non si può più firmare: Contratto'])
    expect(mails[0]?.text).toMatch(/Stampalo in un nuovo PDF/)
  })
})

describe('the check of a sealed file', () => {
  test('says where evidence and record do not belong together, or cannot be compared', async () => {
    const document = await aDocumentToSign(app)
    const { sealed } = await signed(document)
    expect((await verify(sealed)).evidence).toBe('same')
    const { id, contactId } = document
    await database.run(
      sql`update signing_document set evidence_file_id = file_id where id = ${id} and contact_id = ${contactId}`,
    )
    expect((await verify(sealed)).evidence).toBe('separate')
    await database.run(sql`update signing_document set evidence_file_id = null, signed_on = signed_on - interval '1 day'
      where id = ${id} and contact_id = ${contactId}`)
    expect(await verify(sealed)).toMatchObject({ onRecord: false, evidence: 'unknown' })
    expect((await verify(await aPdf())).evidence).toBeNull()

    const other = await signed(await aDocumentToSign(app))
    await database.run(sql`alter table signing_evidence disable trigger signing_evidence_append_only`)
    await database.run(sql`update signing_evidence set body = replace(body, 'Giulia', 'Giulio'),
        hash = sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || convert_to(replace(body, 'Giulia', 'Giulio'), 'UTF8'))
      where body like '%code_sent%'`)
    await database.run(sql`alter table signing_evidence enable trigger signing_evidence_append_only`)
    expect(await verify(other.sealed)).toMatchObject({ onRecord: true, evidence: 'different' })
  })
})

test('a text whose font needs a character map is read as the viewer shows it', async () => {
  const read = await readPdfText({ pdf: await made('cjk.pdf') })
  expect('text' in read && read.text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
})
