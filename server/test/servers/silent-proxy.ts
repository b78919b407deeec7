import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServerConnection } from './connection.ts'

/** A TCP proxy in front of the database that can stop forwarding like a failed machine or network (nothing arrives, nothing is closed), or refuse connections. */
export type SilentProxy = {
  connection: ServerConnection
  /** The same as a URL, for another process. */
  url: string
  /** Stops forwarding on the open connections; later connections work. */
  freeze: () => void
  /** Stops forwarding on all connections, including later ones, until `thaw`. */
  freezeAll: () => void
  thaw: () => void
  /** Stops forwarding what the server answers on the open connections; it still gets what is sent. */
  holdAnswers: () => void
  /** Closes all connections and refuses new ones, like a stopped server, until `accept`. */
  refuse: () => void
  accept: () => void
  /** Stops forwarding after a given text has been sent to the server, and then resolves. */
  freezeAfter: (text: string) => Promise<void>
}

/** Opens a proxy on this machine, which is closed after the test. */
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
  const upstreams = new Set<Socket>()
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
    upstreams.add(upstream)
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
    holdAnswers: () => {
      for (const upstream of upstreams) silent.add(upstream)
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
