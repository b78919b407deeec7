import { setTimeout as sleep } from 'node:timers/promises'
import { openDb, script, sql, Unavailable } from '../../src/kernel/database/db.ts'
import { startEmbeddedPostgres } from '../../src/kernel/embedded-postgres/embedded-postgres.ts'

/**
 * A process with an embedded PostgreSQL on the folder that it is given, for tests that kill one. Prints the
 * number of each row whose write was acknowledged.
 */
const dataDir = process.argv[2] ?? ''
const embedded = await startEmbeddedPostgres({ dataDir, log: (_level, message) => console.error(message) })
const db = openDb({ connection: embedded.connection, max: 1, log: () => {} })
await script(db, 'create table if not exists written (id bigint generated always as identity, note text)')

let stopping = false
process.on('SIGTERM', () => {
  stopping = true
})
while (!stopping) {
  try {
    const { id } = await db.one<{ id: number }>(sql`insert into written (note) values ('kept') returning id`)
    console.log(id)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    await sleep(20)
  }
}
await db.close()
await embedded.stop()
