import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds in which an open connection may still send a request after the server has stopped listening. */
const GRACE_MS = 1000

/**
 * Tracks the connections of a server. The returned function stops listening and resolves when no connection is left or the grace period has
 * passed; it does not wait for running requests. Until then idle connections stay open, because a proxy may have sent a request that has
 * not been read yet, and answers 502 to its client if the connection ends. Afterwards it closes connections that never sent a request:
 * node:http does not count them as idle, so they would keep the server from closing.
 */
export const trackConnections = (server: Server, graceMs = GRACE_MS): (() => Promise<void>) => {
  const open = new Set<Socket>()
  const unused = new Set<Socket>()
  let taken = 0
  let whenEmpty: (() => void) | undefined
  server.on('connection', (socket: Socket) => {
    taken += 1
    open.add(socket)
    unused.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      unused.delete(socket)
      if (open.size === 0) whenEmpty?.()
    })
  })
  server.on('request', ({ socket }) => unused.delete(socket))

  /** Takes the connections that the system has established for us, one at each turn: once we stop listening, it resets them. */
  const takePending = async () => {
    const until = performance.now() + graceMs
    // The first turn is the rest of this one.
    await nextTurn()
    for (let before = -1; before !== taken && performance.now() < until; ) {
      before = taken
      await nextTurn()
    }
  }

  return async () => {
    await takePending()
    // `close` of node:http would close the idle connections as well.
    if (server.listening) NetServer.prototype.close.call(server)
    if (open.size > 0)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, graceMs)
        whenEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    for (const socket of unused) socket.destroy()
  }
}
