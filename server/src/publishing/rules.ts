import type { GuessedField, PublishKind, PublishNeed } from '@portico/contract/staff/publishing'

/** What of a row decides whether it can be published. */
export type RowFacts = {
  kind: PublishKind | null
  contactId: number | null
  portalId: number | null
  number: string | null
  date: string | null
  total: number | null
  title: string | null
  signerCount: number
  guessed: readonly GuessedField[]
  /** Whether the file contradicts the customer and nobody has confirmed it. */
  isMismatch: boolean
}

/** Whether an invoice or credit note. */
const isInvoiceKind = (kind: PublishKind | null): boolean => kind === 'invoice' || kind === 'creditNote'

/** Whether its list shows a number and a total. */
const hasNumber = (kind: PublishKind | null): boolean => isInvoiceKind(kind) || kind === 'estimate'

/** Whether it is dated; a company file has the day on which it is published, unless somebody gives another. */
const isDated = (kind: PublishKind | null): boolean => hasNumber(kind) || kind === 'report'

/** The guesses that matter for what a row is published as. */
export const openGuesses = ({ kind, guessed }: Pick<RowFacts, 'kind' | 'guessed'>): GuessedField[] =>
  guessed.filter(field => {
    if (field === 'customer') return kind !== 'publicFile'
    if (field === 'date') return isDated(kind)
    return field === 'kind' || hasNumber(kind)
  })

/** The day of a row; a guessed one is not that of a company file. */
export const dateOf = ({ kind, date, guessed }: Pick<RowFacts, 'kind' | 'date' | 'guessed'>): string | null =>
  !isDated(kind) && guessed.includes('date') ? null : date

/** The total of a kind: negative for a credit note. */
export const totalOf = (kind: PublishKind | null, total: number | null): number | null =>
  total !== null && kind === 'creditNote' ? -Math.abs(total) : total

/** What a row lacks before it can be published. */
export const needsOf = (row: RowFacts): PublishNeed[] => {
  const { kind } = row
  if (kind === null) return ['kind']
  const missing: [PublishNeed, boolean][] = [
    ['portal', kind === 'publicFile' && row.portalId === null],
    ['customer', kind !== 'publicFile' && row.contactId === null],
    ['number', hasNumber(kind) && !row.number],
    ['date', isDated(kind) && row.date === null],
    ['total', hasNumber(kind) && row.total === null],
    ['title', !isInvoiceKind(kind) && !row.title],
    ['signers', kind === 'documentToSign' && row.signerCount === 0],
    ['confirmation', openGuesses(row).length > 0],
    ['mismatch', kind !== 'publicFile' && row.isMismatch],
  ]
  return missing.flatMap(([need, isMissing]) => (isMissing ? [need] : []))
}
