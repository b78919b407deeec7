import type { IncomingMessage, Server } from 'node:http'
import { sendProblemOnSocket } from './error-handler.ts'

/** How slowly a body may arrive: at least `bytes` in each window of `windowMs`, looked at every `tickMs`. */
type Pace = { bytes: number; windowMs: number; tickMs: number }

/** 500 bytes a second, as the web server Apache has it by default, over 30 seconds: a train may pass through a tunnel. */
const PACE: Pace = { bytes: 15_000, windowMs: 30_000, tickMs: 5000 }

/** A body being received: the bytes of its connection at the start of the current window, and that time. */
type Window = { bytesRead: number; since: number }

/**
 * Ends requests whose body trickles: the answer is 400, then the connection is cut. Without it one client holds any number of
 * connections, each for the minutes that a large upload may take. A window begins anew while bytes wait to be read, for then it is
 * this server that is slow.
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
    if (request.complete) return
    bodies.set(request, { bytesRead: request.socket.bytesRead, since: performance.now() })
    request.once('close', () => bodies.delete(request))
  })
}
