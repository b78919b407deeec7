import * as Type from 'typebox'
import { cleanHtml, hasContent } from '../kernel/html.ts'
import { Message, parents, When } from './import-fields.ts'
import { kind, Reference } from './import-kind.ts'
import { staffReference } from './import-ticket-kinds.ts'
import { Refusal } from './refusal.ts'

/** What the service company's people tell each other about a ticket; no customer sees it. */
const internalNote = kind({
  type: 'internalNote',
  table: 'internal_note',
  depth: 'contact',
  fields: {
    ticket: Reference,
    staff: Type.Optional(Reference),
    message: Message,
    createdOn: When,
  },
  parents: [parents.ticket],
  references: [staffReference],
  columns: { message: 'text', created_on: 'timestamptz' },
  row: (line, at) => {
    const message = cleanHtml(line.message)
    if (!hasContent(message)) throw new Refusal('message', 'has no text')
    return { message, created_on: at.instant(line.createdOn, 'createdOn').toISOString() }
  },
})

/** The kinds that only the service company reads. */
export const noteKinds = [internalNote]
