import { chmod, mkdir, readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning, postmasterPid, temporaryFolder } from '../../../test/servers/embedded.ts'
import { openDb, script, sql } from '../database/db.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { resolveDataDir } from './owner.ts'

const isRoot = process.getuid?.() === 0
const log = () => {}

/** Where the links among the binaries point. */
const linksOfRuntime = async (dataDir: string) => {
  const folder = join(dataDir, 'postgres')
  const runtime = (await readdir(folder)).find(name => name.startsWith('runtime-')) ?? ''
  const entries = await readdir(join(folder, runtime, 'lib'), { withFileTypes: true })
  const links = entries.filter(entry => entry.isSymbolicLink())
  return Promise.all(links.map(({ name }) => readlink(join(folder, runtime, 'lib', name))))
}

test('what was written is there after a stop and a start, under a user of its own and behind a closed socket', async () => {
  const dataDir = join(await temporaryFolder(), 'with spaces, à comma')
  const first = await startEmbeddedPostgres({ dataDir, log })
  const db = openDb({ connection: first.connection, log })
  await script(db, 'create table kept (id int); insert into kept values (7)')
  expect(await db.one(sql`select current_user as name, usesuper from pg_user where usename = current_user`)).toEqual({
    name: 'portico',
    usesuper: false,
  })
  expect(
    await db.one(sql`select current_setting('listen_addresses') as network, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, datlocprovider as provider
      from pg_database where datname = current_database()`),
  ).toEqual({ network: '', fsync: 'on', encoding: 'UTF8', provider: 'b' })
  // Whatever the data's own file says, which is that of older versions too.
  const admin = openDb({ connection: first.admin, log })
  const rules = sql`select type, address, auth_method as method, error from pg_hba_file_rules order by rule_number`
  expect(await admin.many(rules)).toEqual([
    { type: 'local', address: null, method: 'trust', error: null },
    { type: 'host', address: 'all', method: 'reject', error: null },
    { type: 'host', address: 'all', method: 'reject', error: null },
  ])
  await admin.close()
  expect(await readFile(join(dataDir, 'postgres', 'data', 'pg_hba.conf'), 'utf8')).toMatch(/^host .* trust$/m)
  expect(await linksOfRuntime(dataDir)).toContainEqual(expect.stringMatching(/^libpq\.so/))
  for (const link of await linksOfRuntime(dataDir)) expect(link).not.toContain('/')
  const pid = await postmasterPid(dataDir)
  const socket = await stat(first.connection.host)
  expect(socket.mode & 0o777).toBe(0o700)
  expect((await stat(dataDir)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  if (isRoot) {
    expect(socket.uid).toBeGreaterThan(60_000)
    expect(socket.uid).not.toBe(65_534)
    expect((await stat(`/proc/${pid}`)).uid).toBe(socket.uid)
  }
  await db.close()
  await first.stop()
  expect(await isRunning(pid)).toBe(false)

  const second = await startEmbeddedPostgres({ dataDir, log })
  const again = openDb({ connection: second.connection, log })
  expect(await again.one(sql`select id from kept`)).toEqual({ id: 7 })
  await again.close()
  await second.stop()
})

test('the data is in the clone, or where DATA_DIR says', async () => {
  const clone = await temporaryFolder()
  await chmod(clone, 0o755)
  expect(resolveDataDir(undefined, clone, log)).toBe(join(clone, 'data'))
  expect(resolveDataDir('/srv/portico', clone, log)).toBe('/srv/portico')
})

test.runIf(isRoot)('as root, a clone in a closed folder has its data elsewhere, and says where', async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const clone = join(closed, 'clone')
  await mkdir(clone)
  const messages: string[] = []
  const elsewhere = resolveDataDir(undefined, clone, (_level, message) => messages.push(message))
  expect(elsewhere).toMatch(/^\/var\/lib\/portico-[0-9a-f]{8}$/)
  expect(resolveDataDir(undefined, clone, log)).toBe(elsewhere)
  expect(messages).toEqual([`The data is in ${elsewhere}, because ${closed} is closed to the database's own user`])
  await expect(startEmbeddedPostgres({ dataDir: join(clone, 'data'), log })).rejects.toThrow(`${closed} is closed`)
})
