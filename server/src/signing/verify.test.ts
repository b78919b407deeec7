import { PDFDocument, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { verifySignedFile } from '@portico/contract/signing'
import { afterAll, describe, expect, test } from 'vitest'
import { anAddress, multipart, testApp } from '../../test/fixtures/app.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aStranger, aStream, furtherSigned, objectText, partsOf, withUpdate } from '../../test/fixtures/pdf-updates.ts'
import { aSealedFile } from '../../test/fixtures/sealed-documents.ts'
import {
  addedTo,
  brokenFiles,
  forgedFile,
  honestlyAddedTo,
  validationData,
} from '../../test/fixtures/tampered-files.ts'

const app = await testApp()
const { call, delivered } = app
afterAll(() => delivered())

const get = async (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, remoteAddress: anAddress(), headers })

const verify = async (content: Buffer, filename = 'contratto.pdf') =>
  (await call(verifySignedFile, multipart({ filename, content }))).body

const sealed = await aSealedFile(app)
const stranger = await aStranger('Brenta Servizi S.r.l.')

test('a sealed file is unchanged', async () => {
  const ours = { kind: 'signature', signedBy: 'Elena Verdi', ours: true, intact: true, changed: false, later: [] }
  const found = await verify(sealed)
  expect(found).toMatchObject({
    fileName: 'contratto.pdf',
    outcome: 'sealed',
    changed: false,
    onRecord: true,
    sealedSize: sealed.length,
    signatures: [{ ...ours, wholeFile: true }],
  })
  expect((await get(found.sealedUrl ?? '')).rawPayload.equals(sealed)).toBe(true)
})

describe('a file that was painted over and signed by another person', async () => {
  const forged = await forgedFile(sealed, stranger)

  test('is reported as changed, and only signatures of its form count', async () => {
    expect(await verify(forged)).toMatchObject({
      outcome: 'changed',
      changed: true,
      onRecord: true,
      sealedSize: sealed.length,
      signatures: [{ signedBy: 'Elena Verdi', ours: true, intact: true, changed: true, later: ['other'] }],
    })
  })

  test('offers its sealed revision for an hour to the uploader', async () => {
    const address = (await verify(forged)).sealedUrl ?? ''
    const answer = await get(address)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(sealed)).toBe(true)
    expect(answer.headers['content-disposition']).toContain('contratto.pdf')
    expect((await get(address, { range: 'bytes=-5' })).rawPayload.equals(sealed.subarray(-5))).toBe(true)
    for (const forgery of [
      address.replace(/n=\d+/, 'n=100'),
      address.replace('contratto', 'fattura'),
      address.replace(/sealed\/(\d+)/, (_, id: string) => `sealed/${Number(id) - 1}`),
      address.replace(/s=.*/, 's=AAAAAAAAAAAAAAAAAAAAAA'),
    ])
      expect((await get(forgery)).statusCode, forgery).toBe(404)
    app.clock.pass(91 * 60_000)
    expect((await get(address)).statusCode).toBe(404)
  })
})

describe('a sealed file with', () => {
  test.each(addedTo(sealed, stranger))('%s is changed', async (_, make) => {
    const tampered = await make()
    expect(tampered.subarray(0, sealed.length).equals(sealed)).toBe(true)
    const found = await verify(tampered)
    expect(found).toMatchObject({ outcome: 'changed', changed: true, onRecord: true, sealedSize: sealed.length })
    expect((await get(found.sealedUrl ?? '')).rawPayload.equals(sealed)).toBe(true)
  })

  test.each(brokenFiles(sealed))('%s changed is changed', async (_, make) => {
    const broken = await make()
    expect(broken.equals(sealed)).toBe(false)
    expect(await verify(broken)).toMatchObject({ outcome: 'changed', changed: true, sealedSize: null, sealedUrl: null })
  })

  test.each(honestlyAddedTo(sealed, stranger))('%s behind its seal is unchanged', async (_, make, later) => {
    expect(await verify(await make())).toMatchObject({
      outcome: 'sealed',
      changed: false,
      onRecord: true,
      sealedSize: sealed.length,
      signatures: expect.arrayContaining([expect.objectContaining({ ours: true, changed: false, later })]),
    })
  })
})

