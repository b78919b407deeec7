import { createHash, webcrypto } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, Certificate } from 'pkijs'
import type { SealingKey } from '../src/signing/cms/sealing-key.ts'
import { signDetached } from '../src/signing/cms/sign-cms.ts'
import { PdfFile } from '../src/signing/pdf/file.ts'
import { PdfRef } from '../src/signing/pdf/values.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256' }

/** Somebody with a certificate that they have made themselves, under any name. */
export const aStranger = async (name: string): Promise<SealingKey> => {
  const pair = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: 7 })
  const names = [new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) })]
  certificate.subject.typesAndValues = names
  certificate.issuer.typesAndValues = names
  certificate.notBefore.value = new Date('2026-01-01')
  certificate.notAfter.value = new Date('2036-01-01')
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  await certificate.sign(pair.privateKey, 'SHA-256')
  return { key: pair.privateKey, certificates: [Buffer.from(certificate.toSchema(true).toBER())] }
}

/** The last text of an object that is not in an object stream, without `obj` and `endobj`. */
export const objectText = (pdf: Buffer, number: number): string => {
  const at = pdf.lastIndexOf(`\n${number} 0 obj`)
  return pdf.toString('latin1', pdf.indexOf('obj', at) + 3, pdf.indexOf('endobj', at)).trim()
}

/** The numbers of what an attacker looks for first. */
export const partsOf = (pdf: Buffer) => {
  const file = new PdfFile(pdf)
  const trailer = file.trailer(file.newest)
  const number = (value: unknown) => (value instanceof PdfRef ? value.number : Number.NaN)
  const pages = [...file.sections.flatMap(({ entries }) => [...entries.keys()])].filter(one =>
    /\/Type \/Page\s/.test(objectText(pdf, one)),
  )
  const catalog = file.catalog(file.newest)
  return {
    root: number(trailer.get('Root')),
    info: number(trailer.get('Info')),
    form: number(catalog.get('AcroForm')),
    pageTree: number(catalog.get('Pages')),
    pages: [...new Set(pages)],
    /** The first number that is free. */
    next: Number(trailer.get('Size')),
    previous: file.section(file.newest).offset,
  }
}

const streamText = (content: string, dict = '') =>
  `<< ${dict} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`

/** A stream with this content. */
export const aStream = streamText

/** How an update is written: its trailer's further entries, its section as a stream, or anything between objects and section. */
export type UpdateStyle = {
  trailer?: string
  root?: number
  stream?: boolean
  packed?: number[]
  between?: string
  prev?: number
}

type Objects = Record<number, string>

const packedIn = (objects: Objects, numbers: number[]) => {
  const bodies = numbers.map(number => `${objects[number]}\n`)
  let at = 0
  const heads = numbers.map((number, n) => {
    const head = `${number} ${at}`
    at += bodies[n]?.length ?? 0
    return head
  })
  const head = `${heads.join(' ')}\n`
  return aStream(head + bodies.join(''), `/Type /ObjStm /N ${numbers.length} /First ${head.length}`)
}

