import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { RecordType, ResolvedLine, Row, WrittenRow } from '../definition/record-type.ts'
import { finish, type ReadRecord, recordColumns } from '../read/read-records.ts'
import { eventColumns, eventInsert } from './change-events.ts'

/** The columns of a record's location. */
const PLACE_COLUMNS: Record<RecordType['level'], string[]> = {
  installation: [],
  company: ['service_company_id'],
  portal: ['service_company_id', 'portal_id'],
  contact: ['service_company_id', 'portal_id', 'contact_id'],
}

/** The references that have a column of their own. */
export const referencesOf = (recordType: RecordType) =>
  [...recordType.parents, ...(recordType.references ?? [])].filter(
    ({ column }) => !PLACE_COLUMNS[recordType.level].includes(column),
  )

/** SQL types of every column that an import writes, by column. */
const columnTypes = (recordType: RecordType): Record<string, string> => ({
  ...Object.fromEntries(PLACE_COLUMNS[recordType.level].map(column => [column, 'bigint'])),
  external_id: 'text',
  ...Object.fromEntries(referencesOf(recordType).map(({ column }) => [column, 'bigint'])),
  ...(recordType.keyPurpose !== undefined && { key_hash: 'bytea', sealed_key: 'text' }),
  ...(recordType.picture && { [recordType.picture.column]: 'bigint' }),
  ...Object.fromEntries((recordType.files ?? []).map(({ column }) => [column, 'bigint'])),
  ...recordType.columns,
})

type Texts = { head: string; tail: string; few: string; all: string; placed: string }

const upserts = new Map<RecordType, Texts>()

/** The SQL of `insert … on conflict … do update` for a whole batch; rows that would not change are neither written nor returned. */
const upsertOf = (recordType: RecordType): Texts => {
  const known = upserts.get(recordType)
  if (known) return known
  const types = columnTypes(recordType)
  const columns = Object.keys(types)
  const values = columns.map(column => (column === 'words' ? 'array_to_tsvector(x.words)' : `x.${column}`))
  const conflict = recordType.level === 'installation' ? ['external_id'] : ['service_company_id', 'external_id']
  const updated = columns.filter(column => !conflict.includes(column))
  const fresh = (column: string) =>
    recordType.keeps?.includes(column) ? `coalesce(excluded.${column}, t.${column})` : `excluded.${column}`
  const needed = ['id', 'external_id', ...PLACE_COLUMNS[recordType.level], ...eventColumns(recordType)]
  const texts = {
    head: `with written as (
      insert into ${recordType.table} as t (${columns.join(', ')}) select ${values.join(', ')} from json_to_recordset(`,
    tail: `::json) as x (${columns.map(column => `${column} ${types[column]}`).join(', ')})
      on conflict (${conflict.join(', ')}) do update set ${updated.map(column => `${column} = ${fresh(column)}`).join(', ')}
      where (${updated.map(column => `t.${column}`).join(', ')}) is distinct from (${updated.map(fresh).join(', ')})
        and ${recordType.rows ?? 'true'}
      returning `,
    few: `${needed.map(column => `t.${column}`).join(', ')}, t.xmax = 0 as is_new)`,
    all: 't.*, t.xmax = 0 as is_new)',
    placed: `${recordType.level === 'installation' ? 't.id' : 't.service_company_id'} as company, t.is_new as created`,
  }
  upserts.set(recordType, texts)
  return texts
}

type Upsert = {
  /** In the same statement, open screens are notified of what is newer than this; of nothing if undefined. */
  newsSince: Date | undefined
  /** Whether the same statement reads the rows back, as `readRecords` does. */
  reads: boolean
}

/** Writes rows of one type; returns those that are new or changed. */
export const upsert = async (
  db: Db,
  recordType: RecordType,
  rows: Row[],
  { newsSince, reads }: Upsert,
): Promise<{ written: WrittenRow[]; records: ReadRecord[] }> => {
  const { head, tail, few, all, placed } = upsertOf(recordType)
  const columns = reads ? recordColumns(recordType) : raw('t.id, t.external_id as "externalId"')
  const statement = sql`${raw(head)}${JSON.stringify(rows)}${raw(tail)}${raw(reads ? all : few)}
    ${eventInsert(recordType, rows.length, newsSince)} select ${columns}, ${raw(placed)} from written t`
  if (!reads) return { written: await db.many(statement), records: [] }
  const read = await db.many<WrittenRow & ReadRecord>(statement)
  return { written: read, records: finish(recordType, read) }
}

/** Sets the time of change of records whose files or links changed but whose rows did not. */
export const touch = (db: Db, recordType: RecordType, items: ResolvedLine[]): Promise<number> =>
  db.run(sql`update ${raw(recordType.table)} t set changed_at = now()
    from unnest(${items.map(({ place }) => place.company)}::bigint[], ${items.map(({ line }) => line.externalId)}::text[])
      as x (company, external_id)
    where t.service_company_id = x.company and t.external_id = x.external_id`)