describe('a document that was prepared for an attack', () => {
  /** A page that also shows what is not there yet, and a list that serves for two things. */
  const prepared = async () => {
    const document = await PDFDocument.create()
    document.addPage().drawText('Prezzo: 3.000', { x: 50, y: 700 })
    const page = document.addPage()
    const hole = PDFRef.of(500)
    const list = document.context.register(document.context.obj([]))
    page.node.set(PDFName.of('Contents'), document.context.obj([hole]))
    document.getPage(0).node.set(PDFName.of('Annots'), list)
    document.catalog.set(PDFName.of('DSS'), document.context.obj({ Certs: list }))
    const form = document.getForm()
    form.createTextField('Prezzo').addToPage(page, { x: 50, y: 50, width: 100, height: 20 })
    const field = document.context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 600, 800],
      F: 4,
      P: page.ref,
    })
    field.set(PDFName.of('T'), PDFString.of('Firma'))
    const reference = document.context.register(field)
    form.acroForm.addField(reference)
    return {
      // A file that has a signature keeps its fields.
      file: await aSealedFile(
        app,
        await furtherSigned(Buffer.from(await document.save({ useObjectStreams: false })), stranger),
      ),
      list,
      reference,
    }
  }

  test('gains nothing', async () => {
    const { file, list, reference } = await prepared()
    const { root, next } = partsOf(file)
    expect(await verify(file)).toMatchObject({ changed: false })
    const content = aStream('BT /F1 20 Tf 50 700 Td (Prezzo: 8.000) Tj ET')

    const supplied = withUpdate(file, {
      ...validationData(file),
      [root]: objectText(file, root).replace(/\/DSS <<[^>]*>>/, '/DSS 501 0 R'),
      501: '<< /Certs [500 0 R] >>',
      500: content,
    })
    expect(await verify(supplied)).toMatchObject({
      changed: true,
      signatures: [expect.anything(), { later: expect.arrayContaining(['other']) }],
    })

    const shared = withUpdate(file, { [list.objectNumber]: `[${next} 0 R]`, [next]: content })
    expect(await verify(shared)).toMatchObject({ changed: true, signatures: [expect.anything(), { later: ['other'] }] })

    const filled = withUpdate(file, {
      [reference.objectNumber]: `${objectText(file, reference.objectNumber).replace(/>>$/, '')} /AP << /N ${next} 0 R >> >>`,
      [next]: content,
    })
    expect(await verify(filled)).toMatchObject({
      changed: true,
      signatures: [expect.anything(), { later: ['form_filling'] }],
    })

    const text = (await PDFDocument.load(file)).getForm().getTextField('Prezzo').ref.objectNumber
    const typed = withUpdate(file, { [text]: objectText(file, text).replace(/>>$/, '/V (8.000) >>') })
    expect(await verify(typed)).toMatchObject({
      changed: true,
      signatures: [expect.anything(), { later: ['form_filling'] }],
    })
  })
})

describe('a file with several seals', () => {
  test('is judged by the latest', async () => {
    const twice = await aSealedFile(app, sealed)
    expect(await verify(twice)).toMatchObject({
      changed: false,
      sealedSize: twice.length,
      signatures: [
        { changed: false, later: ['signature'] },
        { changed: false, wholeFile: true },
      ],
    })
    const [first] = addedTo(twice, stranger)
    const tampered = (await first?.[1]()) ?? twice
    const found = await verify(tampered)
    expect(found).toMatchObject({ changed: true, sealedSize: twice.length })
    expect((await get(found.sealedUrl ?? '')).rawPayload.equals(twice)).toBe(true)
    // Its beginning is a document of its own.
    expect(await verify(twice.subarray(0, sealed.length))).toMatchObject({ changed: false, sealedSize: sealed.length })
  })
})

describe('a file without a seal of ours', () => {
  test('is not confirmed', async () => {
    const pdf = await aPdf()
    expect(await verify(pdf)).toEqual({
      fileName: 'contratto.pdf',
      outcome: 'none',
      changed: null,
      onRecord: false,
      evidence: null,
      sealedSize: null,
      sealedUrl: null,
      signatures: [],
    })
    const theirs = await aSealedElsewhere(pdf)
    const signature = { certificate: 'Brenta Servizi S.r.l.', ours: false, intact: true, changed: false, later: [] }
    expect(await verify(theirs)).toMatchObject({
      outcome: 'others',
      changed: null,
      sealedUrl: null,
      signatures: [signature],
    })
    expect(await verify(withUpdate(theirs, { [partsOf(theirs).pages[0] ?? 0]: '<< /Type /Page >>' }))).toMatchObject({
      outcome: 'others',
      changed: true,
      signatures: [{ ...signature, changed: true, later: ['other'] }],
    })
  })

  test('may be unreadable', async () => {
    const damaged = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n5000\n%%EOF\n')
    expect(await verify(damaged)).toMatchObject({ outcome: 'unreadable', changed: null, signatures: [] })
  })

  test('may embed a file with a seal', async () => {
    const outer = await PDFDocument.create()
    outer.addPage()
    outer.context.register(outer.context.stream(sealed))
    expect(await verify(Buffer.from(await outer.save()))).toMatchObject({ outcome: 'none', changed: null })
  })
})

/** A file with a form, signed by somebody else. */
const aSealedElsewhere = async (pdf: Buffer): Promise<Buffer> => {
  const document = await PDFDocument.load(pdf)
  document.catalog.set(
    PDFName.of('AcroForm'),
    document.context.register(document.context.obj({ Fields: [], SigFlags: 3 })),
  )
  return furtherSigned(Buffer.from(await document.save({ useObjectStreams: false })), stranger)
}
