import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileSizeMax } from '@portico/contract/shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '../storage/open-storage.ts'
import { newStorageKey, type Storage, StorageUnavailable } from '../storage/storage.ts'
import { FileRefused, receive } from './receive-file.ts'

const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

let dataDir: string
let storage: Storage
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portico-receive-'))
  storage = await openStorage({ dataDir })
})
afterAll(() => rm(dataDir, { recursive: true }))

const filesLeft = async () => {
  const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

/** A stream of this many bytes, generated as it is read; records how far it was read. */
const streamOf = (size: number, head = Buffer.alloc(0)) => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const seen = { bytes: 0 }
  const made = function* () {
    if (head.length > 0) yield head
    for (let left = size - head.length; left > 0; left -= piece.length) {
      const next = piece.subarray(0, Math.min(left, piece.length))
      seen.bytes += next.length
      yield next
    }
  }
  return { stream: Readable.from(made(), { objectMode: false }), seen }
}

const refusedWith = async (promise: Promise<unknown>, code: string) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FileRefused)
  expect(error).toMatchObject({ code })
}

const received = (stream: Readable, name: string, limit?: number) => {
  const key = newStorageKey()
  return { key, done: receive(stream, { name, limit, put: body => storage.put(key, body) }) }
}

const notStored = () => Promise.reject(new Error('nothing may be stored'))

describe('receive', () => {
  test('stores a file completely and returns its kind', async () => {
    const content = Buffer.concat([PNG_HEAD, Buffer.alloc(200_000, 'p')])
    const { key, done } = received(Readable.from([content.subarray(0, 3), content.subarray(3)]), '/tmp/Foto.PNG')
    expect(await done).toEqual({
      name: 'Foto.PNG',
      mediaType: 'image/png',
      kind: 'image',
      inline: true,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect((await buffer(await storage.get(key))).equals(content)).toBe(true)
    await storage.remove([key])
  })

  test('accepts a file of one byte', async () => {
    const { key, done } = received(Readable.from([Buffer.from('x')]), 'a.txt')
    expect(await done).toMatchObject({ size: 1 })
    await storage.remove([key])
  })

  test('accepts 25 MB and not one byte more, and stores nothing of a refused file', async () => {
    const { key, done } = received(streamOf(fileSizeMax, PNG_HEAD).stream, 'a.png')
    expect(await done).toMatchObject({ size: fileSizeMax })
    await storage.remove([key])

    await refusedWith(received(streamOf(fileSizeMax + 1, PNG_HEAD).stream, 'a.png').done, 'file_too_large')
    expect(await filesLeft()).toEqual([])
  })

  test('stops reading soon after the limit', async () => {
    const { stream, seen } = streamOf(100_000_000)
    await refusedWith(received(stream, 'a.txt', 100_000).done, 'file_too_large')
    expect(seen.bytes).toBeLessThan(1_000_000)
    expect(stream.destroyed).toBe(true)
  })

  test('refuses wrong types and empty files before anything is stored', async () => {
    const { stream, seen } = streamOf(1_000_000, Buffer.from('PK\x03\x04'))
    await refusedWith(receive(stream, { name: 'a.png', put: notStored }), 'file_type_refused')
    expect(seen.bytes).toBeLessThan(300_000)
    await refusedWith(receive(Readable.from([]), { name: 'a.txt', put: notStored }), 'file_empty')
    await refusedWith(
      receive(Readable.from([Buffer.from('x')]), { name: 'a.exe. ', put: notStored }),
      'file_type_refused',
    )
  })

  test.each([
    ['with an error', new Error('the client went away')],
    ['without an error', undefined],
  ])('leaves nothing if the source is interrupted %s', async (_, cause) => {
    const source = new Readable({ read() {} })
    source.push(Buffer.alloc(100_000, 'x'))
    const { done } = received(source, 'a.txt')
    setImmediate(() => source.destroy(cause))
    await expect(done).rejects.toThrow(cause?.message ?? 'Premature close')
    expect(await filesLeft()).toEqual([])
  })

  test('rethrows an error of the storage and destroys the source', async () => {
    const { stream } = streamOf(10_000_000)
    const put = () => Promise.reject(new StorageUnavailable('full'))
    await expect(receive(stream, { name: 'a.txt', put })).rejects.toBeInstanceOf(StorageUnavailable)
    expect(stream.destroyed).toBe(true)
  })

  test('does not read faster than the storage writes', async () => {
    const { stream, seen } = streamOf(10_000_000)
    const put = async (body: Readable) => {
      const chunks = body[Symbol.asyncIterator]()
      await chunks.next()
      // After these turns everything that needs no further read has happened.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
      expect(seen.bytes).toBeLessThan(1_000_000)
      for (let next = await chunks.next(); !next.done; next = await chunks.next());
    }
    expect(await receive(stream, { name: 'a.txt', put })).toMatchObject({ size: 10_000_000 })
  })

  test('memory stays flat over 200 MB', async () => {
    const size = 200 * 1024 * 1024
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 5)
    const { key, done } = received(streamOf(size).stream, 'a.bin', size)
    expect(await done).toMatchObject({ size })
    clearInterval(watch)
    await storage.remove([key])
    expect(peak - before).toBeLessThan(80 * 1024 * 1024)
  })
})
