import { createHash } from 'node:crypto'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { PdfChange } from '@portico/contract/signing'
import { hasUnnamedObjects } from '../pdf/unnamed-objects.ts'
import { drawIntoPages, hasUndrawn } from './draw-into-pages.ts'
import { carriesSignatures, openBroken, openPlain, readStrictly } from './open-pdf.ts'
import { haveSameTexts } from './page-texts.ts'
import { PdfRefused } from './pdf-refused.ts'
import { removeScripts } from './scripts.ts'

/** A file as its signer sees it: `pdf` is null where that is the file as it was sent. `sha256` in hex and `size` are those of what is shown. */
export type FileToSign = { pdf: Buffer | null; sha256: string; size: number; changes: PdfChange[] }

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Writes a document that the library has changed as a file of one revision. */
const savePlain = async (document: PDFDocument): Promise<Buffer> => {
  const saved = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
  const read = readStrictly(Buffer.from(saved.buffer, saved.byteOffset, saved.length))
  if (!read) throw new PdfRefused('unreadable')
  return read.plain
}

/** Reads a file that violates the standard as readers do that repair one. What they show must be what is kept. */
const repaired = async (pdf: Buffer): Promise<Buffer> => {
  const plain = await savePlain(await openBroken(pdf))
  if (!(await haveSameTexts(pdf, plain))) throw new PdfRefused('unreadable')
  return plain
}

/** Viewers count offsets from the header, whatever is before it. */
const withoutJunkBefore = (pdf: Buffer): Buffer => {
  const start = pdf.subarray(0, 1024).indexOf('%PDF-')
  return start > 0 ? pdf.subarray(start) : pdf
}

/** A file with signatures is shown and sealed as it is, or refused. */
const readSigned = async (pdf: Buffer): Promise<FileToSign> => {
  const read = readStrictly(pdf)
  if (!read) {
    // Says why, if it is for something else than its signatures.
    await openBroken(pdf)
    throw new PdfRefused('signed')
  }
  const document = await openPlain(read.plain)
  if (hasUnnamedObjects(read.file) || hasUndrawn(document) || removeScripts(document)) throw new PdfRefused('signed')
  return { pdf: null, sha256: sha256Of(pdf), size: pdf.length, changes: [] }
}

/**
 * Reads a file that is to be signed once, by its cross-reference as viewers do, and gives what everybody sees of it: objects that no section
 * names and scripts are left out, fields and comments are part of the page. The result read again is the same. Throws PdfRefused.
 */
export const readToSign = async (pdf: Buffer): Promise<FileToSign> => {
  if (carriesSignatures(pdf)) return readSigned(pdf)
  const changes = new Set<PdfChange>()
  const body = withoutJunkBefore(pdf)
  const read = readStrictly(body)
  if (!read || body !== pdf) changes.add('repaired')
  else if (hasUnnamedObjects(read.file)) changes.add('unnamed_objects')
  const plain = read?.plain ?? (await repaired(pdf))

  const document = await openPlain(plain)
  if (removeScripts(document)) changes.add('scripts')
  const drawn = await drawIntoPages(document)
  for (const part of ['xfa', 'form', 'comments'] as const) if (drawn[part]) changes.add(part)
  if (changes.size === 0) return { pdf: null, sha256: sha256Of(pdf), size: pdf.length, changes: [] }
  const shown = drawn.form || drawn.comments || changes.has('scripts') ? await savePlain(document) : plain
  return { pdf: shown, sha256: sha256Of(shown), size: shown.length, changes: [...changes] }
}
