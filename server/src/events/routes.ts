import { type LiveEvent, streamEvents } from '@portico/contract/events'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { type EventHub, forwardInOrder, isForReader, toLiveEvent } from './hub.ts'
import { formatPosition, type Position, readPosition } from './position.ts'
import { contactEventsAfter, newestTransaction, positionSince, startOfFeed } from './queries.ts'

/** Maximum number of open streams per session; a browser needs one. */
const STREAMS_MAX = 20
const HEARTBEAT_MS = 15_000
/** How far back a stream without `Last-Event-ID` starts, so that events between a page's first request and its stream are not lost. */
const LOOK_BACK_MS = 60_000
/** A client that missed at least this many events receives `reset` and has to reload its data. */
const REPLAY_MAX = 200

export const eventRoutes = (app: App, hub: EventHub): void => {
  route(app, streamEvents, async ({ db, scope, now, request, reply }) => {
    // A HEAD response has no body, so a stream would stay open without use.
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    if (hub.openBy(scope.sessionId) >= STREAMS_MAX) fail('too_many_requests', { retryAfter: 60 })
    const given = request.headers['last-event-id']
    const asked = typeof given === 'string' ? readPosition(given) : undefined
    const newest = await startOfFeed(db)
    // A position in the future was issued before this database was restored from a backup.
    const lost = given !== undefined && (!asked || asked.transaction > (await newestTransaction(db)))
    const start = lost ? newest : (asked ?? (await positionSince(db, scope, new Date(now.getTime() - LOOK_BACK_MS))))

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
    const write = (event: string, data: unknown, at: Position) =>
      raw.write(`id: ${formatPosition(at)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const stream = forwardInOrder(start, (event: LiveEvent, at) => write(event.type, event, at))
    write(lost ? 'reset' : 'ready', {}, start)

    const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS)
    // Live events wait until the missed ones have been sent, so that the order is kept.
    let waiting: [LiveEvent, Position][] | undefined = []
    const leave = hub.subscribe(
      {
        scope,
        send: (event, at) => (waiting ? waiting.push([event, at]) : stream.send(event, at)),
        close: () => raw.end(),
      },
      newest,
    )
    request.socket.on('close', () => {
      clearInterval(heartbeat)
      leave()
    })

    try {
      const missed = await contactEventsAfter(db, scope, start, REPLAY_MAX)
      if (missed.length === REPLAY_MAX) write('reset', {}, newest)
      for (const event of missed) {
        if (!isForReader(scope, event)) continue
        stream.send(toLiveEvent(event), { transaction: BigInt(event.transaction), id: event.id })
      }
      for (const [event, at] of waiting) stream.send(event, at)
      waiting = undefined
    } catch (error) {
      request.log.warn({ err: error }, 'an event stream could not be resumed')
      raw.end()
    }
    return reply
  })
}
