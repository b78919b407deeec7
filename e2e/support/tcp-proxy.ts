import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of the server whose connections a test can cut and restore. */
export type TcpProxy = {
  /** The origin to open instead of the server's own. */
  origin: string
  /** Resets every connection and refuses new ones until `restore`. */
  cut: () => void
  restore: () => void
  close: () => void
}

/** Opens a proxy to an origin `http://host:port`. */
export const openTcpProxy = async (to: string): Promise<TcpProxy> => {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let whole = true
  const server = createServer(near => {
    if (!whole) return near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    whole = false
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
