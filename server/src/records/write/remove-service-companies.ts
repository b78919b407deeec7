import { listTablesWithStorageKeys } from '../../files/queries.ts'
import { type Db, join, raw, sql } from '../../kernel/database/db.ts'

type TableReference = { from: string; to: string }

/** Tables with rows of a service company, each before those that it references, read from the database catalogue. */
const listTablesInOrder = async (db: Db): Promise<string[]> => {
  const tables = await db.many<{ name: string }>(sql`select quote_ident(c.relname) as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where a.attname = 'service_company_id' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace`)
  const references =
    await db.many<TableReference>(sql`select quote_ident(f.relname) as "from", quote_ident(t.relname) as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.oid <> t.oid and f.relnamespace = current_schema()::regnamespace`)
  const left = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(name => !references.some(({ from, to }) => to === name && left.has(from)))
    if (free.length === 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}

/** The storage keys of service companies' files, from each of these tables that has some. */
const listStorageKeys = async (db: Db, tables: readonly string[], serviceCompanyIds: number[]): Promise<string[]> => {
  const owners = (await listTablesWithStorageKeys(db)).filter(table => tables.includes(table))
  const selects = owners.map(
    table => sql`select storage_key::text as key from ${raw(table)}
      where service_company_id = any(${serviceCompanyIds}) and storage_key is not null`,
  )
  return (await db.many<{ key: string }>(join(selects, ' union all '))).map(({ key }) => key)
}

/** Removes service companies by external id, with all their data; returns the storage keys of their files. */
export const removeServiceCompanies = async (db: Db, externalIds: string[]): Promise<string[]> => {
  const rows = await db.many<{ id: number }>(
    sql`select id from service_company where external_id = any(${externalIds}) for update`,
  )
  const ids = rows.map(({ id }) => id)
  const tables = await listTablesInOrder(db)
  const storageKeys = await listStorageKeys(db, tables, ids)
  for (const id of ids) {
    // By this setting triggers know: signature evidence may be deleted now, and no event is written for what is removed.
    await db.run(sql`select set_config('portico.removing_service_company', ${String(id)}, true)`)
    for (const table of tables) await db.run(sql`delete from ${raw(table)} where service_company_id = ${id}`)
    await db.run(sql`delete from service_company where id = ${id}`)
  }
  return storageKeys
}
