import * as Type from 'typebox'
import { searchWords } from '../kernel/database/search-words.ts'
import { hasContent, htmlToText } from '../kernel/html/html.ts'
import { Message, parents, When } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { staffReference } from './record.ts'

/** A note that the staff write to each other about a ticket; customers never see it. */
export const noteRecord = defineRecordType({
  type: 'internalNote',
  table: 'internal_note',
  level: 'contact',
  fields: {
    ticket: Reference,
    staff: Type.Optional(Reference),
    message: Message,
    createdOn: When,
  },
  descriptions: {
    staff: 'The externalId of the member of staff who wrote it.',
    message: 'The note as HTML. Customers never see it.',
    createdOn: 'When it was written.',
  },
  parents: [parents.ticket],
  references: [staffReference],
  html: ['message'],
  announces: 'note',
  hooks: () => ({
    beforeWrite: (_db, rows) => {
      for (const { item, row } of rows)
        row.words = searchWords(item.place.contact ?? 0, htmlToText(String(row.message)))
      return rows
    },
  }),
  fileLinks: { table: 'internal_note_file', owner: 'note_id' },
  columns: { message: 'text', created_on: 'timestamptz', words: 'text[]' },
  row: (line, at) => {
    if (!hasContent(line.message)) throw new Refusal('message', 'has no text')
    return { message: line.message, created_on: at.instant(line.createdOn, 'createdOn').toISOString(), words: [] }
  },
})
