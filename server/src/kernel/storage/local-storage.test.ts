import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storageSuite } from '../../../test/servers/storage-suite.ts'
import { openStorage } from './open-storage.ts'
import { newStorageKey, type Storage, StorageUnavailable } from './storage.ts'

let dataDir: string
let storage: Storage
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portico-storage-'))
  storage = await openStorage({ dataDir })
})
afterAll(() => rm(dataDir, { recursive: true }))

describe('a local storage', () => {
  storageSuite(() => storage)

  test('keeps others from reading: folders 0700, files 0600', async () => {
    const key = newStorageKey()
    await storage.put(key, Readable.from([Buffer.from('x')]))
    const files = path.join(dataDir, 'files')
    const modes = await Promise.all(
      ['', key.slice(0, 2), key.slice(0, 5), key].map(async part => (await stat(path.join(files, part))).mode & 0o777),
    )
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
    await storage.remove([key])
  })

  test('keeps what comes within a minute in one folder, also one that was removed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:30:00Z') })
    const [first, second] = [newStorageKey(), newStorageKey()]
    vi.setSystemTime(new Date('2026-03-02T08:31:00Z'))
    const later = newStorageKey()
    vi.useRealTimers()
    expect(path.dirname(second)).toBe(path.dirname(first))
    expect(path.dirname(later)).not.toBe(path.dirname(first))
    await storage.put(first, Readable.from([Buffer.from('x')]))
    await rm(path.join(dataDir, 'files', path.dirname(first)), { recursive: true })
    await storage.put(second, Readable.from([Buffer.from('y')]))
    expect(await buffer(await storage.get(second))).toEqual(Buffer.from('y'))
    await storage.remove([second])
  })

  test('continues to list while files and folders are removed', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => {
      const folder = n.toString(16).padStart(2, '0')
      return `${folder}/00/${folder}00${randomBytes(14).toString('hex')}`
    })
    for (const key of keys) await storage.put(key, Readable.from([Buffer.from('x')]))
    const seen: string[] = []
    for await (const { key } of storage.list()) {
      seen.push(key)
      const others = keys.filter(other => other !== key)
      await Promise.all(
        others.map(other => rm(path.join(dataDir, 'files', other.slice(0, 2)), { recursive: true, force: true })),
      )
    }
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.length).toBeLessThan(20)
    await storage.remove(keys)
  })

  test('ignores foreign files', async () => {
    await mkdir(path.join(dataDir, 'files', 'ab', 'cd'), { recursive: true })
    await writeFile(path.join(dataDir, 'files', 'ab', 'cd', 'leggimi.txt'), 'x')
    await writeFile(path.join(dataDir, 'files', 'leggimi.txt'), 'x')
    for await (const { key } of storage.list()) expect.unreachable(key)
  })

  test('removes unfinished files of a crash, but not those being written', async () => {
    const unfinished = path.join(dataDir, 'files', 'unfinished')
    const dayAgo = new Date(Date.now() - 24 * 3600 * 1000)
    await writeFile(path.join(unfinished, 'old'), 'x')
    await utimes(path.join(unfinished, 'old'), dayAgo, new Date(dayAgo.getTime() - 1000))
    await writeFile(path.join(unfinished, 'new'), 'x')
    expect(await storage.sweepUnfinished(dayAgo)).toBe(1)
    expect(await readdir(unfinished)).toEqual(['new'])
    await rm(path.join(unfinished, 'new'))
  })

  test('reports that it is unavailable when its folder is gone', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'portico-storage-'))
    const gone = await openStorage({ dataDir: elsewhere })
    await rm(elsewhere, { recursive: true })
    await expect(gone.check()).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(gone.put(newStorageKey(), Readable.from([Buffer.from('x')]))).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
  })

  test('reports that its folder cannot be created', async () => {
    const file = path.join(dataDir, 'a-file')
    await writeFile(file, '')
    await expect(openStorage({ dataDir: file })).rejects.toBeInstanceOf(StorageUnavailable)
  })
})
