import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { trackConnections } from './drain-connections.ts'

/** Sends requests over connections of their own from another thread; its message says what became of them. */
const clients = (port: number, count: number) =>
  new Worker(
    `const { request } = require('node:http')
    const { parentPort, workerData: { port, count } } = require('node:worker_threads')
    const ask = () => new Promise(resolve =>
      request({ port, host: '127.0.0.1', method: 'POST', agent: false })
        .on('response', answer => { answer.resume(); resolve(answer.statusCode) })
        .on('error', error => resolve(error.code))
        .end('x'))
    parentPort.postMessage('ready')
    parentPort.once('message', async () => parentPort.postMessage(await Promise.all(Array.from({ length: count }, ask))))`,
    { eval: true, workerData: { port, count } },
  )

test('requests whose connections were not taken yet when the server stops are answered', async () => {
  const server = createServer((_, reply) => reply.setHeader('connection', 'close').end())
  const drain = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const worker = clients((server.address() as AddressInfo).port, 20)
  await once(worker, 'message')
  const answers = once(worker, 'message')
  worker.postMessage('go')
  // Another thread connects while this one is busy, as a server under load is.
  for (const until = performance.now() + 500; performance.now() < until; );
  await drain()
  expect((await answers)[0]).toEqual(Array.from({ length: 20 }, () => 200))
  await worker.terminate()
})
