// The texts matched here are written in `records/definition`, `records/resolve`, `records/write`, `import/import-clients`,
// `import/fatturapa`, `kernel/time/date-range`, `operator-api/record-files` and the sections' `record.ts`, or are the schema's: both change together.

import type { RowFault } from '@portico/contract/staff/imports'
import { TOO_MUCH_TO_READ } from '../../kernel/workers/worker-errors.ts'
import type { RefusedLine } from '../import.ts'

/** Why a row is not imported: `detail` is put into a sentence, `field` is at fault, in `column` if several columns can fill it. */
export type RowReason = {
  code: RowFault
  detail?: string | undefined
  field?: string | undefined
  column?: number | null | undefined
}

const quoted = (reason: string): string | undefined => /"([^"]*)"/.exec(reason)?.[1]

const megabytes = (reason: string): string | undefined => {
  const [, size, unit] = /larger than (\d+) (bytes|MB)/.exec(reason) ?? []
  return size && `${unit === 'MB' ? size : Number(size) / 1024 / 1024} MB`
}

const REASONS: [RegExp, RowFault, ((reason: string) => string | undefined)?][] = [
  [/^is neither XML nor|^is not well-formed XML|^is not XML|DOCTYPE|^is in the unknown charset|as it says$/, 'broken'],
  [new RegExp(`^(?:${TOO_MUCH_TO_READ}$|has elements|has more than \\d+ elements)`), 'tooMuch'],
  [/^has been changed since it was signed/, 'changedSinceSigned'],
  [/^bears (?:a|no) signature|^is a signature/, 'signature'],
  [/^is no electronic invoice|^is an electronic invoice without/, 'noInvoice'],
  [/amounts are kept in euro$/, 'currency'],
  [/is no amount$/, 'number', quoted],
  [/^is larger than \d/, 'fileTooLarge', megabytes],
  [/is missing|must have required|fewer than 1 char/, 'missing'],
  [/no contact of the portal has/, 'unknownCustomer', quoted],
  [/several contacts of the portal have/, 'severalCustomers', quoted],
  [/format "email"/, 'email'],
  [/date that does not exist/, 'noSuchDay'],
  [/is not a date/, 'date'],
  [/is before/, 'beforeStart'],
  [/stands in the file twice/, 'twice', () => undefined],
  [/is that of another web user|has a membership of this contact under/, 'taken', () => undefined],
  [/is not yours to write|in another portal|belongs to another|merged into another/, 'elsewhere', quoted],
  [/neither above nor in the portal/, 'elsewhere', quoted],
  [/is not there|is no upload/, 'fileMissing', quoted],
  [/NOT have more than (\d+)/, 'tooLong', reason => /more than (\d+)/.exec(reason)?.[1]],
  [/must be >= (\S+)/, 'tooSmall', reason => />= (\S+)/.exec(reason)?.[1]],
  [/must be <= (\S+)/, 'tooLarge', reason => /<= (\S+)/.exec(reason)?.[1]],
  [/must be integer/, 'whole'],
  [/must be one of/, 'oneOf', reason => reason.split('one of ')[1]],
]
/** Fields of which a pattern says what they may be. */
const patterns: Record<string, RowFault> = { sdiCode: 'sdiCode', userName: 'userName' }
const FILE_FIELDS = /^(?:file|original)(?:\.|$)/

/** The code of a refusal of the import; `detail` is the import's own sentence where there is no code for it. */
export const reasonOf = ({ field, reason }: Pick<RefusedLine, 'field' | 'reason'>): RowReason => {
  const found = REASONS.find(([words]) => words.test(reason))
  if (found) return { code: found[1], detail: found[2]?.(reason) }
  const pattern = reason.startsWith('must match pattern') ? patterns[field ?? ''] : undefined
  if (pattern) return { code: pattern }
  const detail = field === undefined ? reason : `${field} ${reason}`
  return { code: FILE_FIELDS.test(field ?? '') ? 'file' : 'refused', detail: detail.slice(0, 300) }
}
