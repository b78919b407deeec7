import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { Kind, Row } from '../definition/record-type.ts'
import { finish, type ReadRecord, recordColumns } from '../read/read-records.ts'
import type { Resolved } from '../resolve/resolve-references.ts'
import { telling, toldColumns } from './change-events.ts'

/** The columns of a record's place. */
const PLACE_COLUMNS: Record<Kind['depth'], string[]> = {
  installation: [],
  company: ['service_company_id'],
  portal: ['service_company_id', 'portal_id'],
  contact: ['service_company_id', 'portal_id', 'contact_id'],
}

/** The references that have a column of their own. */
export const referencesOf = (kind: Kind) =>
  [...kind.parents, ...(kind.references ?? [])].filter(({ column }) => !PLACE_COLUMNS[kind.depth].includes(column))

/** SQL types of every column that an import writes, by column. */
const columnTypes = (kind: Kind): Record<string, string> => ({
  ...Object.fromEntries(PLACE_COLUMNS[kind.depth].map(column => [column, 'bigint'])),
  external_id: 'text',
  ...Object.fromEntries(referencesOf(kind).map(({ column }) => [column, 'bigint'])),
  ...(kind.keyPurpose !== undefined && { key_hash: 'bytea', sealed_key: 'text' }),
  ...(kind.picture && { [kind.picture.column]: 'bigint' }),
  ...Object.fromEntries((kind.files ?? []).map(({ column }) => [column, 'bigint'])),
  ...kind.columns,
})

type Texts = { head: string; tail: string; few: string; all: string; placed: string }

const upserts = new Map<Kind, Texts>()

/** `insert … on conflict … do update` for a whole batch; a row that would stay as it is is not written and not answered. */
const upsertOf = (kind: Kind): Texts => {
  const known = upserts.get(kind)
  if (known) return known
  const types = columnTypes(kind)
  const columns = Object.keys(types)
  const values = columns.map(column => (column === 'words' ? 'array_to_tsvector(x.words)' : `x.${column}`))
  const conflict = kind.depth === 'installation' ? ['external_id'] : ['service_company_id', 'external_id']
  const updated = columns.filter(column => !conflict.includes(column))
  const fresh = (column: string) =>
    kind.keeps?.includes(column) ? `coalesce(excluded.${column}, t.${column})` : `excluded.${column}`
  const needed = ['id', 'external_id', ...PLACE_COLUMNS[kind.depth], ...toldColumns(kind)]
  const texts = {
    head: `with written as (
      insert into ${kind.table} as t (${columns.join(', ')}) select ${values.join(', ')} from json_to_recordset(`,
    tail: `::json) as x (${columns.map(column => `${column} ${types[column]}`).join(', ')})
      on conflict (${conflict.join(', ')}) do update set ${updated.map(column => `${column} = ${fresh(column)}`).join(', ')}
      where (${updated.map(column => `t.${column}`).join(', ')}) is distinct from (${updated.map(fresh).join(', ')})
        and ${kind.rows ?? 'true'}
      returning `,
    few: `${needed.map(column => `t.${column}`).join(', ')}, t.xmax = 0 as is_new)`,
    all: 't.*, t.xmax = 0 as is_new)',
    placed: `${kind.depth === 'installation' ? 't.id' : 't.service_company_id'} as company, t.is_new as created`,
  }
  upserts.set(kind, texts)
  return texts
}

/** A row that was written: its id, and whether it is new. */
export type Written = { id: number; externalId: string; company: number; created: boolean }

type Upsert = {
  /** Open screens are told what is news since then, in the same statement; nothing without it. */
  newsSince: Date | undefined
  /** Whether the rows are read back, as `readRecords` does, in the same statement. */
  reads: boolean
}

/** Writes rows of one kind; answers those that are new or have changed. */
export const upsert = async (
  db: Db,
  kind: Kind,
  rows: Row[],
  { newsSince, reads }: Upsert,
): Promise<{ written: Written[]; records: ReadRecord[] }> => {
  const { head, tail, few, all, placed } = upsertOf(kind)
  const columns = reads ? recordColumns(kind) : raw('t.id, t.external_id as "externalId"')
  const statement = sql`${raw(head)}${JSON.stringify(rows)}${raw(tail)}${raw(reads ? all : few)}
    ${telling(kind, rows.length, newsSince)} select ${columns}, ${raw(placed)} from written t`
  if (!reads) return { written: await db.many(statement), records: [] }
  const read = await db.many<Written & ReadRecord>(statement)
  return { written: read, records: finish(kind, read) }
}

/** Takes note that records have changed whose files or ties did, but not their rows. */
export const touch = (db: Db, kind: Kind, items: Resolved[]): Promise<number> =>
  db.run(sql`update ${raw(kind.table)} t set changed_at = now()
    from unnest(${items.map(({ place }) => place.company)}::bigint[], ${items.map(({ line }) => line.externalId)}::text[])
      as x (company, external_id)
    where t.service_company_id = x.company and t.external_id = x.external_id`)
