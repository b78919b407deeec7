import type { SocketConnection } from '@portico/embedded-postgres'

/** Where the tests' PostgreSQL listens: a URL, or the socket of the embedded one. */
export type ServerConnection = string | SocketConnection

/** The same server, another database. */
export const connectionTo = (server: ServerConnection, database: string): ServerConnection => {
  if (typeof server !== 'string') return { ...server, database }
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
