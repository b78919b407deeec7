import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts'

// For tests that kill processes: `writing-process.ts FOLDER DATABASE` inserts rows until SIGTERM and prints the id of each row that
// PostgreSQL has acknowledged.
const [, , folder = '', database = ''] = process.argv
const postgres = await startEmbeddedPostgres({
  folder,
  database,
  log: (_level, message) => console.error(message),
})
const pool = new pg.Pool({ ...postgres.connection, max: 1 })
// A connection that is idle when PostgreSQL is killed.
pool.on('error', () => {})
await pool.query('create table if not exists written (id bigint generated always as identity, note text)')

let stopping = false
process.on('SIGTERM', () => {
  stopping = true
})
while (!stopping) {
  try {
    const { rows } = await pool.query<{ id: string }>("insert into written (note) values ('kept') returning id")
    console.log(rows[0]?.id)
  } catch {
    // PostgreSQL was killed: it is started again.
    await sleep(20)
  }
}
await pool.end()
await postgres.stop()
