import { appointmentKinds } from '../appointments/record.ts'
import { peopleKinds } from '../auth/record.ts'
import { contractKinds } from '../contracts/record.ts'
import { documentKinds } from '../documents/record.ts'
import { estimateRecord } from '../estimates/record.ts'
import { invoiceRecord } from '../invoices/record.ts'
import { portalKinds } from '../portals/record.ts'
import { reportRecord } from '../reports/record.ts'
import { signingKinds } from '../signing/record.ts'
import { subscriptionRecord } from '../subscriptions/record.ts'
import { noteKinds } from '../tickets/note-record.ts'
import { ticketKinds } from '../tickets/record.ts'
import { wikiKinds } from '../wiki/record.ts'
import type { Kind } from './definition/record-type.ts'

/** Every kind of line, each after those that it refers to. */
export const importKinds: Kind[] = [
  ...portalKinds,
  ...peopleKinds,
  ...ticketKinds,
  ...noteKinds,
  ...appointmentKinds,
  ...wikiKinds,
  ...contractKinds,
  ...documentKinds,
  invoiceRecord,
  estimateRecord,
  reportRecord,
  subscriptionRecord,
  ...signingKinds,
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
