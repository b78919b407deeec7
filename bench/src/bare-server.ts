import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

// The baseline server, in its own process: only node:http and pg, one named statement per read, no sign-in, permissions or validation.

/**
 * A statement with its values. With `one` only its first row is sent. `links` maps file ids to URLs that were signed in advance. A
 * `reply` is sent instead of the rows, which are still read: building the reply from rows is work of the product, not of the baseline.
 */
export type BareRead = {
  text: string
  values: unknown[]
  one: boolean
  links: Record<number, string>
  reply?: unknown
}

/** The statements of one transaction. A value `number` is replaced by the number that the first statement returns. */
export type BareWrite = { statements: { text: string; values: unknown[] }[]; number: number | undefined; body: string }

/** What the baseline serves: reads by GET and writes by POST, by path. */
export type BareWork = { connection: pg.PoolConfig; reads: Record<string, BareRead>; writes: Record<string, BareWrite> }

const PAGE = 100

type WithFiles = { attachments?: { id: number; url?: string }[]; comments?: WithFiles[]; pageKey?: string }

const start = async ({ connection, reads, writes }: BareWork) => {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ ...connection, max: 20, options: '-c timezone=UTC' })

  const answer = (response: ServerResponse, status: number, json: string) =>
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      })
      .end(json)

  const link = (row: WithFiles, links: Record<number, string>) => {
    for (const file of row.attachments ?? []) file.url = links[file.id] ?? ''
    for (const comment of row.comments ?? []) link(comment, links)
  }
  const read = async (path: string, { text, values, one, links, reply }: BareRead, response: ServerResponse) => {
    const { rows } = await pool.query({ name: path, text, values })
    if (reply !== undefined) return answer(response, 200, JSON.stringify(reply))
    // The statement reads one row more than the page shows.
    const found: WithFiles[] = (rows[0]?.list ?? rows).slice(0, PAGE)
    for (const row of found) {
      delete row.pageKey
      link(row, links)
    }
    answer(response, 200, JSON.stringify(one ? found[0] : found))
  }
  const write = async (
    path: string,
    { statements, number, body }: BareWrite,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    JSON.parse(Buffer.concat(chunks).toString())
    const client = await pool.connect()
    await client.query('begin')
    let fresh: unknown
    for (const [n, { text, values }] of statements.entries()) {
      const given = number === undefined ? values : values.map(value => (value === number ? fresh : value))
      const { rows } = await client.query({ name: `${path} ${n}`, text, values: given })
      if (n === 0) fresh = rows[0]?.number
    }
    await client.query('commit')
    client.release()
    answer(response, 201, body)
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const wanted = request.method === 'GET' ? reads[path] : undefined
    const written = request.method === 'POST' ? writes[path] : undefined
    const work = wanted ? read(path, wanted, response) : written ? write(path, written, request, response) : undefined
    if (!work) response.writeHead(404).end()
    work?.catch(error => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
}

process.once('message', work => void start(work as BareWork))
process.once('disconnect', () => process.exit())