/** Appends an incremental update with these objects, as any software would write it. */
export const withUpdate = (pdf: Buffer, objects: Objects, style: UpdateStyle = {}): Buffer => {
  const { root, info, next, previous } = partsOf(pdf)
  const packed = style.packed ?? []
  const container = Math.max(next, ...Object.keys(objects).map(one => Number(one) + 1))
  const plain: [number, string][] = Object.entries(objects)
    .map(([number, text]): [number, string] => [Number(number), text])
    .filter(([number]) => !packed.includes(number))
  if (packed.length > 0) plain.push([container, packedIn(objects, packed)])
  const pieces: string[] = []
  const offsets = new Map<number, number>()
  let at = pdf.length
  const add = (piece: string) => {
    pieces.push(piece)
    at += Buffer.byteLength(piece, 'latin1')
  }
  if (pdf.at(-1) !== 0x0a) add('\n')
  for (const [number, text] of plain) {
    offsets.set(number, at)
    add(`${number} 0 obj\n${text}\nendobj\n`)
  }
  add(style.between ?? '')
  const section = at
  const size = container + 2
  const entries = `/Size ${size} /Root ${style.root ?? root} 0 R /Prev ${style.prev ?? previous}${
    Number.isNaN(info) ? '' : ` /Info ${info} 0 R`
  } ${style.trailer ?? ''}`
  if (style.stream) {
    const rows = [...offsets].map(([number, offset]) => ({ number, row: [1, offset, 0] }))
    for (const [index, number] of packed.entries()) rows.push({ number, row: [2, container, index] })
    rows.push({ number: size - 1, row: [1, section, 0] })
    rows.sort((a, b) => a.number - b.number)
    const data = Buffer.alloc(rows.length * 7)
    for (const [n, { row }] of rows.entries()) {
      data.writeUInt8(row[0] ?? 0, n * 7)
      data.writeUInt32BE(row[1] ?? 0, n * 7 + 1)
      data.writeUInt16BE(row[2] ?? 0, n * 7 + 5)
    }
    const index = rows.map(({ number }) => `${number} 1`).join(' ')
    add(
      `${size - 1} 0 obj\n${aStream(data.toString('latin1'), `/Type /XRef /W [1 4 2] /Index [${index}] ${entries}`)}\nendobj\n`,
    )
  } else {
    const lines = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    add(`xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< ${entries} >>\n`)
  }
  add(`startxref\n${section}\n%%EOF\n`)
  return Buffer.concat([pdf, Buffer.from(pieces.join(''), 'latin1')])
}

const ROOM = 6000
const PLACES = '/ByteRange [0 0000000000 0000000000 0000000000]'

/** The text of a signature dictionary whose signature is still to be made. */
export const aSignature = (name: string, more = ''): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (${name}) /M (D:20260303090000Z) ${more}
${PLACES} /Contents <${'0'.repeat(ROOM * 2)}> >>`

/** Fills in the last signature of a file, over all of it. */
export const signed = async (pdf: Buffer, signer: SealingKey): Promise<Buffer> => {
  const out = Buffer.from(pdf)
  const places = out.lastIndexOf(PLACES)
  const from = out.indexOf('/Contents <', places) + '/Contents '.length
  const to = from + ROOM * 2 + 2
  const padded = (value: number) => String(value).padStart(10, '0')
  out.write(`/ByteRange [0 ${padded(from)} ${padded(to)} ${padded(out.length - to)}]`, places, 'latin1')
  const digest = createHash('sha256').update(out.subarray(0, from)).update(out.subarray(to)).digest()
  out.write((await signDetached(digest, signer)).toString('hex'), from + 1, 'latin1')
  return out
}

/** The objects of a further signature field: the form and the last page with it, the field, its signature. `more` is of the widget. */
export const signatureField = (pdf: Buffer, { rect = '0 0 0 0', more = '', name = 'Firma 2' } = {}): Objects => {
  const { form, pages, next } = partsOf(pdf)
  const page = pages.at(-1) ?? Number.NaN
  const withOne = (text: string, key: string) =>
    text.includes(`/${key} [`)
      ? text.replace(new RegExp(`/${key} \\[([^\\]]*)\\]`), `/${key} [$1 ${next} 0 R]`)
      : text.replace(/>>$/, `/${key} [${next} 0 R]\n>>`)
  return {
    [form]: withOne(objectText(pdf, form), 'Fields'),
    [page]: withOne(objectText(pdf, page), 'Annots'),
    [next]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /F 132 /Rect [${rect}] /P ${page} 0 R /V ${next + 1} 0 R ${more} >>`,
    [next + 1]: aSignature('Qualcuno'),
  }
}

/** A further signature as anybody may add one, in a field of its own. `objects` come along. */
export const furtherSigned = async (
  pdf: Buffer,
  signer: SealingKey,
  {
    objects = {},
    style = {},
    ...field
  }: { rect?: string; more?: string; name?: string; objects?: Objects; style?: UpdateStyle } = {},
): Promise<Buffer> => signed(withUpdate(pdf, { ...signatureField(pdf, field), ...objects }, style), signer)
