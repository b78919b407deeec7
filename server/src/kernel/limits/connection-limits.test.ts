import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectionLimits, connectionLimits, limitConnections } from './connection-limits.ts'

const aServer = async (limits: ConnectionLimits, trustProxy: string[] = []) => {
  const server = createServer((_request, reply) => reply.end('served'))
  const counts = limitConnections(server, limits, { trustProxy, log: pino({ level: 'silent' }) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** Opens a connection from a loopback address and keeps it; `fate` is 'served' or 'refused'. */
  const open = async (localAddress: string): Promise<{ socket: Socket; fate: string }> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const fate = await Promise.race([
      once(socket, 'data').then(() => 'served'),
      once(socket, 'close').then(() => 'refused'),
    ])
    return { socket, fate }
  }
  return { counts, open }
}

test('an address has a limited number of connections; others are served, and a closed one may be replaced', async () => {
  const { counts, open } = await aServer({ most: 100, perAddress: 3 })
  const mine = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  expect(mine.map(({ fate }) => fate)).toEqual(['served', 'served', 'served'])
  expect((await open('127.0.0.2')).fate).toBe('refused')
  expect((await open('127.0.0.3')).fate).toBe('served')
  expect(counts()).toEqual({ open: 4, refused: 1 })
  mine[0]?.socket.destroy()
  await expect.poll(() => counts().open).toBe(3)
  expect((await open('127.0.0.2')).fate).toBe('served')
  expect((await open('127.0.0.2')).fate).toBe('refused')
})

test('a trusted proxy may use as many connections as there are', async () => {
  const { counts, open } = await aServer({ most: 6, perAddress: 2 }, ['127.0.0.8/30', '10.0.0.1'])
  for (let n = 0; n < 5; n++) expect((await open('127.0.0.9')).fate).toBe('served')
  expect((await open('127.0.0.4')).fate).toBe('served')
  // Beyond the total limit the reply is the same for everybody.
  expect((await open('127.0.0.9')).fate).toBe('refused')
  expect((await open('127.0.0.5')).fate).toBe('refused')
  expect(counts()).toEqual({ open: 6, refused: 2 })
})

test.each([
  [Number.POSITIVE_INFINITY, 10_000],
  [1_048_576, 10_000],
  [20_000, 9950],
  [1024, 462],
  [160, 30],
  [64, 10],
])('a limit of %s open files allows %s connections', (openFiles, most) => {
  expect(connectionLimits(openFiles)).toEqual({ most, perAddress: Math.ceil(most / 8) })
})
