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
import type { Kind } from './definition/record-type.ts'

/** Every record type, each after those that it refers to. */
export const importKinds: Kind[] = [
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

const byType = new Map(importKinds.map(kind => [kind.type, kind]))

/** The kind of a line's `type`, if there is one. */
export const kindOf = (type: string): Kind | undefined => byType.get(type)

/** A kind that another one refers to. */
export const kindNamed = (type: string): Kind => {
  const kind = byType.get(type)
  if (!kind) throw new Error(`No kind of line is called ${type}`)
  return kind
}
