import { type Db, sql } from '../kernel/database/db.ts'

/** What the pages of the installation keep in the table `installation`, each under its key. */
type StateKey = 'health' | 'backup' | 'backupChecks'

/** Reads what is kept under a key. */
export const readState = async <State>(db: Db, key: StateKey): Promise<State | undefined> =>
  (await db.maybe<{ value: State }>(sql`select value from installation where key = ${key}`))?.value

/** Keeps something under a key. */
export const keepState = async (db: Db, key: StateKey, value: object): Promise<void> => {
  await db.run(sql`insert into installation (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}
