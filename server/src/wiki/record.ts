import * as Type from 'typebox'
import { searchWords } from '../kernel/database/search-words.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import { dayOf } from '../kernel/time/local-time.ts'
import { Name, parents } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { renameFolders, wikiCopies } from './record-copies.ts'

const DATA_TYPES = ['Text', 'Date', 'Link'] as const

const linkOf = (text: string) => {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text))
    throw new Refusal('value', 'is not a web address: https://…')
  return text
}

const wikiFolder = defineRecordType({
  type: 'wikiFolder',
  table: 'wiki_folder',
  level: 'contact',
  fields: { contact: Reference, name: Name },
  descriptions: {
    name: 'The name of the folder.',
  },
  parents: [parents.contact],
  parts: [{ table: 'wiki_element', column: 'wiki_folder_id' }],
  visibleToReferrers: { name: 't.name' },
  hooks: () => ({
    afterWrite: async (db, rows, { writtenRow }) => {
      const written = rows.flatMap(row => writtenRow(row) ?? [])
      if (!written.every(({ created }) => created))
        await renameFolders(
          db,
          written.map(({ id }) => id),
        )
      return undefined
    },
  }),
  columns: { name: 'text' },
  row: line => ({ name: line.name.trim() }),
})

const wikiElement = defineRecordType({
  type: 'wikiElement',
  table: 'wiki_element',
  level: 'contact',
  fields: { folder: Reference, name: Name },
  descriptions: {
    name: 'The name of the asset.',
  },
  parents: [parents.wikiFolder],
  parts: [{ table: 'wiki_property', column: 'wiki_element_id' }],
  columns: { name: 'text', name_order: 'text', folder_order: 'text', search_text: 'text' },
  row: (line, at) => ({ name: line.name.trim(), ...wikiCopies(at.referenced.folder?.name ?? '', line.name.trim()) }),
})

/** A property of an asset: a value or a file. */
const wikiProperty = defineRecordType({
  type: 'wikiProperty',
  table: 'wiki_property',
  level: 'contact',
  fields: {
    element: Reference,
    typologyName: Name,
    dataType: Type.Optional(Type.Unsafe<(typeof DATA_TYPES)[number]>({ type: 'string', enum: [...DATA_TYPES] })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' })),
    file: Type.Optional(NamedFile),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  descriptions: {
    typologyName: 'What the property says, such as `Serial number`.',
    dataType: 'How the value is read: `Text`, `Date` or `Link`. Default: `Text`.',
    value: 'The value; either this or `file`. A date is a day, a link a web address.',
    file: 'A file in place of a value.',
    position: 'The order among the properties of the asset. Default: 0.',
  },
  parents: [{ field: 'element', recordType: 'wikiElement', column: 'wiki_element_id' }],
  files: [{ field: 'file', column: 'file_id', purpose: 'wiki' }],
  announces: 'wiki',
  reads: {
    dataType: `case when t.data_type <> 'File' then t.data_type end`,
    value: `case when t.data_type <> 'File' then t.value end`,
  },
  columns: {
    position: 'int',
    typology_name: 'text',
    data_type: 'text',
    value: 'text',
    words: 'text[]',
  },
  row: ({ dataType = 'Text', value: given, file, ...line }, at) => {
    if (file && (given !== undefined || dataType !== 'Text'))
      throw new Refusal('file', 'must not stand beside value or dataType')
    const value = file ? cleanFileName(file.name ?? file.path) : given?.trim()
    if (value === undefined) throw new Refusal('value or file', 'is missing')
    const { timeZone, contact } = at.place
    const shown = {
      Text: () => value,
      Date: () => dayOf(at.instant(value, 'value'), timeZone),
      Link: () => linkOf(value),
    }
    const stored = shown[dataType]()
    return {
      position: line.position ?? 0,
      typology_name: line.typologyName.trim(),
      data_type: file ? 'File' : dataType,
      value: stored,
      words: searchWords(contact ?? 0, stored),
    }
  },
})

/** The record types of assets, each after those that it references. */
export const wikiRecords = [wikiFolder, wikiElement, wikiProperty]
