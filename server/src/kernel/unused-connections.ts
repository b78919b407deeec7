import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches for connections on which no request has come yet; the returned function ends them. Node does not count them as idle, so that
 * one which a browser or proxy has opened ahead would hold up the stopping of the server.
 */
export const watchUnused = (server: Server): (() => void) => {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
