import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '../../../test/servers/s3-server.ts'
import { storageSuite } from '../../../test/servers/storage-suite.ts'
import { receive } from '../files/receive-file.ts'
import { openStorage } from './open-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { type ByteRange, newStorageKey, type Storage, StorageUnavailable } from './storage.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
}, 300_000)
afterAll(() => server?.stop())

const HASTY = { connect: 500, answer: 2000, upload: 2000, attempts: 2 }
const one = () => Readable.from([Buffer.from('x')])

const refuses = async (storage: Storage) => {
  await expect(storage.check()).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.put(newStorageKey(), one())).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.get(newStorageKey())).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.remove([newStorageKey()])).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(StorageUnavailable)
}

describe('an S3 storage', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage({ url: server.url(), dataDir: '/nowhere' })
  })
  storageSuite(() => storage)
})

describe('an S3 storage under a prefix', () => {
  let storage: Storage
  beforeAll(() => {
    storage = openS3Storage(server.url({ prefix: 'portale/uno' }))
  })
  storageSuite(() => storage)

  test('does not see objects outside the prefix', async () => {
    const beside = openS3Storage(server.url())
    const key = newStorageKey()
    await beside.put(key, one())
    for await (const found of storage.list()) expect.unreachable(found.key)
    const inner = newStorageKey()
    await storage.put(inner, one())
    for await (const found of beside.list()) expect(found.key).toBe(key)
    await beside.remove([key])
    await storage.remove([inner])
  })
})

describe('an S3 storage that refuses access', () => {
  test('a wrong secret', () => refuses(openS3Storage(server.url({ secret: 'wrong' }), HASTY)))
  test('a missing bucket', () => refuses(openS3Storage(server.url({ bucket: 'missing' }), HASTY)))
})

test("a reader slower than the server's timeout gets the whole file", async () => {
  const storage = openS3Storage(server.url(), { ...HASTY, answer: 500 })
  const content = randomBytes(5 * 1024 * 1024 + 7)
  const key = newStorageKey()
  await storage.put(key, Readable.from([content]))
  const slowly = async (range?: ByteRange) => {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.get(key, range)) {
      chunks.push(chunk)
      await setTimeout(700)
    }
    return Buffer.concat(chunks)
  }
  expect((await slowly()).equals(content)).toBe(true)
  const [start, end] = [1000, 3_500_000]
  expect((await slowly({ start, end })).equals(content.subarray(start, end + 1))).toBe(true)
  await storage.remove([key])
}, 60_000)

test('removes unfinished uploads', async () => {
  const storage = openS3Storage(server.url())
  const abandoned = new Readable({ read() {} })
  abandoned.push(Buffer.alloc(11_000_000))
  const upload = storage.put(newStorageKey(), abandoned)
  const upcoming = new Date(Date.now() + 60_000)
  await expect.poll(() => storage.sweepUnfinished(upcoming), { timeout: 60_000 }).toBe(1)
  abandoned.push(null)
  await expect(upload).rejects.toBeInstanceOf(StorageUnavailable)
  for await (const found of storage.list()) expect.unreachable(found.key)
})

test('memory stays flat over 200 MB', { timeout: 300_000 }, async () => {
  const storage = openS3Storage(server.url())
  const size = 200 * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, 'x')
  const made = function* () {
    for (let made = 0; made < size; made += piece.length) yield piece
  }
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const key = newStorageKey()
  await receive(Readable.from(made(), { objectMode: false }), {
    name: 'a.bin',
    limit: size,
    put: body => storage.put(key, body),
  })
  clearInterval(watch)
  await storage.remove([key])
  expect(peak - before).toBeLessThan(120 * 1024 * 1024)
})

test('an S3 server that is down', async () => {
  const down = openS3Storage(server.url(), HASTY)
  await down.check()
  await server.stop()
  await refuses(down)
})
