import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { startWritingProcess, temporaryFolder } from '../../../embedded-postgres/test/database-process.ts'
import { databaseFolder, openDataDir } from '../installation/data-dir.ts'
import { startEmbeddedDatabase } from '../installation/embedded-database.ts'
import { openDb, sql } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { backUp, restore } from './backup.ts'
import { checkFolder, fillFolder, SUMS } from './backup-folder.ts'
import { describeFullDisk } from './output-folder.ts'

const log = () => {}
const key = 'ab/cd/abcd0123456789abcdef0123456789ab'

const filled = async () => {
  const dataDir = await temporaryFolder()
  const writer = await startWritingProcess(databaseFolder(await openDataDir(dataDir)), 'portico')
  await mkdir(join(dataDir, 'files', 'ab', 'cd'), { recursive: true })
  await mkdir(join(dataDir, 'files', 'unfinished'), { recursive: true })
  await writeFile(join(dataDir, 'files', key), 'a stored file')
  await writeFile(join(dataDir, 'files', 'unfinished', 'draft'), 'half a')
  await writeFile(join(dataDir, 'secret-key'), 'the key', { mode: 0o600 })
  return { dataDir, writer }
}

const backUpNow = async (dataDir: string) =>
  backUp({ dataDir, into: join(await temporaryFolder(), 'backups'), withFiles: true, now: new Date(), log })

// Each test creates, copies and starts database clusters, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

test('a backup taken during writes contains every row acknowledged before it, the files and the key', async () => {
  const { dataDir, writer } = await filled()
  const before = writer.acknowledged.length
  const backup = await backUpNow(dataDir)
  expect(writer.acknowledged.length).toBeGreaterThan(before)
  expect(await checkFolder(backup)).toBeGreaterThan(500)

  const other = await temporaryFolder()
  await restore(backup, other)
  expect(await readFile(join(other, 'files', key), 'utf8')).toBe('a stored file')
  expect(await readdir(join(other, 'files'))).toEqual(['ab'])
  expect(await readFile(join(other, 'secret-key'), 'utf8')).toBe('the key')
  const postgres = await startEmbeddedDatabase({ dataDir: other, log })
  const db = openDb({ connection: postgres.connection, max: 1, log })
  const rows = await db.many<{ id: number }>(sql`select id from written order by id`)
  expect(rows.slice(0, before).map(({ id }) => id)).toEqual(writer.acknowledged.slice(0, before))
  await db.close()
  await postgres.stop()
})

test('without a database nothing is backed up or created; a folder that is not writable is reported', async () => {
  const dataDir = await temporaryFolder()
  const into = join(await temporaryFolder(), 'backups')
  await expect(backUp({ dataDir, into, withFiles: true, now: new Date(), log })).rejects.toThrow(
    `no database lies in ${dataDir}`,
  )
  expect(await readdir(dataDir)).toEqual([])
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  await writeFile(into, 'a file')
  await expect(backUp({ dataDir, into, withFiles: true, now: new Date(), log })).rejects.toThrow(
    `Nothing can be written to ${into} (EEXIST)`,
  )
})

test('restore does not overwrite data and refuses a damaged or incomplete backup', async () => {
  const { dataDir } = await filled()
  const backup = await backUpNow(dataDir)
  await expect(restore(backup, dataDir)).rejects.toThrow('holds data already')
  const other = await temporaryFolder()
  await appendFile(join(backup, 'files', key), '!')
  await rm(join(backup, 'postgres', 'PG_VERSION'))
  await expect(restore(backup, other)).rejects.toThrow(/damaged: 2 of \d+ files/)
  await rm(join(backup, 'SHA256SUMS'))
  await expect(restore(backup, other)).rejects.toThrow('no whole backup')
  expect(await readdir(other)).toEqual([])
})

/** Creates a complete folder of two files; `change` edits its manifest. */
const aFolder = async (change: (sums: string) => string = sums => sums) => {
  const folder = await fillFolder(join(await temporaryFolder(), 'backup'))
  await folder.add('files/a', Readable.from(['a']))
  await folder.add('files/b', Readable.from(['b']))
  await folder.finish()
  const list = join(folder.path, SUMS)
  await writeFile(list, change(await readFile(list, 'utf8')))
  return folder.path
}

