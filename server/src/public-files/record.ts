import { parents } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { withdrawal } from '../records/definition/withdrawal.ts'
import { checkRecordFiles } from '../records/files/record-files.ts'
import { fillPublicFiles } from './record-content.ts'

/** A file for all contacts of a portal. The columns for serving it are filled once the file has been read. */
export const publicFileRecord = defineRecordType({
  type: 'publicFile',
  table: 'public_file',
  level: 'portal',
  fields: { portal: Reference, file: NamedFile, ...withdrawal.fields },
  descriptions: {
    file: 'The file, for every customer of the portal.',
    ...withdrawal.descriptions,
  },
  parents: [parents.portal],
  keeps: withdrawal.keeps,
  unclearable: withdrawal.unclearable,
  slowFields: ['file'],
  contentColumn: 'storage_key',
  hooks: () => ({
    beforeWrite: async (db, rows, context) => {
      const checked = await checkRecordFiles(rows, { field: 'file' }, context)
      await fillPublicFiles(db, checked, context.fileTransaction)
      return [...checked.keys()]
    },
  }),
  reads: {
    file: `json_build_object('name', t.file_name, 'size', t.size, 'mediaType', t.media_type,
      'sha256', encode(t.sha256, 'hex'), 'storageKey', t.storage_key)`,
    ...withdrawal.reads,
  },
  columns: {
    file_name: 'text',
    name_order: 'text',
    media_type: 'text',
    size: 'bigint',
    sha256: 'bytea',
    storage_key: 'text',
    ...withdrawal.columns,
  },
  row: withdrawal.row,
})
