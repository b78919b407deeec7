import type { PublishRefusal } from '@portico/contract/staff/publishing'
import { TOO_MUCH_TO_READ } from '../kernel/workers/worker-errors.ts'

/** Why a file or an invoice in it is not taken. */
export type FileFault = { code: PublishRefusal; field?: string | undefined }

const REASONS: [RegExp, PublishRefusal][] = [
  [/changed since it was signed/, 'changedSinceSigned'],
  [/signature/, 'signature'],
  [/no electronic invoice/, 'noInvoice'],
  [/amounts are kept in euro/, 'currency'],
  [/is missing|is no amount|without header or body/, 'incomplete'],
  [/deep|elements/, 'tooMuch'],
]

/** The code for a reason that the reader of electronic invoices gives. */
export const faultOfInvoice = ({ field, reason }: { field: string | undefined; reason: string }): FileFault => {
  if (reason === TOO_MUCH_TO_READ) return { code: 'tooMuch' }
  const code = REASONS.find(([words]) => words.test(reason))?.[1] ?? 'broken'
  return { code, field }
}
