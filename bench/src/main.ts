import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { insertSession } from '../../server/src/auth/queries.ts'
import { type Database, openDb, raw } from '../../server/src/kernel/db.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/embedded-postgres.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { fill, reader } from './data.ts'
import { load, type Measure, type Request } from './load.ts'
import { type Running, startBare, startPortico } from './processes.ts'
import { type Measured, workOf } from './work.ts'

const migrations = fileURLToPath(new URL('../../server/src/migrations', import.meta.url))
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const SESSIONS = 40
const log = (level: string, message: string) => {
  if (level !== 'info') console.error(message)
}

/** Sessions that take turns, for one measurement: so many that none comes to its rate limit, so few that each is somebody at work. */
const signIn = async (database: Database): Promise<() => string> => {
  const account = { serviceCompanyId: 1, webUserId: reader.webUserId, passwordHash: null }
  const session = { account, remember: false, address: '127.0.0.1', device: 'bench', now: new Date() }
  const tokens: string[] = []
  for (let n = 0; n < SESSIONS; n++) tokens.push((await insertSession(database, session)).token)
  let turn = 0
  return () => `Bearer ${tokens[turn++ % SESSIONS]}`
}

/** One figure of the product's `/metrics`. */
const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** Both servers must answer a read with the same JSON of the same length (fields may stand in another order), or the comparison says nothing. */
const requireSameBytes = async (ours: Request, theirs: Request, name: string) => {
  const [mine, bare] = await Promise.all(
    [ours, theirs].map(async ({ url, authorization }) =>
      (await fetch(url, authorization && { headers: { authorization: authorization() } })).text(),
    ),
  )
  const same = mine?.length === bare?.length && isDeepStrictEqual(JSON.parse(mine ?? ''), JSON.parse(bare ?? ''))
  if (!same) throw new Error(`${name}: the answers differ\n${mine?.slice(0, 500)}\n${bare?.slice(0, 500)}`)
}

type Row = { name: string; connections: number; bare: Measure; ours: Measure; statements: number }

const better = (a: Measure, b: Measure) => (a.rps >= b.rps ? a : b)

/** Measures a call on both servers in turn, twice, and keeps the better of each. */
const measure = async (
  call: Measured,
  connections: number,
  portico: Running,
  bare: Running,
  authorization: () => string,
): Promise<Row> => {
  const ours: Request = {
    url: portico.url + call.path + call.query,
    authorization,
    ...(call.body && { body: call.body }),
  }
  const theirs: Request = { url: bare.url + call.path, ...(call.body && { body: call.body }) }
  if (!call.body) await requireSameBytes(ours, theirs, call.name)
  await load(theirs, connections, 1)
  await load(ours, connections, 1)
  const statementsBefore = await metric(portico.url, 'portico_database_statements_total')
  const first = { bare: await load(theirs, connections, seconds), ours: await load(ours, connections, seconds) }
  const statements = (await metric(portico.url, 'portico_database_statements_total')) - statementsBefore
  const second = { bare: await load(theirs, connections, seconds), ours: await load(ours, connections, seconds) }
  const calls = Math.round(first.ours.rps * seconds)
  return {
    name: call.name,
    connections,
    bare: better(first.bare, second.bare),
    ours: better(first.ours, second.ours),
    statements: statements / calls,
  }
}

const cell = (value: number, digits = 0) => value.toFixed(digits)
const line = ({ name, connections, bare, ours, statements }: Row) =>
  `| ${[
    name,
    connections,
    cell(bare.rps),
    cell(ours.rps),
    cell(ours.rps / bare.rps, 2),
    cell(bare.p50, 2),
    cell(ours.p50, 2),
    cell(ours.p99, 1),
    cell(statements, 1),
    ours.wrong + bare.wrong,
  ].join(' | ')} |`

const run = async (count: number): Promise<Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const admin = openDb({
    connection: { ...postgres.admin, database: postgres.connection.database },
    max: 1,
    statementTimeout: 0,
    log,
  })
  const database = openDb({ connection: postgres.connection, log })
  const { host, user, database: name } = postgres.connection
  let portico: Running | undefined
  let bare: Running | undefined
  try {
    await migrate(database, migrations, log)
    const start = performance.now()
    await fill(admin, count)
    const [{ size } = { size: '' }] = await admin.many<{ size: string }>(
      raw('select pg_size_pretty(pg_database_size(current_database())) as size'),
    )
    console.log(`\n${count} tickets, ${size}, built in ${cell((performance.now() - start) / 1000)} s\n`)

    portico = await startPortico(
      `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      join(dataDir, 'portico'),
    )
    const someone = await signIn(database)
    const { calls, bare: work } = await workOf(database, postgres.connection, someone())
    bare = await startBare(work)
    const rows: Row[] = []
    console.log(
      '| call | connections | bare req/s | Portico req/s | ratio | bare p50 ms | Portico p50 ms | p99 ms | statements | wrong |',
    )
    console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
    for (const call of calls) {
      for (const connections of [1, 16]) {
        const row = await measure(call, connections, portico, bare, await signIn(database))
        rows.push(row)
        console.log(line(row))
      }
    }
    const memory = (await metric(portico.url, 'portico_process_resident_memory_bytes')) / 1024 ** 2
    const slowest = (await metric(portico.url, 'portico_nodejs_eventloop_lag_max_seconds')) * 1000
    console.log(`\nPortico after it: ${cell(memory)} MB resident, slowest event-loop delay ${cell(slowest)} ms`)
    return rows
  } catch (error) {
    console.error(error)
    throw error
  } finally {
    await bare?.stop()
    await portico?.stop()
    await database.close()
    await admin.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

console.log(`Node ${process.version}, ${cpus().length} cores, ${cell(totalmem() / 1024 ** 3)} GB`)
const results: Row[][] = []
for (const count of sizes.length ? sizes : [20_000, 1_000_000]) results.push(await run(count))

const [small, large] = results
if (small && large) {
  console.log('\n| call | connections | time at the large size over the small |\n|---|--:|--:|')
  for (const [n, row] of small.entries()) {
    const other = large[n]
    if (other) console.log(`| ${row.name} | ${row.connections} | ${cell(row.ours.rps / other.ours.rps, 2)} |`)
  }
}
