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

/** Sends the head of a request; the test then writes the bytes of its body. */
const begin = (path: string, length: number) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`)
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  return { socket, ended: once(socket, 'close').then(() => text) }
}

/** Writes this many bytes every 10 ms until the socket closes. */
const trickle = ({ socket }: ReturnType<typeof begin>, bytes: number) => {
  const timer = setInterval(() => socket.writable && socket.write('a'.repeat(bytes)), 10)
  socket.once('close', () => clearInterval(timer))
}

test('a body that trickles, and one that stops, get a 400 and their connections are closed', async () => {
  const trickling = begin('/', 100_000)
  trickle(trickling, 1)
  const stopped = begin('/', 100_000)
  stopped.socket.write('a'.repeat(5000))
  for (const text of await Promise.all([trickling.ended, stopped.ended])) {
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('at least 5000 bytes a second')
  }
})

test('a slow body that keeps the minimum rate over several windows arrives completely', async () => {
  const slow = begin('/', 10_000)
  // 10 000 bytes per second for one second, which is five windows.
  trickle(slow, 100)
  let text = ''
  slow.socket.on('data', chunk => {
    text += chunk
    slow.socket.destroy()
  })
  await slow.ended
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body that the server does not read is not ended as slow', async () => {
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  const unread = begin('/unread', 400_000)
  unread.socket.write('a'.repeat(400_000))
  const [request] = await arrived
  // Meanwhile another request is checked in several windows.
  const stopped = begin('/', 100)
  expect(await stopped.ended).toMatch(/^HTTP\/1\.1 400 /)
  expect(request.destroyed).toBe(false)
  const answer = once(unread.socket, 'data')
  request.resume()
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 /)
  unread.socket.destroy()
})
