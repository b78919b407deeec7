import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newStorageKey, type Storage, StorageMissing } from '../../src/kernel/storage/storage.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Splits content into many small chunks, as a network delivers it. */
const chunked = (content: Buffer, size = 64 * 1024) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
    })(),
    { objectMode: false },
  )

const keysOf = async (storage: Storage) => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

/** The tests that every storage backend must pass. The storage must be empty at the start, and is empty at the end. */
export const storageSuite = (open: () => Storage): void => {
  const stored = async (content: Buffer) => {
    const key = newStorageKey()
    await open().put(key, chunked(content))
    return key
  }

  test('returns what was stored', async () => {
    const content = randomBytes(200_000)
    const key = await stored(content)
    expect(sha256(await buffer(await open().get(key)))).toBe(sha256(content))
    await open().remove([key])
  })

  test('returns 25 MB that were stored in small chunks', async () => {
    const content = randomBytes(25 * 1024 * 1024)
    const key = await stored(content)
    expect(sha256(await buffer(await open().get(key)))).toBe(sha256(content))
    const part = await buffer(await open().get(key, { start: 5_242_870, end: 5_242_890 }))
    expect(part.equals(content.subarray(5_242_870, 5_242_891))).toBe(true)
    await open().remove([key])
  })

  test('returns byte ranges, both ends inclusive', async () => {
    const key = await stored(Buffer.from('0123456789'))
    const part = async (start: number, end: number) => (await buffer(await open().get(key, { start, end }))).toString()
    expect(await part(0, 0)).toBe('0')
    expect(await part(3, 5)).toBe('345')
    expect(await part(0, 9)).toBe('0123456789')
    await open().remove([key])
  })

  test('reports a missing object', async () => {
    await expect(open().get(newStorageKey())).rejects.toBeInstanceOf(StorageMissing)
    const key = await stored(Buffer.from('x'))
    await open().remove([key])
    await expect(open().get(key)).rejects.toBeInstanceOf(StorageMissing)
  })

  test('lists objects with size and time, and deletes many at once', async () => {
    const begun = Date.now()
    const keys: string[] = []
    for (let size = 1; size <= 12; size += 1) keys.push(await stored(Buffer.alloc(size)))
    const sizes = new Map<string, number>()
    for await (const { key, size, modified } of open().list()) {
      sizes.set(key, size)
      // S3 returns whole seconds.
      expect(modified.getTime()).toBeGreaterThan(begun - 2000)
      expect(modified.getTime()).toBeLessThan(Date.now() + 2000)
    }
    expect([...sizes.keys()].sort()).toEqual([...keys].sort())
    expect(keys.map(key => sizes.get(key))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])

    const [kept = '', ...removed] = keys
    await open().remove([...removed, newStorageKey()])
    expect(await keysOf(open())).toEqual([kept])
    await open().remove(keys)
    expect(await keysOf(open())).toEqual([])
  })

  test.each([1000, 12_000_000])('stores nothing of a stream that fails after %i bytes', async size => {
    const failing = async function* () {
      yield* chunked(Buffer.alloc(size))
      throw new Error('the client went away')
    }
    const body = Readable.from(failing(), { objectMode: false })
    await expect(open().put(newStorageKey(), body)).rejects.toThrow('the client went away')
    expect(body.destroyed).toBe(true)
    expect(await keysOf(open())).toEqual([])
    expect(await open().sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })

  test('stores nothing of a stream that is closed early', async () => {
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(6_000_000))
    setImmediate(() => body.destroy())
    await expect(open().put(newStorageKey(), body)).rejects.toThrow('Premature close')
    expect(await keysOf(open())).toEqual([])
    expect(await open().sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })

  test.each([
    '',
    'a',
    '../../../etc/passwd',
    'ab/cd/../../x',
    `ab/cd/${'0'.repeat(32)}`,
    `${newStorageKey()}/`,
    `/${newStorageKey()}`,
    newStorageKey().toUpperCase(),
  ])('refuses the key %j', async key => {
    await expect(open().put(key, Readable.from([Buffer.from('x')]))).rejects.toBeInstanceOf(RangeError)
    await expect(open().get(key)).rejects.toBeInstanceOf(RangeError)
    await expect(open().remove([key])).rejects.toBeInstanceOf(RangeError)
  })

  test('is ready', async () => {
    await open().check()
  })
}
