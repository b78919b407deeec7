import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import { parents, When } from '../records/definition/fields.ts'
import { kind, NamedFile, Reference } from '../records/definition/record-type.ts'

const document = kind({
  type: 'document',
  table: 'document',
  depth: 'contact',
  fields: {
    contact: Reference,
    documentName: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    createDate: When,
    file: NamedFile,
  },
  parents: [parents.contact],
  files: [{ field: 'file', column: 'file_id', purpose: 'document' }],
  announces: 'document',
  columns: { document_name: 'text', name_order: 'text', search_text: 'text', create_date: 'timestamptz' },
  row: (line, at) => {
    const name = (line.documentName ?? cleanFileName(line.file.name ?? line.file.path)).trim()
    return {
      document_name: name,
      name_order: naturalOrder(name),
      search_text: fold(name),
      create_date: at.instant(line.createDate, 'createDate').toISOString(),
    }
  },
})

/** A file for all contacts of a portal; what serving it needs is filled once it has been read. */
const publicFile = kind({
  type: 'publicFile',
  table: 'public_file',
  depth: 'portal',
  fields: { portal: Reference, file: NamedFile },
  parents: [parents.portal],
  reads: {
    file: `json_build_object('name', t.file_name, 'size', t.size, 'mediaType', t.media_type,
      'sha256', encode(t.sha256, 'hex'), 'storageKey', t.storage_key)`,
  },
  columns: {
    file_name: 'text',
    name_order: 'text',
    media_type: 'text',
    size: 'bigint',
    sha256: 'bytea',
    storage_key: 'text',
  },
  row: () => ({}),
})

/** The kinds of company files and public files. */
export const documentKinds = [document, publicFile]
