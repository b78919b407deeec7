import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRunning, postmasterPid, startWritingProcess, temporaryFolder } from '../test/database-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const soon = { timeout: 60_000, interval: 20 }
const database = 'app'

/** Starts or joins it in this process; stopped after the test. */
const start = async (folder: string) => {
  const messages: string[] = []
  const { connection, stop } = await startEmbeddedPostgres({
    folder,
    database,
    log: (_level, message) => messages.push(message),
  })
  const db = new pg.Pool({ ...connection, connectionTimeoutMillis: 3000 })
  // Idle connections end when PostgreSQL is killed.
  db.on('error', () => {})
  onTestFinished(async () => {
    await db.end()
    await stop()
  })
  return { db, messages, connection, stop }
}

/** The rows of `numbers` that the database does not hold. */
const missing = async (db: pg.Pool, numbers: number[]) => {
  const { rows } = await db.query<{ id: string }>('select id from written')
  const present = new Set(rows.map(({ id }) => Number(id)))
  return numbers.filter(number => !present.has(number))
}

/** Waits until a query fails, then until queries work again. */
const outage = async (db: pg.Pool) => {
  const works = () =>
    db.query('select 1').then(
      () => true,
      () => false,
    )
  await expect.poll(works, soon).toBe(false)
  await expect.poll(works, soon).toBe(true)
}

test('a killed PostgreSQL comes back by itself, with every acknowledged row', async () => {
  const folder = await temporaryFolder()
  const { db, messages } = await start(folder)
  await db.query('create table written (id bigint)')
  const acknowledged: number[] = []
  for (let round = 1; round <= 3; round++) {
    await db.query('insert into written values ($1)', [round])
    acknowledged.push(round)
    process.kill(await postmasterPid(folder), 'SIGKILL')
    await outage(db)
  }
  expect(await missing(db, acknowledged)).toEqual([])
  expect(messages.filter(message => message === 'The embedded database answers again')).toHaveLength(3)
})

test('PostgreSQL stops with its process however that ends, and the next start finds a clean database', async () => {
  const folder = await temporaryFolder()
  const writer = await startWritingProcess(folder, database)
  const pid = await postmasterPid(folder)
  writer.child.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), soon).toBe(false)
  const { db, messages } = await start(folder)
  expect(messages.join()).not.toContain('not properly shut down')
  expect(await missing(db, writer.acknowledged)).toEqual([])
})

test('process and PostgreSQL killed at the same moment lose no acknowledged row', async () => {
  const folder = await temporaryFolder()
  for (let round = 0; round < 3; round++) {
    const writer = await startWritingProcess(folder, database)
    const pid = await postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    writer.child.kill('SIGKILL')
    await writer.ended
    const { db, messages, stop } = await start(folder)
    expect(messages.join()).toContain('automatic recovery in progress')
    expect(await missing(db, writer.acknowledged)).toEqual([])
    await stop()
  }
})

test('SIGTERM ends process and PostgreSQL in order', async () => {
  const folder = await temporaryFolder()
  const writer = await startWritingProcess(folder, database)
  const pid = await postmasterPid(folder)
  writer.child.kill('SIGTERM')
  expect(await writer.ended).toEqual([0, null])
  expect(await isRunning(pid)).toBe(false)
  expect(writer.messages.join()).toContain('database system is shut down')
})

test('a second process joins the server of the first, and takes over when the first ends', async () => {
  const folder = await temporaryFolder()
  const first = await startWritingProcess(folder, database)
  const pid = await postmasterPid(folder)
  const { db, connection } = await start(folder)
  expect(await postmasterPid(folder)).toBe(pid)
  first.child.kill('SIGKILL')
  await outage(db)
  expect(await postmasterPid(folder)).not.toBe(pid)
  expect(await missing(db, first.acknowledged)).toEqual([])
  const third = await startEmbeddedPostgres({ folder, database, log: () => {} })
  expect(third.connection).toEqual(connection)
  await third.stop()
  await db.query('select 1')
})

test('processes that create a database at the same moment share it', async () => {
  const folder = await temporaryFolder()
  const both = await Promise.all([startWritingProcess(folder, database), startWritingProcess(folder, database)])
  const { db } = await start(folder)
  const acknowledged = both.flatMap(writer => writer.acknowledged)
  expect(await missing(db, acknowledged)).toEqual([])
  expect((await readdir(folder)).filter(name => name.startsWith('draft'))).toEqual([])
})

test('a path too long for a socket gets a short socket folder, and keeps it', async () => {
  const folder = join(await temporaryFolder(), 'a folder with a long name '.repeat(3), 'another'.repeat(9))
  const { db, connection, stop } = await start(folder)
  await db.query('create table written (id bigint)')
  onTestFinished(() => rm(connection.host, { recursive: true }))
  expect(connection.host.length).toBeLessThan(90)
  await stop()
  await rm(connection.host, { recursive: true })
  const again = await start(folder)
  expect(again.connection).toEqual(connection)
  expect(await missing(again.db, [1])).toEqual([1])
})

test('a stale postmaster.pid does not keep it from starting, even if the pid belongs to another program now', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  const data = join(folder, 'data')
  await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1700000000\n5432\n/nowhere\n\n\nready   \n`)
  await (await start(folder)).db.query('select 1')
})

test('a copy of a folder whose server runs is a database of its own', async () => {
  const parent = await temporaryFolder()
  const [original, copy] = [join(parent, 'original'), join(parent, 'copy')]
  await (await start(original)).db.query('create table written (id bigint)')
  await cp(original, copy, { recursive: true, filter: path => !path.includes('.s.PGSQL') })
  await start(copy)
  expect(await postmasterPid(copy)).not.toBe(await postmasterPid(original))
})

test('binaries of another version are replaced', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  const runtimes = async () => (await readdir(folder)).filter(name => name.startsWith('runtime-'))
  const [current = ''] = await runtimes()
  await rename(join(folder, current), join(folder, 'runtime-18.3.0-old'))
  await (await start(folder)).db.query('select 1')
  expect(await runtimes()).toEqual([current])
})

test('data of another major version are refused with a sentence', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  const version = join(folder, 'data', 'PG_VERSION')
  const major = (await readFile(version, 'utf8')).trim()
  await writeFile(version, '17\n')
  await expect(start(folder)).rejects.toMatchObject({
    code: 'wrong_version',
    message: `The data in ${join(folder, 'data')} is of PostgreSQL 17, and this version of the program needs ${major}.`,
  })
})

test.runIf(isRoot)('as root, data with the wrong owner are given back to the database', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  for (const name of ['PG_VERSION', 'global/pg_control', 'base']) await chown(join(folder, 'data', name), 0, 0)
  await (await start(folder)).db.query('select 1')
})

test.runIf(isRoot)('as root, a parent folder that shuts out the database is refused', async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  await expect(start(join(closed, 'postgres'))).rejects.toMatchObject({
    code: 'folder_closed',
    message: expect.stringContaining(`${closed} is closed`),
  })
})

test.runIf(isRoot)('an ordinary user runs it under its own account', async () => {
  const [, nobody = ''] = /^nobody:[^:]*:(\d+:\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  const [uid, gid] = nobody.split(':').map(Number)
  const parent = await temporaryFolder()
  const folder = join(parent, 'home')
  await mkdir(folder)
  await chown(folder, uid ?? 0, gid ?? 0)
  const writer = await startWritingProcess(folder, database, { uid, gid })
  writer.child.kill('SIGTERM')
  expect(await writer.ended).toEqual([0, null])
})
