import { type Db, raw, type Sql, sql } from './db.ts'

/** A name for a record that Portico makes itself, as rows get one that nobody names. */
export const newExternalId = async (db: Db): Promise<string> =>
  (await db.one<{ id: string }>(sql`select new_external_id() as id`)).id

/**
 * SQL: the name under which a program outside or an import keeps row `alias`; null for what Portico has named itself, by a UUID of version 7.
 */
export const outsideId = (alias: string): Sql =>
  raw(`case when ${alias}.external_id !~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    then ${alias}.external_id end`)
