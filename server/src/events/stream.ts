import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Audience } from './hub.ts'
import { formatPosition, isAfter, type Position, readPosition } from './position.ts'
import { type EventRow, newestTransaction, startOfFeed } from './queries.ts'

/** Maximum number of open streams per session; a browser needs one. */
const STREAMS_MAX = 20
const HEARTBEAT_MS = 15_000
/** How far back a stream without `Last-Event-ID` starts, so that events between a page's first request and its stream are not lost. */
const LOOK_BACK_MS = 60_000
/** A client that missed at least this many events receives `reset` and has to reload its data. */
const REPLAY_MAX = 200
/** How much may wait for a client that does not read, in bytes. Its stream is then cut off; it resumes where it has read up to, or receives `reset`. */
const UNREAD_MAX = 1024 * 1024

/** Who reads the stream, and what it sends. */
type Reading<Scope, Message> = {
  audience: Audience<Scope>
  scope: Scope
  sessionId: number
  /** The position before the first event since a time. */
  findPosition: (since: Date) => Promise<Position>
  readMissed: (position: Position, limit: number) => Promise<EventRow[]>
  /** What the stream sends for an event; undefined: nothing. */
  messageOf: (event: EventRow) => Message | undefined
  /** Called when the stream has begun; returns a function that is called at its end. */
  onBegin?: (send: (message: Message) => void) => () => void
}

type StreamCall = { db: Db; now: Date; request: FastifyRequest; reply: FastifyReply }

/** Forwards events after `start` in feed order, each once; drops those at or before the last position. */
const forwardInOrder = (start: Position, send: (event: EventRow, at: Position) => void) => {
  let last = start
  return (event: EventRow, at: Position) => {
    if (!isAfter(at, last)) return
    last = at
    send(event, at)
  }
}

/** Answers with a stream of events that lasts until one side closes it. */
export const answerStream = async <Scope, Message extends { type: string }>(
  { db, now, request, reply }: StreamCall,
  { audience, scope, sessionId, findPosition, readMissed, messageOf, onBegin }: Reading<Scope, Message>,
): Promise<FastifyReply> => {
  // A HEAD response has no body, so a stream would stay open without use.
  if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
  const requireCapacity = () => {
    if (audience.openBy(sessionId) >= STREAMS_MAX) fail('too_many_requests', { retryAfter: 60 })
  }
  requireCapacity()
  const given = request.headers['last-event-id']
  const asked = typeof given === 'string' ? readPosition(given) : undefined
  const newest = await startOfFeed(db)
  // A position in the future was issued before this database was restored from a backup.
  const lost = given !== undefined && (!asked || asked.transaction > (await newestTransaction(db)))
  const start = lost ? newest : (asked ?? (await findPosition(new Date(now.getTime() - LOOK_BACK_MS))))

  // Again, because others of the session may have begun meanwhile; from here to the subscription nothing waits.
  requireCapacity()
  reply.hijack()
  const { raw } = reply
  // For a client that has already disconnected, the 'close' event would never fire.
  if (request.socket.destroyed) return reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Close the connection with the stream; a keep-alive connection would delay the shutdown of the server.
    connection: 'close',
    'x-request-id': request.id,
  })
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > UNREAD_MAX) raw.destroy()
  }
  const send = (event: string, data: unknown, at?: Position) =>
    write(`${at ? `id: ${formatPosition(at)}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const forward = forwardInOrder(start, (event, at) => {
    const message = messageOf(event)
    if (message) send(message.type, message, at)
  })
  send(lost ? 'reset' : 'ready', {}, start)

  const heartbeat = setInterval(() => write(': \n\n'), HEARTBEAT_MS)
  // Live events wait until the missed ones have been sent, so that the order is kept.
  let waiting: [EventRow, Position][] | undefined = []
  const receive = (event: EventRow, at: Position) => {
    if (waiting) waiting.push([event, at])
    else forward(event, at)
  }
  const leave = audience.subscribe({ scope, receive, close: () => raw.end() }, newest)
  const end = onBegin?.(message => send(message.type, message))
  request.socket.on('close', () => {
    clearInterval(heartbeat)
    leave()
    end?.()
  })

  try {
    const missed = await readMissed(start, REPLAY_MAX)
    if (missed.length === REPLAY_MAX) send('reset', {}, newest)
    for (const event of missed) forward(event, { transaction: BigInt(event.transaction), id: event.id })
    for (const [event, at] of waiting) forward(event, at)
    waiting = undefined
  } catch (error) {
    request.log.warn({ err: error }, 'an event stream could not be resumed')
    raw.end()
  }
  return reply
}
