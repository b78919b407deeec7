import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import { newStorageKey, StorageUnavailable } from './storage.ts'

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

test('an answer that is cut is asked for again', async () => {
  let asked = 0
  const storage = await storageOf((_, response) => {
    response.writeHead(206, partOf(0, content))
    if (asked++ > 0) return response.end(content)
    response.write(content.subarray(0, 4), () => response.destroy())
  })
  expect(await buffer(await storage.get(newStorageKey()))).toEqual(content)
  expect(asked).toBe(2)
})

test('answers that are cut each time are an error', async () => {
  const storage = await storageOf((_, response) => {
    response.writeHead(206, partOf(0, content))
    response.write(content.subarray(0, 4), () => response.destroy())
  })
  await expect(storage.get(newStorageKey())).rejects.toBeInstanceOf(StorageUnavailable)
})

test('an empty answer in the middle of a file is an error', async () => {
  const storage = await storageOf((request, response) => {
    const isFirst = request.headers.range?.startsWith('bytes=0-')
    const bytes = isFirst ? content.subarray(0, 4) : Buffer.alloc(0)
    response.writeHead(206, partOf(isFirst ? 0 : 4, bytes)).end(bytes)
  })
  await expect(buffer(await storage.get(newStorageKey()))).rejects.toBeInstanceOf(StorageUnavailable)
})

test('a server that is busy is asked again', async () => {
  let asked = 0
  const storage = await storageOf((_, response) => {
    if (asked++ === 0) return response.writeHead(503).end()
    response.writeHead(206, partOf(0, content)).end(content)
  })
  expect(await buffer(await storage.get(newStorageKey()))).toEqual(content)
})
