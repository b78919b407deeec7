import type { PdfRefusal } from '@portico/contract/signing'

const PRINT = 'print it to a new PDF and send that'

/** Why a file cannot be signed and what to do, each as the rest of a sentence that begins with its name. */
export const refusalSentences: Record<PdfRefusal, string> = {
  unreadable: `is not a PDF that can be read: ${PRINT}`,
  too_large: 'is too large when it is unpacked',
  too_heavy: 'takes too much time or memory to read',
  encrypted: 'is encrypted: it needs to be saved without a password first',
  empty: 'has no page',
  final: 'is certified as final: its signature allows no other',
  xfa: `is a form that only Adobe Reader shows: ${PRINT}`,
  form: `has a form field that readers draw differently: ${PRINT}`,
  comments: `has a comment or another part that readers draw differently: ${PRINT}`,
  signed: `has signatures that a change would break, and something in it that readers show differently: ${PRINT}, or send it as it was before it was signed`,
}

/** The file cannot be signed. The message is the rest of a sentence that begins with its name. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'
  readonly why: PdfRefusal

  constructor(why: PdfRefusal, options?: ErrorOptions) {
    super(refusalSentences[why], options)
    this.why = why
  }
}
