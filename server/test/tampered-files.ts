import type { SealingKey } from '../src/signing/cms/sealing-key.ts'
import {
  aSignature,
  aStream,
  furtherSigned,
  objectText,
  partsOf,
  signatureField,
  signed,
  type UpdateStyle,
  withUpdate,
} from './pdf-updates.ts'

/** A sealed file as somebody has made another of it. */
export type Variant = [name: string, make: () => Buffer | Promise<Buffer>]

type Objects = Record<number, string>

/** Validation data: one certificate, or what is taken for one. */
export const validationData = (pdf: Buffer): Objects => {
  const { root, next } = partsOf(pdf)
  return {
    [root]: withEntry(objectText(pdf, root), `/DSS ${next} 0 R`),
    [next]: `<< /Certs [${next + 1} 0 R] /VRI << /${'AB'.repeat(20)} << /Cert [${next + 1} 0 R] >> >> >>`,
    [next + 1]: aStream('0\u0082'),
  }
}

const withEntry = (dict: string, entry: string) => dict.replace(/>>$/, `${entry}\n>>`)

/** A page whose content is replaced by paint. */
const painted = (pdf: Buffer, page: number): Objects => {
  const content = partsOf(pdf).next + 20
  return {
    [page]: objectText(pdf, page).replace(/\/Contents (\[[^\]]*\]|\d+ 0 R)/, `/Contents ${content} 0 R`),
    [content]: aStream('1 1 0 rg 0 0 600 800 re f'),
  }
}

const flipped = (pdf: Buffer, at: number, bits: number) => {
  const other = Buffer.from(pdf)
  other[at] = (other[at] ?? 0) ^ bits
  return other
}

const edited = (pdf: Buffer, edit: (text: string) => string) => Buffer.from(edit(pdf.toString('latin1')), 'latin1')

/** With a further line in the last cross-reference table. */
const withXrefLine = (pdf: Buffer, number: number, line: string) =>
  edited(pdf, text => text.replace(/trailer(?![\s\S]*trailer)/, `${number} 1\n${line} \ntrailer`))

/** With a further row in the last cross-reference stream, of a kind that the standard does not know. */
const withNullEntry = (pdf: Buffer, number: number) =>
  edited(pdf, text => {
    const at = text.lastIndexOf('/Index [')
    const section = text
      .slice(at)
      .replace('/Index [', `/Index [${number} 1 `)
      .replace(/\/Length (\d+)/, (_, length) => `/Length ${Number(length) + 7}`)
      .replace('stream\n', 'stream\n\x03\0\0\0\0\0\0')
    return text.slice(0, at) + section
  })

/** A number that readers of few digits take for zero. */
const tiny = `0.${'0'.repeat(50)}1`

/**
 * A file that was painted over, with a signature over all of it that its form does not name: what made a verdict green that only asked
 * whether the last signature covers the whole file.
 */
export const forgedFile = (sealed: Buffer, stranger: SealingKey): Promise<Buffer> => {
  const { pages, next } = partsOf(sealed)
  const objects = { ...painted(sealed, pages[0] ?? 0), [next]: aSignature('Brenta Servizi S.r.l.') }
  return signed(withUpdate(sealed, objects), stranger)
}

