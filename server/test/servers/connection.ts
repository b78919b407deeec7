import type { SocketConnection } from '@portico/embedded-postgres'

/** The address of the test PostgreSQL: a URL, or the socket of the embedded one. */
export type ServerConnection = string | SocketConnection

/** The address of another database on the same server. */
export const connectionTo = (server: ServerConnection, database: string): ServerConnection => {
  if (typeof server !== 'string') return { ...server, database }
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
