import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { parents, Title, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { withdrawal } from '../records/definition/withdrawal.ts'

/** An activity report with its PDF; it may belong to a ticket, to an asset, or to neither. */
export const reportRecord = defineRecordType({
  type: 'report',
  table: 'activity_report',
  level: 'contact',
  fields: {
    contact: Reference,
    name: Title,
    dateTime: When,
    ticket: Type.Optional(Reference),
    wikiElement: Type.Optional(Reference),
    file: NamedFile,
    ...withdrawal.fields,
  },
  descriptions: {
    name: 'The name that customers see.',
    dateTime: 'When the work was done.',
    ticket: 'The externalId of the ticket that it belongs to.',
    wikiElement: 'The externalId of the asset that it is about.',
    file: 'The report, usually a PDF.',
    ...withdrawal.descriptions,
  },
  parents: [parents.contact],
  keeps: withdrawal.keeps,
  unclearable: withdrawal.unclearable,
  reads: withdrawal.reads,
  references: [parents.ticket, { field: 'wikiElement', recordType: 'wikiElement', column: 'wiki_element_id' }],
  files: [{ field: 'file', column: 'file_id', purpose: 'report' }],
  announces: 'report',
  columns: { name: 'text', name_order: 'text', search_text: 'text', date_time: 'timestamptz', ...withdrawal.columns },
  row: (line, at) => {
    const name = line.name.trim()
    return {
      name,
      name_order: naturalOrder(name),
      search_text: fold(name),
      date_time: at.instant(line.dateTime, 'dateTime').toISOString(),
      ...withdrawal.row(line, at),
    }
  },
})
