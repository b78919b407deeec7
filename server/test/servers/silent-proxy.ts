import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServerConnection } from './connection.ts'

/** A TCP proxy before the database that can fall silent as a lost machine or network does: nothing arrives, nothing is closed. Or refuse. */
export type SilentProxy = {
  connection: ServerConnection
  /** The same as a URL, for a process of its own. */
  url: string
  /** Falls silent on the connections that there are; what comes later is served. */
  freeze: () => void
  /** Falls silent on every connection, on those to come too, until `thaw`. */
  freezeAll: () => void
  thaw: () => void
  /** Closes every connection and refuses those to come, as a server that is stopped, until `accept`. */
  refuse: () => void
  accept: () => void
  /** Falls silent once a text has been passed on to the server; resolves then. */
  freezeAfter: (text: string) => Promise<void>
}

/** Opens one on this machine, which is closed after the test. */
export const silentProxy = async (server: ServerConnection): Promise<SilentProxy> => {
  const at = typeof server === 'string' ? new URL(server) : server
  const toServer = () =>
    at instanceof URL ? connect(Number(at.port || 5432), at.hostname) : connect(join(at.host, `.s.PGSQL.${at.port}`))
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  let allSilent = false
  let refusing = false
  let awaited: { text: string; found: () => void } | undefined

  const freeze = () => {
    for (const socket of sockets) silent.add(socket)
  }
  const freezeAll = () => {
    allSilent = true
    freeze()
  }
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    if (allSilent) silent.add(from)
    from.on('error', () => {})
    from.on('data', chunk => {
      if (silent.has(from)) return
      to.write(chunk)
      if (!awaited || !String(chunk).includes(awaited.text)) return
      freezeAll()
      awaited.found()
      awaited = undefined
    })
    from.on('close', () => {
      if (!silent.has(from)) to.destroy()
    })
  }
  const listener = createServer(client => {
    if (refusing) return client.destroy()
    const upstream = toServer()
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })

  const { port } = listener.address() as AddressInfo
  const url = new URL(at instanceof URL ? at : `postgresql://${at.user}@localhost/${at.database}`)
  url.host = `127.0.0.1:${port}`
  return {
    connection: at instanceof URL ? url.href : { ...at, host: '127.0.0.1', port },
    url: url.href,
    freeze,
    freezeAll,
    thaw: () => {
      allSilent = false
    },
    refuse: () => {
      refusing = true
      for (const socket of sockets) socket.destroy()
    },
    accept: () => {
      refusing = false
    },
    freezeAfter: text =>
      new Promise(found => {
        awaited = { text, found }
      }),
  }
}
