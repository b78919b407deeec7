import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { exemptFromRequestTimeout, handleClientError } from './error-handler.ts'

let expired = 0
const server = createServer(
  { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 },
  (raw, reply) => {
    if (raw.url === '/long') exemptFromRequestTimeout({ raw } as FastifyRequest)
    raw.on('error', () => {}).on('end', () => reply.end('whole'))
    raw.resume()
  },
)
server.on('clientError', (error, socket) => {
  expired++
  handleClientError(error as { code?: string }, socket as Socket)
})
await new Promise<void>(resolve => server.listen(0, resolve))
afterAll(() => server.close())

/** Sends a body that ends only after the server has found the request too slow. */
const send = async (path: string) => {
  const before = expired
  const sent = request({ port: (server.address() as AddressInfo).port, path, method: 'POST' })
  const answer = once(sent, 'response')
  sent.on('error', () => {})
  sent.write('a')
  while (expired === before) await once(server, 'clientError')
  sent.end('b')
  const [response] = await answer
  await once(response.resume(), 'end')
  return response.statusCode
}

test('a slow request is ended, unless it is exempt', async () => {
  expect(await send('/short')).toBe(400)
  expect(await send('/long')).toBe(200)
  // On the same connection.
  expect(await send('/short')).toBe(400)
})
