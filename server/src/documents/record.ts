import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import { parents, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { withdrawal } from '../records/definition/withdrawal.ts'

/** A file that the service company provides to a contact. */
export const documentRecord = defineRecordType({
  type: 'document',
  table: 'document',
  level: 'contact',
  fields: {
    contact: Reference,
    documentName: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    createDate: When,
    file: NamedFile,
    ...withdrawal.fields,
  },
  descriptions: {
    documentName: 'The name that customers see. Default: the name of the file.',
    createDate: 'The date that customers see.',
    file: 'The document.',
    ...withdrawal.descriptions,
  },
  parents: [parents.contact],
  keeps: withdrawal.keeps,
  unclearable: withdrawal.unclearable,
  reads: withdrawal.reads,
  files: [{ field: 'file', column: 'file_id', purpose: 'document' }],
  announces: 'document',
  columns: {
    document_name: 'text',
    name_order: 'text',
    search_text: 'text',
    create_date: 'timestamptz',
    ...withdrawal.columns,
  },
  row: (line, at) => {
    const name = (line.documentName ?? cleanFileName(line.file.name ?? line.file.path)).trim()
    return {
      document_name: name,
      name_order: naturalOrder(name),
      search_text: fold(name),
      create_date: at.instant(line.createDate, 'createDate').toISOString(),
      ...withdrawal.row(line, at),
    }
  },
})