test('a restore that fails leaves the folder empty, so that it can be repeated', async () => {
  const withoutDatabase = await aFolder()
  const other = await temporaryFolder()
  await expect(restore(withoutDatabase, other)).rejects.toThrow(/ENOENT/)
  expect(await readdir(other)).toEqual([])
})

test('after a restore that was killed, neither a start nor another restore takes its part for the whole', async () => {
  const folder = await fillFolder(join(await temporaryFolder(), 'backup'))
  for (let n = 0; n < 1000; n++) await folder.add(`files/${n}`, Readable.from(['a']))
  await folder.add('postgres/PG_VERSION', Readable.from(['17']))
  await folder.finish()
  const other = await temporaryFolder()
  const program = `import { restore } from ${JSON.stringify(import.meta.resolve('./backup.ts'))}
    await restore(${JSON.stringify(folder.path)}, ${JSON.stringify(other)})`
  const tsx = import.meta.resolve('tsx')
  const child = execFile(process.execPath, ['--import', tsx, '--input-type=module', '--eval', program])
  const ended = new Promise(resolve => child.once('exit', resolve))
  await expect.poll(() => readdir(other), { timeout: 60_000, interval: 1 }).toContain('files')
  child.kill('SIGKILL')
  await ended
  expect(await readdir(other)).not.toContain('postgres')
  const broken = /holds a part of a backup: .* broken off/
  await expect(startEmbeddedDatabase({ dataDir: other, log })).rejects.toThrow(broken)
  await expect(restore(folder.path, other)).rejects.toThrow(broken)
})

test('a full disk is said in a sentence', async () => {
  const error = await writeFile('/dev/full', 'x').catch(error => error)
  expect(describeFullDisk('/backups', error)).toEqual(
    new OperatorError(
      'The disk of /backups is full (ENOSPC), and nothing was kept. Free some space or name a folder on another disk, and start again.',
    ),
  )
  const other = new Error('EIO: i/o error, write')
  expect(describeFullDisk('/backups', other)).toBe(other)
})

test('a manifest truncated at any position is rejected', async () => {
  const folder = await aFolder()
  const sums = await readFile(join(folder, SUMS), 'utf8')
  expect(sums.split('\n')).toHaveLength(4)
  for (let length = 0; length < sums.length; length++) {
    await writeFile(join(folder, SUMS), sums.slice(0, length))
    // Without its last line it is a manifest of an older version, which had no such line.
    if (length === sums.lastIndexOf('#')) expect(await checkFolder(folder)).toBe(2)
    else
      await expect(checkFolder(folder), `cut at ${length}`).rejects.toThrow(
        /^\S+ is (damaged: .*\.|no whole backup: .*\.)$/,
      )
  }
})

test('unlisted files and damaged lines are reported', async () => {
  const more = await aFolder()
  await writeFile(join(more, 'files', 'stray'), 'x')
  await expect(checkFolder(more)).rejects.toThrow('1 files are not in SHA256SUMS, files/stray')
  const odd = await aFolder(sums => sums.replace(/^[0-9a-f]{4}/, '????'))
  await expect(checkFolder(odd)).rejects.toThrow('was cut in line 1')
  const shortened = await aFolder(sums => sums.replace('files/b', 'files'))
  await expect(checkFolder(shortened)).rejects.toThrow('files/b')
  const count = await aFolder(sums => sums.replace('# 2 files', '# 3 files'))
  await expect(checkFolder(count)).rejects.toThrow('lists 2 files, but its last line says "# 3 files"')
})

test('sha256sum can verify the manifest', async () => {
  const path = await aFolder()
  const { stdout } = await promisify(execFile)('sha256sum', ['--check', '--strict', SUMS], { cwd: path })
  expect(stdout).toBe('files/a: OK\nfiles/b: OK\n')
})

test.runIf(process.env.FULL === '1')('two backups started in the same second are both complete', async () => {
  const { dataDir } = await filled()
  const into = join(await temporaryFolder(), 'backups')
  const begin = () => backUp({ dataDir, into, withFiles: true, now: new Date('2026-03-02T08:30:00Z'), log })
  const made = await Promise.all([begin(), begin()])
  expect((await readdir(into)).sort()).toEqual(['portico-20260302-083000', 'portico-20260302-083000-2'])
  for (const backup of made) expect(await checkFolder(backup)).toBeGreaterThan(500)
})
