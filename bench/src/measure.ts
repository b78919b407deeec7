import { isDeepStrictEqual } from 'node:util'
import { insertSession } from '../../server/src/auth/queries.ts'
import type { Database } from '../../server/src/kernel/db.ts'
import { load, type Measure, type Request } from './load.ts'
import type { Running } from './processes.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const SESSIONS = 40

/** A measured call: its path on both servers, the query it takes on the product's, and a body where it writes. */
export type Measured = { name: string; path: string; query: string; body?: () => string }

/** Sessions that take turns, for one measurement: so many that none comes to its rate limit, so few that each is somebody at work. */
export const signIn = async (database: Database, webUserId: number): Promise<() => string> => {
  const account = { serviceCompanyId: 1, webUserId, passwordHash: null }
  const session = { account, remember: false, address: '127.0.0.1', device: 'bench', now: new Date() }
  const tokens: string[] = []
  for (let n = 0; n < SESSIONS; n++) tokens.push((await insertSession(database, session)).token)
  let turn = 0
  return () => `Bearer ${tokens[turn++ % SESSIONS]}`
}

/** One figure of the product's `/metrics`. */
export const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

const textOf = async ({ url, authorization }: Request) => {
  const text = await (await fetch(url, authorization && { headers: { authorization: authorization() } })).text()
  // The addresses of files change with the half hour.
  return text.replace(/e=\d+&s=[\w-]+/g, '')
}

/** Both servers must answer a read with the same JSON of the same length (fields may stand in another order), or the comparison says nothing. */
const requireSameBytes = async (ours: Request, theirs: Request, name: string) => {
  const [mine, bare] = [await textOf(ours), await textOf(theirs)]
  const same = mine.length === bare.length && isDeepStrictEqual(JSON.parse(mine), JSON.parse(bare))
  if (!same) throw new Error(`${name}: the answers differ\n${mine.slice(0, 500)}\n${bare.slice(0, 500)}`)
}

/** What was measured of one call at so many connections. */
export type Row = { name: string; connections: number; bare: Measure; ours: Measure; statements: number }

const better = (a: Measure, b: Measure) => (a.rps >= b.rps ? a : b)

/** Measures a call on both servers in turn, twice, and keeps the better of each. */
export const measure = async (
  call: Measured,
  connections: number,
  { portico, bare, authorization }: { portico: Running; bare: Running; authorization: () => string },
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

/** A figure in a table. */
export const cell = (value: number, digits = 0): string => value.toFixed(digits)

/** The head of the table that {@link line} goes on. */
export const head = `| call | connections | bare req/s | Portico req/s | ratio | bare p50 ms | Portico p50 ms | p99 ms | statements | wrong |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|`

export const line = ({ name, connections, bare, ours, statements }: Row): string =>
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

/** How much longer each call of one table takes in another. */
export const growth = (small: Row[], large: Row[], title: string): string =>
  [
    `\n| call | connections | ${title} |\n|---|--:|--:|`,
    ...small.map((row, n) => {
      const other = large[n]
      return `| ${row.name} | ${row.connections} | ${other ? cell(row.ours.rps / other.ours.rps, 2) : ''} |`
    }),
  ].join('\n')
