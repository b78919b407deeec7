import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { PdfFile } from '../pdf/file.ts'
import { rewritten } from '../pdf/rewrite.ts'
import { isInteger, PdfUnreadable } from '../pdf/values.ts'
import { withInflateLimit } from './inflate-limit.ts'
import { PdfRefused } from './pdf-refused.ts'

/** Whether a file has signatures, which any change except an incremental update would break. */
export const carriesSignatures = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange')

/** Whether a file is certified as final (DocMDP, P 1), so that not even another signature is allowed. */
const isFinal = (document: PDFDocument) => {
  const docMdp = document.catalog.lookupMaybe(PDFName.of('Perms'), PDFDict)?.lookupMaybe(PDFName.of('DocMDP'), PDFDict)
  const reference = docMdp?.lookupMaybe(PDFName.of('Reference'), PDFArray)?.lookupMaybe(0, PDFDict)
  const parameters = reference?.lookupMaybe(PDFName.of('TransformParams'), PDFDict)
  return parameters?.lookupMaybe(PDFName.of('P'), PDFNumber)?.asNumber() === 1
}

/** Refuses a document that cannot be signed. */
const checked = (document: PDFDocument): PDFDocument => {
  if (document.isEncrypted) throw new PdfRefused('encrypted')
  try {
    if (document.getPageCount() === 0) throw new PdfRefused('empty')
    if (isFinal(document)) throw new PdfRefused('final')
  } catch (error) {
    throw error instanceof PdfRefused ? error : new PdfRefused('unreadable', { cause: error })
  }
  return document
}

/** Reads a file by its cross-reference, as viewers do, and repairs nothing; undefined for a file that violates the standard. */
export const readStrictly = (pdf: Buffer): { file: PdfFile; plain: Buffer } | undefined => {
  try {
    const file = new PdfFile(pdf)
    return { file, plain: rewritten(file) }
  } catch (error) {
    // A chain of objects without end overflows the stack.
    if (error instanceof PdfUnreadable || error instanceof RangeError) return undefined
    throw error
  }
}

/** Opens a file of one revision that has each object once, so that the library, which goes through the bytes, reads the same. Throws PdfRefused. */
export const openPlain = async (plain: Buffer): Promise<PDFDocument> => {
  const document = await PDFDocument.load(plain, { updateMetadata: false }).catch((error: unknown) => {
    throw new PdfRefused('unreadable', { cause: error })
  })
  return checked(document)
}

/** Opens a broken file by going through its bytes, as readers do that repair one. Throws PdfRefused. */
export const openBroken = async (pdf: Buffer): Promise<PDFDocument> => {
  const read = await withInflateLimit(async () =>
    PDFDocument.load(pdf, { ignoreEncryption: true, updateMetadata: false }).catch(() => undefined),
  )
  if (read.exceeded) throw new PdfRefused('too_large')
  if (!read.result) throw new PdfRefused('unreadable')
  return checked(read.result)
}

/** Opens a file by its cross-reference, for an incremental update. Throws PdfRefused. */
export const openForUpdate = async (pdf: Uint8Array): Promise<PDFDocument> => {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const { file, plain } = readStrictly(bytes) ?? refuse()
  const document = await openPlain(plain)
  const { context } = document
  const section = file.section(file.newest)
  const size = section.trailer.get('Size')
  context.pdfFileDetails = {
    originalBytes: bytes,
    pdfSize: bytes.length,
    prevStartXRef: section.offset,
    // An update must use the same kind of cross-reference section as the file before it.
    useObjectStreams: section.stream !== undefined,
  }
  if (isInteger(size)) context.largestObjectNumber = Math.max(context.largestObjectNumber, size - 1)
  document.takeSnapshot()
  return document
}

const refuse = (): never => {
  throw new PdfRefused('unreadable')
}
