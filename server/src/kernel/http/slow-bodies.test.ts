import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { endSlowBodies } from './slow-bodies.ts'

const server = createServer((request, reply) => {
  request.on('error', () => {}).on('end', () => reply.end('whole'))
  if (request.url === '/unread') return
  request.resume()
})
endSlowBodies(server, { bytes: 1000, windowMs: 200, tickMs: 20 })
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends the head of a request; the bytes of its body go out one call after the other. */
const begin = (path: string, length: number) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`)
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  return { socket, ended: once(socket, 'close').then(() => text) }
}

/** Writes so many bytes every 10 ms until the socket closes. */
const trickle = ({ socket }: ReturnType<typeof begin>, bytes: number) => {
  const timer = setInterval(() => socket.writable && socket.write('a'.repeat(bytes)), 10)
  socket.once('close', () => clearInterval(timer))
}

test('a body that trickles, and one that stops, are answered 400 and their connections are cut', async () => {
  const trickling = begin('/', 100_000)
  trickle(trickling, 1)
  const stopped = begin('/', 100_000)
  stopped.socket.write('a'.repeat(5000))
  for (const text of await Promise.all([trickling.ended, stopped.ended])) {
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('at least 5000 bytes a second')
  }
})

test('a body that is slow, but keeps the pace for several windows, arrives whole', async () => {
  const slow = begin('/', 10_000)
  // 10 000 bytes a second: a second in all, five windows.
  trickle(slow, 100)
  let text = ''
  slow.socket.on('data', chunk => {
    text += chunk
    slow.socket.destroy()
  })
  await slow.ended
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body that the server does not read is not the fault of its sender', async () => {
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  const unread = begin('/unread', 400_000)
  unread.socket.write('a'.repeat(400_000))
  const [request] = await arrived
  // Another request passes through its windows meanwhile.
  const stopped = begin('/', 100)
  expect(await stopped.ended).toMatch(/^HTTP\/1\.1 400 /)
  expect(request.destroyed).toBe(false)
  const answer = once(unread.socket, 'data')
  request.resume()
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 /)
  unread.socket.destroy()
})
