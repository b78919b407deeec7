import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import { toNetwork } from './rate-limit.ts'

/** How many connections may be open, in total and per address (for IPv6: per /64 network). */
export type ConnectionLimits = { most: number; perAddress: number }

/** A connection takes about 35 kB, and the process may use 1 GB. */
const MOST = 10_000
/** Files that are open anyway: database connections, workers, mail connections and logs. */
const RESERVED_FILES = 100
const LOG_INTERVAL_MS = 60_000

/** How many files this process may have open at once; infinite where the system does not report it. */
const openFilesLimit = (): number => {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(soft ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Limits that leave room for other files. Each connection may need two: its socket, and the file that it sends or reads. */
export const connectionLimits = (openFiles = openFilesLimit()): ConnectionLimits => {
  const most = Math.min(MOST, Math.max(10, Math.floor((openFiles - RESERVED_FILES) / 2)))
  // An office behind one address has hundreds of connections; it takes eight addresses to use all.
  return { most, perAddress: Math.ceil(most / 8) }
}

/**
 * Closes new connections beyond the limits, because a process without free file descriptors can answer nobody. The proxies of TRUST_PROXY
 * may use all connections: they limit their clients themselves. The returned function returns how many are open, and how many were refused so
 * far.
 */
export const limitConnections = (
  server: Server,
  { most, perAddress }: ConnectionLimits,
  { trustProxy, log }: { trustProxy: string[]; log: FastifyBaseLogger },
): (() => { open: number; refused: number }) => {
  const isProxy = compile(trustProxy)
  const byNetwork = new Map<string, number>()
  let open = 0
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  const refuse = (address: string | undefined, reason: string) => {
    refused += 1
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn({ address, refused }, reason)
  }

  server.maxConnections = most
  server.on('drop', dropped => refuse(dropped?.remoteAddress, `connections are refused: ${most} are open`))
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return
    const network = toNetwork(remoteAddress)
    const count = byNetwork.get(network) ?? 0
    if (count >= perAddress) {
      refuse(remoteAddress, `connections of an address are refused: it has ${perAddress} open`)
      socket.destroy()
      return
    }
    byNetwork.set(network, count + 1)
    socket.once('close', () => {
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })
  return () => ({ open, refused })
}
