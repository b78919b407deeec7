import { chown, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { embeddedProcess, isRunning, postmasterPid, temporaryFolder } from '../../../test/servers/embedded.ts'
import { type Database, openDb, sql, Unavailable } from '../database/db.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const quickly = { timeout: 20_000, interval: 20 }

/** Brought up in this process, stopped after the test. */
const start = async (dataDir: string) => {
  const messages: string[] = []
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    log: (_level, message) => messages.push(message),
  })
  const db = openDb({ connection, log: () => {} })
  onTestFinished(async () => {
    await db.close()
    await stop()
  })
  return { db, messages, connection, stop }
}

/** The rows of `numbers` that the database does not hold. */
const missing = async (db: Database, numbers: number[]) => {
  const kept = new Set((await db.many<{ id: number }>(sql`select id from written`)).map(({ id }) => id))
  return numbers.filter(number => !kept.has(number))
}

/** Calls until one fails, then until one works again; answers the failure. */
const outage = async (db: Database) => {
  const check = () =>
    db.check().then(
      () => undefined,
      (error: unknown) => error,
    )
  let failure: unknown
  await expect.poll(async () => (failure ??= await check()), quickly).toBeDefined()
  await expect.poll(check, quickly).toBeUndefined()
  return failure
}

test('a killed PostgreSQL is Unavailable, then back by itself, with everything acknowledged', async () => {
  const dataDir = await temporaryFolder()
  const { db, messages } = await start(dataDir)
  await db.run(sql`create table written (id bigint)`)
  const acknowledged: number[] = []
  for (let round = 1; round <= 3; round++) {
    await db.run(sql`insert into written values (${round})`)
    acknowledged.push(round)
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    expect(await outage(db)).toBeInstanceOf(Unavailable)
  }
  expect(await missing(db, acknowledged)).toEqual([])
  expect(messages.filter(message => message === 'The embedded database answers again')).toHaveLength(3)
})

test('PostgreSQL stops with its process however that ends, and the next start finds a clean database', async () => {
  const dataDir = await temporaryFolder()
  const writer = await embeddedProcess(dataDir)
  const pid = await postmasterPid(dataDir)
  writer.child.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), quickly).toBe(false)
  const { db, messages } = await start(dataDir)
  expect(messages.join()).not.toContain('not properly shut down')
  expect(await missing(db, writer.acknowledged)).toEqual([])
})

test('process and PostgreSQL killed at once lose nothing that was acknowledged', async () => {
  const dataDir = await temporaryFolder()
  for (let round = 0; round < 3; round++) {
    const writer = await embeddedProcess(dataDir)
    const pid = await postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    writer.child.kill('SIGKILL')
    await writer.ended
    const { db, messages, stop } = await start(dataDir)
    expect(messages.join()).toContain('automatic recovery in progress')
    expect(await missing(db, writer.acknowledged)).toEqual([])
    await stop()
  }
})

test('SIGTERM ends process and PostgreSQL in order', async () => {
  const dataDir = await temporaryFolder()
  const writer = await embeddedProcess(dataDir)
  const pid = await postmasterPid(dataDir)
  writer.child.kill('SIGTERM')
  expect(await writer.ended).toEqual([0, null])
  expect(await isRunning(pid)).toBe(false)
  expect(writer.messages.join()).toContain('database system is shut down')
})

test('a second process joins the server of the first, and takes over when that goes', async () => {
  const dataDir = await temporaryFolder()
  const first = await embeddedProcess(dataDir)
  const pid = await postmasterPid(dataDir)
  const { db, connection } = await start(dataDir)
  expect(await postmasterPid(dataDir)).toBe(pid)
  first.child.kill('SIGKILL')
  expect(await outage(db)).toBeInstanceOf(Unavailable)
  expect(await postmasterPid(dataDir)).not.toBe(pid)
  expect(await missing(db, first.acknowledged)).toEqual([])
  const third = await startEmbeddedPostgres({ dataDir, log: () => {} })
  expect(third.connection).toEqual(connection)
  await third.stop()
  await db.check()
})

