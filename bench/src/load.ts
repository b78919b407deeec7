import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The result of a load: requests, requests per second, latencies in milliseconds, and replies other than 2xx. */
export type Measure = { count: number; rps: number; p50: number; p95: number; p99: number; wrong: number }

/** A request that is repeated. `path` (if it differs from that of the URL), `authorization`, `cookie` and `body` are computed for each request. */
export type Request = {
  url: string
  method?: 'PUT'
  /** That of `body`; default JSON. */
  contentType?: string
  path?: () => string
  authorization?: () => string
  cookie?: () => string
  body?: () => string
}

const requestBytes = ({
  url,
  method,
  contentType = 'application/json',
  path,
  authorization,
  cookie,
  body,
}: Request): (() => string) => {
  const { host, pathname, search } = new URL(url)
  const verb = method ?? (body ? 'POST' : 'GET')
  const head = () => `${verb} ${path?.() ?? `${pathname}${search}`} HTTP/1.1\r\nhost: ${host}\r\n`
  const signed = () =>
    (authorization ? `authorization: ${authorization()}\r\n` : '') + (cookie ? `cookie: ${cookie()}\r\n` : '')
  if (!body) return () => `${head()}${signed()}\r\n`
  return () => {
    const begin = head()
    const text = body()
    return `${begin}${signed()}content-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Reads one reply with a Content-Length and returns its status. It parses no more, so that the load costs little beside the server. */
const readAnswer = (socket: Socket): Promise<number> =>
  new Promise((resolve, reject) => {
    let seen: Buffer = Buffer.alloc(0)
    let missing = -1
    let status = 0
    const onClose = () => reject(new Error('the server closed a connection under load'))
    const onData = (chunk: Buffer) => {
      if (missing < 0) {
        seen = seen.length ? Buffer.concat([seen, chunk]) : chunk
        const end = seen.indexOf(HEAD_END)
        if (end < 0) return
        const head = seen.toString('latin1', 0, end)
        status = Number(head.slice(9, 12))
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (seen.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      socket.off('data', onData).off('close', onClose)
      resolve(status)
    }
    socket.on('data', onData).once('close', onClose)
  })

const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const measureOf = (times: number[], seconds: number, wrong: number): Measure => {
  times.sort((a, b) => a - b)
  return {
    count: times.length,
    rps: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    wrong,
  }
}

/** Repeats a request over a number of connections for a number of seconds, one request at a time on each connection. */
export const load = async (request: Request, connections: number, seconds: number): Promise<Measure> => {
  const next = requestBytes(request)
  const { hostname, port } = new URL(request.url)
  const times: number[] = []
  let wrong = 0
  const start = performance.now()
  const until = start + seconds * 1000

  const ask = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    while (performance.now() < until) {
      const before = performance.now()
      socket.write(next())
      const status = await readAnswer(socket)
      times.push(performance.now() - before)
      if (status < 200 || status > 299) wrong++
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, ask))

  return measureOf(times, (performance.now() - start) / 1000, wrong)
}

/** Connections of {@link loadAtRate}, which wait for their turns. */
const WAITING = 32

/**
 * Makes requests at an even rate for a number of seconds, as people do, whether or not the earlier ones have been answered. The time of one
 * counts from when it was due.
 */
export const loadAtRate = async (request: Request, perSecond: number, seconds: number): Promise<Measure> => {
  const next = requestBytes(request)
  const { hostname, port } = new URL(request.url)
  const times: number[] = []
  let wrong = 0
  let asked = 0
  const total = Math.round(perSecond * seconds)
  const start = performance.now()

  const ask = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    while (asked < total) {
      const due = start + (asked++ * 1000) / perSecond
      const early = due - performance.now()
      if (early > 1) await sleep(early)
      socket.write(next())
      const status = await readAnswer(socket)
      times.push(performance.now() - due)
      if (status < 200 || status > 299) wrong++
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: WAITING }, ask))
  return measureOf(times, (performance.now() - start) / 1000, wrong)
}
