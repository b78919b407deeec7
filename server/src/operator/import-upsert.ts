import { type Db, raw, sql } from '../kernel/db.ts'
import type { Kind, Row } from './import-kind.ts'
import type { Resolved } from './import-references.ts'

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

const upserts = new Map<Kind, [head: string, tail: string]>()

/** `insert … on conflict … do update` for a whole batch; a row that would stay as it is is not written and not answered. */
const upsertOf = (kind: Kind) => {
  const known = upserts.get(kind)
  if (known) return known
  const types = columnTypes(kind)
  const columns = Object.keys(types)
  const values = columns.map(column => (column === 'words' ? 'array_to_tsvector(x.words)' : `x.${column}`))
  const conflict = kind.depth === 'installation' ? ['external_id'] : ['service_company_id', 'external_id']
  const updated = columns.filter(column => !conflict.includes(column))
  const fresh = (column: string) =>
    kind.keeps?.includes(column) ? `coalesce(excluded.${column}, t.${column})` : `excluded.${column}`
  const head = `insert into ${kind.table} as t (${columns.join(', ')}) select ${values.join(', ')} from json_to_recordset(`
  const tail = `::json) as x (${columns.map(column => `${column} ${types[column]}`).join(', ')})
    on conflict (${conflict.join(', ')}) do update set ${updated.map(column => `${column} = ${fresh(column)}`).join(', ')}
    where (${updated.map(column => `t.${column}`).join(', ')}) is distinct from (${updated.map(fresh).join(', ')})
    returning t.id, t.external_id as "externalId", ${kind.depth === 'installation' ? 't.id' : 't.service_company_id'} as company,
      xmax = 0 as created`
  upserts.set(kind, [head, tail])
  return [head, tail] as const
}

/** A row that was written: its id, and whether it is new. */
export type Written = { id: number; externalId: string; company: number; created: boolean }

/** Writes rows of one kind; answers those that are new or have changed. */
export const upsert = (db: Db, kind: Kind, rows: Row[]): Promise<Written[]> => {
  const [head, tail] = upsertOf(kind)
  return db.many(sql`${raw(head)}${JSON.stringify(rows)}${raw(tail)}`)
}

/** Takes note that records have changed whose files or ties did, but not their rows. */
export const touch = (db: Db, kind: Kind, items: Resolved[]): Promise<number> =>
  db.run(sql`update ${raw(kind.table)} t set changed_at = now()
    from unnest(${items.map(({ place }) => place.company)}::bigint[], ${items.map(({ line }) => line.externalId)}::text[])
      as x (company, external_id)
    where t.service_company_id = x.company and t.external_id = x.external_id`)
