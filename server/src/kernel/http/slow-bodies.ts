import type { IncomingMessage, Server } from 'node:http'
import { sendProblemOnSocket } from './error-handler.ts'

/** The minimum rate of a body: `bytes` in each window of `windowMs`, checked every `tickMs`. */
type Pace = { bytes: number; windowMs: number; tickMs: number }

/** 500 bytes per second, the default of the Apache web server, measured over 30 seconds, in case a train passes through a tunnel. */
const PACE: Pace = { bytes: 15_000, windowMs: 30_000, tickMs: 5000 }

/** A body being received: the bytes read from its connection when the current window began, and that time. */
type Window = { bytesRead: number; since: number }

/** Whether the headers announce a body (RFC 9112, section 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Ends requests whose body arrives too slowly: the reply is 400, then the connection is closed. Otherwise one client could hold any number
 * of connections, each for the minutes that a large upload may take. The window restarts while received bytes wait to be read, because then
 * this server is the slow side.
 */
export const endSlowBodies = (server: Server, { bytes, windowMs, tickMs }: Pace = PACE): void => {
  const bodies = new Map<IncomingMessage, Window>()
  const answered = new Set<IncomingMessage>()

  const look = () => {
    const now = performance.now()
    for (const request of answered) request.socket.destroy()
    answered.clear()
    for (const [request, window] of bodies) {
      const { bytesRead } = request.socket
      if (request.complete || request.destroyed) bodies.delete(request)
      else if (request.readableLength > 0 || bytesRead - window.bytesRead >= bytes)
        bodies.set(request, { bytesRead, since: now })
      else if (now - window.since >= windowMs) {
        bodies.delete(request)
        const least = Math.ceil((bytes / windowMs) * 1000)
        sendProblemOnSocket(request.socket, `The body arrives too slowly: at least ${least} bytes a second are needed.`)
        answered.add(request)
      }
    }
  }
  const timer = setInterval(look, tickMs).unref()
  server.once('close', () => clearInterval(timer))
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    bodies.set(request, { bytesRead: request.socket.bytesRead, since: performance.now() })
    request.once('close', () => bodies.delete(request))
  })
}
