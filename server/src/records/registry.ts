import { appointmentRecords } from '../appointments/record.ts'
import { peopleRecords } from '../auth/record.ts'
import { contractRecords } from '../contracts/record.ts'
import { documentRecord } from '../documents/record.ts'
import { estimateRecord } from '../estimates/record.ts'
import { invoiceRecord } from '../invoices/record.ts'
import { portalRecords } from '../portals/record.ts'
import { publicFileRecord } from '../public-files/record.ts'
import { reportRecord } from '../reports/record.ts'
import { signingRecord } from '../signing/record.ts'
import { subscriptionRecord } from '../subscriptions/record.ts'
import { noteRecord } from '../tickets/note-record.ts'
import { ticketRecords } from '../tickets/record.ts'
import { wikiRecords } from '../wiki/record.ts'
import type { RecordType } from './definition/record-type.ts'

/** Every record type, each after those that it refers to. */
export const recordTypes: RecordType[] = [
  ...portalRecords,
  ...peopleRecords,
  ...wikiRecords,
  ...ticketRecords,
  noteRecord,
  ...appointmentRecords,
  ...contractRecords,
  documentRecord,
  publicFileRecord,
  invoiceRecord,
  estimateRecord,
  reportRecord,
  subscriptionRecord,
  signingRecord,
]

const byType = new Map(recordTypes.map(recordType => [recordType.type, recordType]))

/** The kind of a line's `type`, if there is one. */
export const findRecordType = (type: string): RecordType | undefined => byType.get(type)

/** A kind that another one refers to. */
export const requireRecordType = (type: string): RecordType => {
  const recordType = byType.get(type)
  if (!recordType) throw new Error(`No recordType of line is called ${type}`)
  return recordType
}
