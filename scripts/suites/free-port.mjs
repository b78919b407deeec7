import { createServer } from 'node:net'

/** A free port of this machine; another process could still take it. */
export const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
