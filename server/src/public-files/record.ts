import { parents } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'

/** A file for all contacts of a portal; what serving it needs is filled once it has been read. */
export const publicFileRecord = defineRecordType({
  type: 'publicFile',
  table: 'public_file',
  level: 'portal',
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
