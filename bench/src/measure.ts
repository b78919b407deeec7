import { isDeepStrictEqual } from 'node:util'
import { insertSession } from '../../server/src/auth/session-queries.ts'
import type { Database } from '../../server/src/kernel/database/db.ts'
import { load, type Measure, type Request } from './load.ts'
import type { Running } from './processes.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
/** Number of sessions that take turns in a measurement. */
export const SESSIONS = 40

/**
 * A measured call: its path on both servers (`barePath` where the baseline server has another), its query on the product's server, and its
 * body if it writes.
 */
export type Measured = { name: string; path: string; barePath?: string; query: string; body?: () => string }

/** Number of sessions that take turns in a measurement: enough to stay below the rate limit, few enough that each is busy. */
export const signIn = async (database: Database, webUserId: number): Promise<() => string> => {
  const account = { serviceCompanyId: 1, webUserId, passwordHash: null }
  const session = {
    account,
    remember: false,
    address: '127.0.0.1',
    device: 'bench',
    now: new Date(),
    method: 'password' as const,
  }
  const tokens: string[] = []
  for (let n = 0; n < SESSIONS; n++) tokens.push((await insertSession(database, session)).token)
  let turn = 0
  return () => `Bearer ${tokens[turn++ % SESSIONS]}`
}

/** Figures from one reading of the product's `/metrics`. The slowest event-loop turn is the slowest since the previous reading. */
const metrics = async (url: string): Promise<(name: string) => number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return name => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

export const metric = async (url: string, name: string): Promise<number> => (await metrics(url))(name)

const textOf = async ({ url, authorization, cookie }: Request) => {
  const headers = { ...(authorization && { authorization: authorization() }), ...(cookie && { cookie: cookie() }) }
  const text = await (await fetch(url, { headers })).text()
  // Signed file URLs change every half hour.
  return text.replace(/e=\d+&s=[\w-]+/g, '')
}

/** Both servers must reply to a read with the same JSON of the same length (in any order of fields), or the comparison is meaningless. */
const requireSameBytes = async (ours: Request, theirs: Request, name: string) => {
  const [mine, bare] = [await textOf(ours), await textOf(theirs)]
  const same = mine.length === bare.length && isDeepStrictEqual(JSON.parse(mine), JSON.parse(bare))
  if (!same) throw new Error(`${name}: the answers differ\n${mine.slice(0, 500)}\n${bare.slice(0, 500)}`)
}

/** The measurement of one call at a number of connections. `lag` is the product's slowest event-loop turn in milliseconds. */
export type Row = {
  name: string
  connections: number
  bare: Measure
  ours: Measure
  statements: number
  lag: number
}

const better = (a: Measure, b: Measure) => (a.rps >= b.rps ? a : b)

/** A call on the product and on the baseline server, over one data set. */
export type Subject = { call: Measured; portico: Running; bare: Running } & Pick<Request, 'authorization' | 'cookie'>

const requestsOf = ({ call, portico, bare, authorization, cookie }: Subject): { ours: Request; theirs: Request } => {
  const body = call.body && { body: call.body }
  return {
    ours: { url: portico.url + call.path + call.query, authorization, cookie, ...body },
    theirs: { url: bare.url + (call.barePath ?? call.path), ...body },
  }
}

/**
 * Measures one call over several data sets on both servers, in turn for a number of rounds, and keeps the best result of each. Other
 * load on the machine then affects all of them alike.
 */
export const measure = async (subjects: Subject[], connections: number, rounds = 2): Promise<Row[]> => {
  const seen: { subject: Subject; ours: Request; theirs: Request; rows: Row[] }[] = []
  for (const subject of subjects) {
    const { ours, theirs } = requestsOf(subject)
    if (!subject.call.body) await requireSameBytes(ours, theirs, subject.call.name)
    await load(theirs, connections, 1)
    await load(ours, connections, 1)
    seen.push({ subject, ours, theirs, rows: [] })
  }
  for (let round = 0; round < rounds; round++) {
    for (const { subject, ours, theirs, rows } of seen) {
      const bare = await load(theirs, connections, seconds)
      const before = await metrics(subject.portico.url)
      const mine = await load(ours, connections, seconds)
      const after = await metrics(subject.portico.url)
      const sent = (figures: typeof before) => figures('portico_database_statements_total')
      rows.push({
        name: subject.call.name,
        connections,
        bare,
        ours: mine,
        statements: (sent(after) - sent(before)) / mine.count,
        lag: after('portico_nodejs_eventloop_lag_max_seconds') * 1000,
      })
    }
  }
  return seen.map(({ rows }) =>
    rows.reduce((best, row) => ({
      name: best.name,
      connections: best.connections,
      bare: better(best.bare, row.bare),
      ours: better(best.ours, row.ours),
      statements: Math.max(best.statements, row.statements),
      lag: Math.max(best.lag, row.lag),
    })),
  )
}

/** Formats a figure for a table. */
export const cell = (value: number, digits = 0): string => value.toFixed(digits)

/** The header of the table whose rows {@link line} makes. */
export const head = `| call | connections | bare req/s | Portico req/s | ratio | bare p50 ms | Portico p50 ms | p95 ms | p99 ms | statements | slowest turn ms | wrong |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|`

export const line = ({ name, connections, bare, ours, statements, lag }: Row): string =>
  `| ${[
    name,
    connections,
    cell(bare.rps),
    cell(ours.rps),
    cell(ours.rps / bare.rps, 2),
    cell(bare.p50, 2),
    cell(ours.p50, 2),
    cell(ours.p95, 1),
    cell(ours.p99, 1),
    cell(statements, 1),
    cell(lag),
    ours.wrong + bare.wrong,
  ].join(' | ')} |`

/** How much longer each call takes in one table than in another, on the baseline server and on the product. */
export const growth = (small: Row[], large: Row[], title: string): string =>
  [
    `\n${title}\n\n| call | connections | bare | Portico |\n|---|--:|--:|--:|`,
    ...small.map((row, n) => {
      const other = large[n] ?? row
      const [bare, ours] = [row.bare.rps / other.bare.rps, row.ours.rps / other.ours.rps]
      return `| ${row.name} | ${row.connections} | ${cell(bare, 2)} | ${cell(ours, 2)} |`
    }),
  ].join('\n')
