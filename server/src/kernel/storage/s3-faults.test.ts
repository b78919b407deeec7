import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import { newStorageKey } from './storage.ts'

const HASTY = { connect: 500, answer: 400, upload: 10_000, attempts: 2 }
const content = Buffer.from('0123456789')

/** A storage whose server answers as told. */
const storageOf = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return openS3Storage(`s3://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket?tls=0`, HASTY)
}
const partOf = (from: number, bytes: Buffer) => ({
  'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
  'content-length': bytes.length,
})

test('a file gets there over a line on which it takes longer than an answer may', async () => {
  const storage = await storageOf(async (request, response) => {
    await sleep(1000)
    await buffer(request).catch(() => {})
    response.setHeader('etag', '"1"').end()
  })
  await storage.put(newStorageKey(), Readable.from([content]))
})

test('a server that is busy is asked again', async () => {
  let asked = 0
  const storage = await storageOf((_, response) => {
    if (asked++ === 0) return response.writeHead(503).end()
    response.writeHead(206, partOf(0, content)).end(content)
  })
  expect(await buffer(await storage.get(newStorageKey()))).toEqual(content)
})