/** A document sealed here, added to so that it says, shows or does something else. Every byte that was sealed is still there. */
export const addedTo = (sealed: Buffer, stranger: SealingKey): Variant[] => {
  const { root, form, info, pageTree, pages, next } = partsOf(sealed)
  const [page = 0, lastPage = page] = [pages[0], pages.at(-1)]
  const catalog = objectText(sealed, root)
  const update = (objects: Objects, style?: UpdateStyle) => withUpdate(sealed, objects, style)
  const catalogWith = (entry: string) => update({ [root]: withEntry(catalog, entry) })
  const further = (field: Parameters<typeof furtherSigned>[2] = {}) => furtherSigned(sealed, stranger, field)
  const drawing = (box: string) => aStream('1 g 0 0 200 20 re f', `/Type /XObject /Subtype /Form /BBox [${box}]`)
  const withoutValue = (replacement = '') => {
    const { [next + 1]: _, ...objects } = signatureField(sealed)
    return { ...objects, [next]: (objects[next] ?? '').replace(/\/V \d+ 0 R/, replacement) }
  }
  return [
    ['painted over', () => update(painted(sealed, page))],
    ['painted over, in an object stream', () => update(painted(sealed, page), { stream: true, packed: [page] })],
    ['painted over, signed outside of the form', () => forgedFile(sealed, stranger)],
    ['painted over, beside a signature', () => further({ objects: painted(sealed, page) })],
    ['painted over, beside validation data', () => update({ ...painted(sealed, page), ...validationData(sealed) })],
    ['painted over, then signed', () => furtherSigned(update(painted(sealed, page)), stranger)],
    [
      'painted over, then as before',
      () => withUpdate(update(painted(sealed, page)), { [page]: objectText(sealed, page) }),
    ],
    ['a page turned', () => update({ [page]: withEntry(objectText(sealed, page), '/Rotate 180') })],
    [
      'a page tree of its own',
      () =>
        update({
          [root]: catalog.replace(`/Pages ${pageTree} 0 R`, `/Pages ${next} 0 R`),
          [next]: `<< /Type /Pages /Kids [${next + 1} 0 R] /Count 1 >>`,
          [next + 1]: `<< /Type /Page /Parent ${next} 0 R /MediaBox [0 0 600 800] >>`,
        }),
    ],
    ['a page less', () => update({ [pageTree]: objectText(sealed, pageTree).replace(/\[ ?\d+ 0 R /, '[ ') })],
    ['another catalog', () => update({ [next]: catalog }, { root: next })],
    ['a script', () => catalogWith('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['an embedded file', () => catalogWith('/Names << /EmbeddedFiles << /Names [] >> >>')],
    ['permissions', () => catalogWith('/Perms << >>')],
    ['layers', () => catalogWith('/OCProperties << /OCGs [] /D << >> >>')],
    ['no form', () => update({ [root]: catalog.replace(/\/AcroForm \d+ 0 R/, '') })],
    ['an empty form', () => update({ [form]: '<< /Fields [] /SigFlags 3 >>' })],
    [
      'a form that draws its fields',
      () => update({ [form]: withEntry(objectText(sealed, form), '/NeedAppearances true') }),
    ],
    ['another title', () => update({ [info]: '<< /Title (Altro) >>' })],
    ['another title, beside a signature', () => further({ objects: { [info]: '<< /Title (Altro) >>' } })],
    [
      'a note',
      () =>
        update({
          [page]: withEntry(objectText(sealed, page), `/Annots [${next} 0 R]`),
          [next]: '<< /Type /Annot /Subtype /FreeText /Rect [50 50 200 100] /Contents (Altro) /DA (/Helv 12 Tf) >>',
        }),
    ],
    ['a signature as large as the page', () => further({ rect: '0 0 600 800' })],
    [
      'a signature that is drawn on the page',
      () => further({ rect: '50 690 250 710', more: '/AP << /N 90 0 R >>', objects: { 90: drawing('0 0 200 20') } }),
    ],
    [
      'a signature without area that viewers draw at full size',
      () => further({ more: '/AP << /N 90 0 R >>', objects: { 90: drawing('0 0 0 0') } }),
    ],
    [
      'a signature that is drawn as a line',
      () => further({ rect: '50 700 250 700', more: '/AP << /N 90 0 R >>', objects: { 90: drawing('0 0 200 20') } }),
    ],
    [
      'a signature too small to be scaled',
      () => further({ more: '/AP << /N 90 0 R >>', objects: { 90: drawing(`0 0 ${tiny} ${tiny}`) } }),
    ],
    ['a signature with a broad border', () => further({ more: '/MK << /BC [1 1 1] >> /BS << /W 900 >>' })],
    ['a signature that runs a script', () => further({ more: '/AA << /PO << /S /JavaScript /JS (1) >> >>' })],
    ['a signature with the name of a field', () => further({ name: fieldName(sealed) })],
    [
      'a text field',
      () =>
        update({
          ...withoutValue('/V (1)'),
          [next]: (withoutValue('/V (1)')[next] ?? '').replace('/FT /Sig', '/FT /Tx'),
        }),
    ],
    ['an empty signature field', () => update(withoutValue())],
    [
      'a signature that does not hold',
      async () => {
        const broken = await further()
        return flipped(broken, broken.lastIndexOf('/Contents <') + 400, 1)
      },
    ],
    [
      'a signature of somewhere else',
      async () => {
        const other = await furtherSigned(update(validationData(sealed)), stranger)
        const value = objectText(other, partsOf(other).next - 1)
        return update({ ...signatureField(sealed), [next + 1]: value })
      },
    ],
    [
      'validation data with something else in it',
      () => update({ ...validationData(sealed), [next]: `<< /Certs [${page} 0 R] >>` }),
    ],
    ['validation data that is no list', () => update({ ...validationData(sealed), [next]: '<< /Certs << >> >>' })],
    ['an object that nobody needs', () => update({ ...validationData(sealed), [next + 5]: '<< /Type /Catalog >>' })],
    ['nothing new', () => update({ [page]: objectText(sealed, page) })],
    [
      'an object beside its section',
      () => update(validationData(sealed), { between: `${page} 0 obj\n<< /Type /Page >>\nendobj\n` }),
    ],
    ['a comment', () => update(validationData(sealed), { between: '% more\n' })],
    ['a section that skips what was sealed', () => update(validationData(sealed), { prev: 0 })],
    [
      'an entry that leads back into what was sealed',
      () => {
        const at = sealed.indexOf(`\n${lastPage} 0 obj`) + 1
        return withXrefLine(update(validationData(sealed)), page, `${String(at).padStart(10, '0')} 00000 n`)
      },
    ],
    ['an object taken away', () => withXrefLine(update(validationData(sealed)), page, '0000000000 00001 f')],
    [
      'an object that its section says is null',
      () => withNullEntry(update(validationData(sealed), { stream: true }), page),
    ],
    [
      'a size without the objects of its pages',
      () =>
        edited(update({ [root]: withEntry(catalog, '/DSS << /Certs [] >>') }), text =>
          text.replace(/\/Size \d+(?![\s\S]*\/Size)/, `/Size ${root + 1}`),
        ),
    ],
    [
      'a section with short lines',
      () => edited(update(validationData(sealed)), text => text.replace(/ n \n(?![\s\S]* n \n)/, ' n\n')),
    ],
    ['a hybrid section', () => update(validationData(sealed), { trailer: '/XRefStm 100' })],
    ['encryption', () => update(validationData(sealed), { trailer: '/Encrypt << /Filter /Standard >>' })],
    ['blanks behind its end', () => Buffer.concat([sealed, Buffer.from('\n\n')])],
    ['a comment behind its end', () => Buffer.concat([sealed, Buffer.from('\n% more\n')])],
    ['another document behind its end', () => Buffer.concat([sealed, sealed])],
  ]
}

const fieldName = (sealed: Buffer) => {
  const hex = /\/T <FEFF([0-9A-F]+)>/.exec(sealed.toString('latin1'))?.[1] ?? ''
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

/** A document sealed here whose sealed bytes are others. */
export const brokenFiles = (sealed: Buffer): Variant[] => {
  const contents = sealed.indexOf('/Contents <') + '/Contents <'.length
  return [
    ['cut short', () => sealed.subarray(0, sealed.length - 20)],
    ['something before it', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), sealed])],
    ['a byte of a page', () => flipped(sealed, 300, 1)],
    [
      'the case of a digit of its signature',
      () => flipped(sealed, contents + sealed.toString('latin1', contents).search(/[a-f]/), 0x20),
    ],
    ['a version number in its signature', () => flipped(sealed, sealed.indexOf('020101', contents) + 5, 2)],
    ['a byte behind its signature', () => flipped(sealed, sealed.indexOf('>', contents) - 1, 1)],
    ['the name of its form', () => edited(sealed, text => text.replace('/AcroForm', '/AcroFarm'))],
    ['the name of its range', () => edited(sealed, text => text.replace('/ByteRange', '/ByteRangf'))],
    ['the end of its range', () => edited(sealed, text => text.replace(/(\/ByteRange \[0 \d+ \d+ )\d/, '$11'))],
    [
      'the beginning of its range',
      () =>
        edited(sealed, text =>
          text.replace(
            /\/ByteRange \[0 (\d{10})/,
            (_, from: string) => `/ByteRange [1 ${String(Number(from) - 1).padStart(10, '0')}`,
          ),
        ),
    ],
  ]
}

/** A document sealed here, and what may follow its seal, with what is told of that. */
export const honestlyAddedTo = (sealed: Buffer, stranger: SealingKey): [...Variant, later: string[]][] => {
  const { root, form, info, pages, next } = partsOf(sealed)
  const lastPage = pages.at(-1) ?? 0
  const data = validationData(sealed)
  const notes = objectText(sealed, info).replace(/\/ModDate \([^)]*\)/, '/ModDate (D:20261231000000Z)')
  const further = (field: Parameters<typeof furtherSigned>[2] = {}) => furtherSigned(sealed, stranger, field)
  const blank = aStream('% nothing\n', '/Type /XObject /Subtype /Form /BBox [0 0 0 0]')
  return [
    ['a signature', () => further(), ['signature']],
    ['a signature, in streams', () => further({ style: { stream: true, packed: [form, lastPage] } }), ['signature']],
    [
      'a signature with a blank appearance',
      () => further({ more: '/AP << /N 90 0 R >>', objects: { 90: blank } }),
      ['signature'],
    ],
    ['two signatures', async () => furtherSigned(await further(), stranger, { name: 'Firma 3' }), ['signature']],
    [
      'a field, and later a signature in it',
      () => {
        const { [next + 1]: _, ...objects } = signatureField(sealed)
        const text = (objects[next] ?? '').replace(/\/V \d+ 0 R/, '')
        const prepared = withUpdate(sealed, { ...objects, [next]: text })
        const value = partsOf(prepared).next
        const filled = { [next]: withEntry(text, `/V ${value} 0 R`), [value]: aSignature('Qualcuno') }
        return signed(withUpdate(prepared, filled), stranger)
      },
      ['signature'],
    ],
    ['validation data', () => withUpdate(sealed, data), ['validation_data']],
    [
      'validation data, in streams',
      () => withUpdate(sealed, data, { stream: true, packed: [root, next] }),
      ['validation_data'],
    ],
    [
      'validation data, and what software notes',
      () => withUpdate(sealed, { ...data, [info]: notes }),
      ['validation_data'],
    ],
    [
      'validation data, twice',
      () => {
        const once = withUpdate(sealed, data)
        const { next: more } = partsOf(once)
        const list = objectText(once, next).replace(/\/Certs \[[^\]]*\]/, `/Certs [${next + 1} 0 R ${more} 0 R]`)
        return withUpdate(once, { [next]: list, [more]: aStream('0\u0082') })
      },
      ['validation_data'],
    ],
    [
      'validation data, and a signature',
      () => furtherSigned(withUpdate(sealed, data), stranger),
      ['validation_data', 'signature'],
    ],
  ]
}
