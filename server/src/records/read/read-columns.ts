import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { columnName } from '../../kernel/database/column-name.ts'
import type { RecordType, ReferenceField } from '../definition/record-type.ts'
import { fileColumn, fileFields, instantColumn } from '../definition/select-fragments.ts'
import { requireRecordType } from '../registry.ts'

/** The key columns of a record type's table, outermost tenant first. */
const keyOf = ({ level }: RecordType): string[] => {
  if (level === 'installation') return ['id']
  if (level === 'company') return ['service_company_id', 'id']
  if (level === 'portal') return ['service_company_id', 'portal_id', 'id']
  return ['service_company_id', 'portal_id', 'contact_id', 'id']
}

/** SQL: whether the record `r` is the one that `column` of row `x` references. */
const isNamed = (named: RecordType, x: string, column: string) =>
  keyOf(named)
    .map(part => `r.${part} = ${x}.${part === 'id' ? column : part}`)
    .join(' and ')

const referenceColumn = ({ recordType, column }: ReferenceField) => {
  const named = requireRecordType(recordType)
  return `(select r.external_id from ${named.table} r where ${isNamed(named, 't', column)})`
}

const linkColumn = (
  { level }: RecordType,
  { recordType, table, owner, column }: NonNullable<RecordType['links']>[number],
  isNeeded: boolean,
) => {
  const named = requireRecordType(recordType)
  const contact = level === 'contact' ? 'and l.contact_id = t.contact_id' : ''
  const ids = `(select json_agg(r.external_id order by r.external_id collate "C") from ${table} l
    join ${named.table} r on ${isNamed(named, 'l', column)}
    where ${samePortal('l', 't').sql} ${contact} and l.${owner} = t.id)`
  return isNeeded ? `coalesce(${ids}, '[]')` : ids
}

const pictureColumn = (column: string) => `(select json_build_object('name', f.name, 'size', f.size,
  'mediaType', f.media_type, 'storageKey', f.storage_key) from picture f
  where ${sameCompany('f', 't').sql} and f.id = t.${column})`

/** SQL that reads a message's files in their order, with the ids that its images use. */
const attachmentsColumn = (
  purpose: 'ticket' | 'comment',
) => `(select json_agg(json_build_object('id', f.id, ${fileFields})
    order by tf.position)
  from ticket_file tf join file f on ${sameContact('f', 'tf').sql} and f.id = tf.file_id
  where ${sameContact('tf', 't').sql}
    and ${purpose === 'ticket' ? 'tf.ticket_id = t.id and tf.comment_id is null' : 'tf.ticket_id = t.ticket_id and tf.comment_id = t.id'})`

const isSecret = (recordType: RecordType, field: string) =>
  (recordType.secretFields?.includes(field) ?? false) || (field === 'key' && recordType.keyPurpose !== undefined)

/** SQL that reads a field back; null for a field that is not read back. */
const columnOf = (recordType: RecordType, field: string): string | null => {
  const { picture, files = [], message, columns, keyPurpose, links = [], reads = {} } = recordType
  const own = reads[field]
  if (own !== undefined) return own
  const reference = [...recordType.parents, ...(recordType.references ?? [])].find(one => one.field === field)
  if (reference) return referenceColumn(reference)
  const link = links.find(one => one.field === field)
  if (link) return linkColumn(recordType, link, recordType.schema.required?.includes(field) ?? false)
  if (field === picture?.field) return pictureColumn(picture.column)
  const file = files.find(one => one.field === field)
  if (file) return fileColumn(file.column)
  if (field === 'attachments' && message) return attachmentsColumn(message.purpose)
  if (field === 'key' && keyPurpose !== undefined) return 't.sealed_key'
  const column = columnName(field)
  if (columns[column] === undefined) throw new Error(`Nothing says how ${field} of ${recordType.type} is read back`)
  return columns[column] === 'timestamptz' ? instantColumn(`t.${column}`) : `t.${column}`
}

/** SQL that reads the computed fields of row `t` as JSON. */
export const computedColumn = ({ computed = {} }: RecordType): string =>
  `json_build_object(${Object.entries(computed)
    .map(([field, { select }]) => `'${field}', ${select}`)
    .join(', ')})`

/** SQL that turns row `t` into an import line as JSON; keys are still encrypted. */
export const lineColumn = (recordType: RecordType, withSecrets: boolean): string => {
  const fields = Object.keys(recordType.schema.properties).filter(
    field => !['type', 'externalId', 'serviceCompany'].includes(field) && (withSecrets || !isSecret(recordType, field)),
  )
  const company = recordType.parents.some(({ field }) => field === 'serviceCompany') ? ['serviceCompany'] : []
  const read = [...company, ...fields].flatMap(field => {
    const column = columnOf(recordType, field)
    return column === null ? [] : [`'${field}', ${column}`]
  })
  return `json_strip_nulls(json_build_object('type', '${recordType.type}', 'externalId', t.external_id, ${read.join(', ')}))`
}
