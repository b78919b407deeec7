import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A request as it arrived. */
export type Received = { headers: Record<string, string>; body: string; path: string }

/** What a receiver does with a request, told its number: a status, or anything else. */
type Behaviour = (received: Received, nth: number, reply: ServerResponse) => number | undefined

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A real server on this machine that takes what webhooks send; `behaviour` may be changed at any time. */
export const webhookReceiver = async (behaviour: Behaviour = () => 204) => {
  const received: Received[] = []
  const receiver = { received, behaviour, url: '', mostAtOnce: 0, onRequest: () => {} }
  let open = 0
  const server = createServer(async (request, reply) => {
    open += 1
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open)
    reply.on('close', () => {
      open -= 1
    })
    const one = {
      headers: request.headers as Record<string, string>,
      body: await textOf(request),
      path: request.url ?? '',
    }
    received.push(one)
    receiver.onRequest()
    const status = receiver.behaviour(one, received.length, reply)
    if (status !== undefined)
      reply.writeHead(status).end(status >= 400 ? `wrong\u0000 here ${'x'.repeat(1000)}` : undefined)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
