import { appointmentKinds } from './import-appointment-kinds.ts'
import { contractKinds } from './import-contract-kinds.ts'
import { documentKinds } from './import-document-kinds.ts'
import type { Kind } from './import-kind.ts'
import { noteKinds } from './import-note-kinds.ts'
import { peopleKinds } from './import-people-kinds.ts'
import { portalKinds } from './import-portal-kinds.ts'
import { recordKinds } from './import-record-kinds.ts'
import { signingKinds } from './import-signing-kinds.ts'
import { ticketKinds } from './import-ticket-kinds.ts'
import { wikiKinds } from './import-wiki-kinds.ts'

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
  ...recordKinds,
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
