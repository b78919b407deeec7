import { createHash, randomBytes } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
} from '@cantoo/pdf-lib'
import type { UnsignedPdf } from './signature-place.ts'

const padded = (value: number) => String(value).padStart(10, '0')

/** A signature dictionary as text of fixed length, with placeholders for byte range and contents. */
const dictionaryOf = (entries: string, room: number) =>
  [
    `<< ${entries}`,
    `/ByteRange [0 ${Array(3).fill('0'.repeat(10)).join(' ')}]`,
    `/Contents <${'0'.repeat(room * 2)}> >>`,
  ].join('\n')

/** Adds an invisible signature field with this dictionary to the last page. */
const addField = (document: PDFDocument, dictionary: string) => {
  const { context, catalog } = document
  const page = document.getPage(document.getPageCount() - 1)
  const value = context.register(PDFInvalidObject.of(Buffer.from(dictionary, 'latin1')))
  let form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  if (!form) {
    form = context.obj({})
    catalog.set(PDFName.of('AcroForm'), context.register(form))
  }
  let fields = form.lookupMaybe(PDFName.of('Fields'), PDFArray)
  if (!fields) {
    fields = context.obj([])
    form.set(PDFName.of('Fields'), fields)
  }
  const field = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], F: 132, P: page.ref })
  field.set(PDFName.of('T'), PDFHexString.fromText(`Portico ${randomBytes(4).toString('hex')}`))
  field.set(PDFName.of('V'), value)
  const ref = context.register(field)
  fields.push(ref)
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  // Not `page.node.addAnnot`, which also wraps the page content and so breaks earlier signatures.
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)
  if (annotations) annotations.push(ref)
  else page.node.set(PDFName.of('Annots'), context.obj([ref]))
}

/** Saves a document; as an incremental update if it was opened for one. */
export const savePdf = async (document: PDFDocument): Promise<Buffer> => {
  // An update must use the same kind of cross-reference section as the file before it.
  const { originalBytes, useObjectStreams } = document.context.pdfFileDetails
  const saved = await document.save({
    useObjectStreams: originalBytes ? useObjectStreams : false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  })
  return Buffer.from(saved.buffer, saved.byteOffset, saved.length)
}

/**
 * Adds a signature field to a document and saves it without the signature. `entries` are the entries of the signature dictionary in PDF
 * syntax; `room` is the maximum size of the signature in bytes.
 */
export const saveUnsigned = async (document: PDFDocument, entries: string, room: number): Promise<UnsignedPdf> => {
  const dictionary = dictionaryOf(entries, room)
  addField(document, dictionary)
  const pdf = await savePdf(document)
  // The dictionary is found as plain text, because signature dictionaries are not put into object streams.
  const start = pdf.lastIndexOf(dictionary, undefined, 'latin1')
  const from = start + dictionary.indexOf('/Contents <') + '/Contents '.length
  const to = from + room * 2 + 2
  const range = `[0 ${padded(from)} ${padded(to)} ${padded(pdf.length - to)}]`
  pdf.write(range, start + dictionary.indexOf('[0 0'), 'latin1')
  const digest = createHash('sha256').update(pdf.subarray(0, from)).update(pdf.subarray(to)).digest()
  return { pdf, from, to, digest }
}
