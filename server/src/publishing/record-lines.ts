import type { PublishKind } from '@portico/contract/staff/publishing'
import { readPhone } from '@portico/contract/values/phone'
import { dayAfter, dayOf } from '../kernel/time/local-time.ts'
import type { ItemRow } from './queries.ts'
import { dateOf } from './rules.ts'

/** The type of record that each kind becomes. */
export const recordTypeOf: Record<PublishKind, string> = {
  invoice: 'invoice',
  creditNote: 'invoice',
  estimate: 'estimate',
  report: 'report',
  document: 'document',
  publicFile: 'publicFile',
  documentToSign: 'documentToSign',
}

/** The paths by which the lines name the two files of a row. */
export const FILE_PATH = 'file'
export const ORIGINAL_PATH = 'original'

/** First and last name of a person who is known by one name. */
const namesOf = (name: string): { firstName: string; lastName: string } => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { firstName: first || '–', lastName: rest.join(' ') || '–' }
}

type Context = { batchId: number; staffExternalId: string | null; now: Date }

const keyOf = (row: ItemRow, { batchId }: Pick<Context, 'batchId'>): string =>
  row.recordKey ?? `publish-${batchId}-${row.id}`

/** The external ids of a document to sign, one for each person who signs. */
export const signerRecords = (row: ItemRow, context: Pick<Context, 'batchId'>) =>
  row.signers.map(({ webUserId }) => ({ webUserId, externalId: `${keyOf(row, context)}-${webUserId}` }))

/** The lines of the import format that a row becomes: one, or one for each person who signs. */
export const recordLines = (row: ItemRow, context: Context): Record<string, unknown>[] => {
  const { staffExternalId, now } = context
  const { kind, file, original, number, total, title, timeZone } = row
  if (!kind || !file || !timeZone) return []
  const type = recordTypeOf[kind]
  const externalId = keyOf(row, context)
  const date = dateOf(row) ?? dayOf(now, timeZone)
  const base = { type, externalId, file: { path: FILE_PATH, name: file.name } }
  if (kind === 'publicFile') return [{ ...base, portal: row.portalExternalId }]
  const line = { ...base, contact: row.customer?.externalId }
  if (kind === 'invoice' || kind === 'creditNote')
    return [
      {
        ...line,
        documentNumber: number,
        total,
        invoiceDate: date,
        ...(original && { original: { path: ORIGINAL_PATH, name: original.name } }),
      },
    ]
  if (kind === 'estimate')
    return [{ ...line, estimateName: title, estimateNumber: number, total, estimateCreationDate: date }]
  if (kind === 'report')
    return [{ ...line, name: title, dateTime: date, ...(row.ticket && { ticket: row.ticket.externalId }) }]
  if (kind === 'document') return [{ ...line, documentName: title, createDate: date }]
  const records = signerRecords(row, context)
  return row.signers.map((signer, n) => {
    const phone = signer.phone === null ? undefined : readPhone(signer.phone)
    return {
      ...line,
      externalId: records[n]?.externalId,
      documentName: title,
      ...namesOf(signer.name),
      ...(phone === undefined ? { phoneMayBeTyped: true } : { phone }),
      ...(signer.email !== null && { email: signer.email }),
      ...(staffExternalId !== null && { staff: staffExternalId }),
      sentOn: now.toISOString(),
      validUntil: dayAfter(now, row.signDays, timeZone),
    }
  })
}