test('processes that make a database at the same moment share one', async () => {
  const dataDir = await temporaryFolder()
  const both = await Promise.all([embeddedProcess(dataDir), embeddedProcess(dataDir)])
  const { db } = await start(dataDir)
  expect(
    await missing(
      db,
      both.flatMap(({ acknowledged }) => acknowledged),
    ),
  ).toEqual([])
  expect((await readdir(join(dataDir, 'postgres'))).filter(name => name.startsWith('draft'))).toEqual([])
})

test('a path too long for a socket gets a short one of its own, and keeps it', async () => {
  const dataDir = join(await temporaryFolder(), 'a folder with a long name '.repeat(3), 'another'.repeat(9))
  const { db, connection, stop } = await start(dataDir)
  await db.run(sql`create table written (id bigint)`)
  onTestFinished(() => rm(connection.host, { recursive: true }))
  expect(connection.host.length).toBeLessThan(90)
  await stop()
  await rm(connection.host, { recursive: true })
  const again = await start(dataDir)
  expect(again.connection).toEqual(connection)
  expect(await missing(again.db, [1])).toEqual([1])
})

test('a stale postmaster.pid does not keep it from starting, even where the pid is another program now', async () => {
  const dataDir = await temporaryFolder()
  await (await start(dataDir)).stop()
  const data = join(dataDir, 'postgres', 'data')
  await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1700000000\n5432\n/nowhere\n\n\nready   \n`)
  await (await start(dataDir)).db.check()
})

test('a copy of a folder whose server runs is a database of its own', async () => {
  const parent = await temporaryFolder()
  const [original, copy] = [join(parent, 'original'), join(parent, 'copy')]
  await (await start(original)).db.run(sql`create table written (id bigint)`)
  await cp(original, copy, { recursive: true, filter: path => !path.includes('.s.PGSQL') })
  await start(copy)
  expect(await postmasterPid(copy)).not.toBe(await postmasterPid(original))
})

test('binaries of another version are replaced', async () => {
  const dataDir = await temporaryFolder()
  await (await start(dataDir)).stop()
  const folder = join(dataDir, 'postgres')
  const runtimes = async () => (await readdir(folder)).filter(name => name.startsWith('runtime-'))
  const [current = ''] = await runtimes()
  await rename(join(folder, current), join(folder, 'runtime-18.3.0-old'))
  await (await start(dataDir)).db.check()
  expect(await runtimes()).toEqual([current])
})

test('data of another major version is refused with a sentence', async () => {
  const dataDir = await temporaryFolder()
  await (await start(dataDir)).stop()
  const version = join(dataDir, 'postgres', 'data', 'PG_VERSION')
  const major = (await readFile(version, 'utf8')).trim()
  await writeFile(version, '17\n')
  await expect(start(dataDir)).rejects.toThrow(`is of PostgreSQL 17, and this version of the program needs ${major}`)
})

test.runIf(isRoot)('as root, data whose owner was lost in a copy is given back to the database', async () => {
  const dataDir = await temporaryFolder()
  await (await start(dataDir)).stop()
  for (const name of ['PG_VERSION', 'global/pg_control', 'base'])
    await chown(join(dataDir, 'postgres/data', name), 0, 0)
  await (await start(dataDir)).db.check()
})

test.runIf(isRoot)('an ordinary user has it under its own name', async () => {
  const [, nobody = ''] = /^nobody:[^:]*:(\d+:\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  const [uid, gid] = nobody.split(':').map(Number)
  const parent = await temporaryFolder()
  const dataDir = join(parent, 'home')
  await mkdir(dataDir)
  await chown(dataDir, uid ?? 0, gid ?? 0)
  const writer = await embeddedProcess(dataDir, { uid, gid })
  writer.child.kill('SIGTERM')
  expect(await writer.ended).toEqual([0, null])
})
