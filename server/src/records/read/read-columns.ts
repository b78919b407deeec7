import { columnName } from '../../kernel/database/column-name.ts'
import type { Kind, ReferenceField } from '../definition/record-type.ts'
import { fileColumn, fileFields, instantColumn } from '../definition/select-fragments.ts'
import { kindNamed } from '../registry.ts'

/** The key of a kind's table, from the company inwards. */
const keyOf = ({ depth }: Kind): string[] => {
  if (depth === 'installation') return ['id']
  if (depth === 'company') return ['service_company_id', 'id']
  if (depth === 'portal') return ['service_company_id', 'portal_id', 'id']
  return ['service_company_id', 'portal_id', 'contact_id', 'id']
}

/** Whether the record `r` of a kind is the one that a column of row `x` names. */
const isNamed = (named: Kind, x: string, column: string) =>
  keyOf(named)
    .map(part => `r.${part} = ${x}.${part === 'id' ? column : part}`)
    .join(' and ')

const referenceColumn = ({ kind, column }: ReferenceField) => {
  const named = kindNamed(kind)
  return `(select r.external_id from ${named.table} r where ${isNamed(named, 't', column)})`
}

const linkColumn = (
  { depth }: Kind,
  { kind, table, owner, column }: NonNullable<Kind['links']>[number],
  isNeeded: boolean,
) => {
  const named = kindNamed(kind)
  const contact = depth === 'contact' ? 'and l.contact_id = t.contact_id' : ''
  const ids = `(select json_agg(r.external_id order by r.external_id collate "C") from ${table} l
    join ${named.table} r on ${isNamed(named, 'l', column)}
    where l.service_company_id = t.service_company_id and l.portal_id = t.portal_id ${contact} and l.${owner} = t.id)`
  return isNeeded ? `coalesce(${ids}, '[]')` : ids
}

const pictureColumn = (column: string) => `(select json_build_object('name', f.name, 'size', f.size,
  'mediaType', f.media_type, 'storageKey', f.storage_key) from picture f
  where f.service_company_id = t.service_company_id and f.id = t.${column})`

/** The files of a message in their order, with the ids by which its images name them. */
const attachmentsColumn = (
  purpose: 'ticket' | 'comment',
) => `(select json_agg(json_build_object('id', f.id, ${fileFields})
    order by tf.position)
  from ticket_file tf join file f on f.service_company_id = tf.service_company_id and f.portal_id = tf.portal_id
    and f.contact_id = tf.contact_id and f.id = tf.file_id
  where tf.service_company_id = t.service_company_id and tf.portal_id = t.portal_id and tf.contact_id = t.contact_id
    and ${purpose === 'ticket' ? 'tf.ticket_id = t.id and tf.comment_id is null' : 'tf.ticket_id = t.ticket_id and tf.comment_id = t.id'})`

const isSecret = (kind: Kind, field: string) =>
  field === 'passwordHash' || (field === 'key' && kind.keyPurpose !== undefined)

/** SQL that reads a field of a kind back; null for one that is not read. */
const columnOf = (kind: Kind, field: string): string | null => {
  const { picture, files = [], message, columns, keyPurpose, links = [], reads = {} } = kind
  const own = reads[field]
  if (own !== undefined) return own
  const reference = [...kind.parents, ...(kind.references ?? [])].find(one => one.field === field)
  if (reference) return referenceColumn(reference)
  const link = links.find(one => one.field === field)
  if (link) return linkColumn(kind, link, kind.schema.required?.includes(field) ?? false)
  if (field === picture?.field) return pictureColumn(picture.column)
  const file = files.find(one => one.field === field)
  if (file) return fileColumn(file.column)
  if (field === 'attachments' && message) return attachmentsColumn(message.purpose)
  if (field === 'key' && keyPurpose !== undefined) return 't.sealed_key'
  const column = columnName(field)
  if (columns[column] === undefined) throw new Error(`Nothing says how ${field} of ${kind.type} is read back`)
  return columns[column] === 'timestamptz' ? instantColumn(`t.${column}`) : `t.${column}`
}

/** SQL that makes a row `t` of a kind a line of an import, with keys still sealed. */
export const lineColumn = (kind: Kind, withSecrets: boolean): string => {
  const fields = Object.keys(kind.schema.properties).filter(
    field => !['type', 'externalId', 'serviceCompany'].includes(field) && (withSecrets || !isSecret(kind, field)),
  )
  const company = kind.parents.some(({ field }) => field === 'serviceCompany') ? ['serviceCompany'] : []
  const read = [...company, ...fields].flatMap(field => {
    const column = columnOf(kind, field)
    return column === null ? [] : [`'${field}', ${column}`]
  })
  return `json_strip_nulls(json_build_object('type', '${kind.type}', 'externalId', t.external_id, ${read.join(', ')}))`
}
