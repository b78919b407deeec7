import { spawnSync } from 'node:child_process'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isRunning, postmasterPid, temporaryFolder } from '../test/database-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const log = () => {}

const connect = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

const symlinksOfBinaries = async (folder: string) => {
  const runtime = (await readdir(folder)).find(name => name.startsWith('runtime-')) ?? ''
  const entries = await readdir(join(folder, runtime, 'lib'), { withFileTypes: true })
  const links = entries.filter(entry => entry.isSymbolicLink())
  return Promise.all(links.map(({ name }) => readlink(join(folder, runtime, 'lib', name))))
}

test('data survive a stop and a start; the server has a user of its own and only a closed socket', async () => {
  const folder = join(await temporaryFolder(), 'with spaces, à comma')
  const first = await startEmbeddedPostgres({ folder, database: 'app', log })
  const client = await connect(first.connection)
  await client.query('create table kept (id int); insert into kept values (7)')
  const role = await client.query('select current_user as name, usesuper from pg_user where usename = current_user')
  expect(role.rows).toEqual([{ name: 'app', usesuper: false }])
  const settings = await client.query(`select current_setting('listen_addresses') as network,
    current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, datlocprovider as provider
    from pg_database where datname = current_database()`)
  expect(settings.rows).toEqual([{ network: '', fsync: 'on', encoding: 'UTF8', provider: 'b' }])
  // Even where the data's own file, which older versions used, says otherwise.
  const admin = await connect(first.admin)
  const rules = await admin.query(
    'select type, address, auth_method as method, error from pg_hba_file_rules order by rule_number',
  )
  expect(rules.rows).toEqual([
    { type: 'local', address: null, method: 'trust', error: null },
    { type: 'host', address: 'all', method: 'reject', error: null },
    { type: 'host', address: 'all', method: 'reject', error: null },
  ])
  await admin.end()
  expect(await readFile(join(folder, 'data', 'pg_hba.conf'), 'utf8')).toMatch(/^host .* trust$/m)
  expect(await symlinksOfBinaries(folder)).toContainEqual(expect.stringMatching(/^libpq\.so/))
  for (const link of await symlinksOfBinaries(folder)) expect(link).not.toContain('/')
  const pid = await postmasterPid(folder)
  const socket = await stat(first.connection.host)
  expect(socket.mode & 0o777).toBe(0o700)
  if (isRoot) {
    expect((await stat(folder)).mode & 0o777).toBe(0o711)
    expect(socket.uid).toBeGreaterThan(60_000)
    expect(socket.uid).not.toBe(65_534)
    expect((await stat(`/proc/${pid}`)).uid).toBe(socket.uid)
  }
  await client.end()
  await first.stop()
  expect(await isRunning(pid)).toBe(false)

  const second = await startEmbeddedPostgres({ folder, database: 'app', log })
  const again = await connect(second.connection)
  expect((await again.query('select id from kept')).rows).toEqual([{ id: 7 }])
  await again.end()
  await second.stop()
})

test('a name that SQL would read otherwise is quoted', async () => {
  const folder = await temporaryFolder()
  const database = 'My "App"; drop'
  const { connection, stop } = await startEmbeddedPostgres({ folder, database, log })
  const client = await connect(connection)
  const { rows } = await client.query('select current_user as role, current_database() as name')
  expect(rows).toEqual([{ role: database, name: database }])
  await client.end()
  await stop()
})

test('a folder that cannot be made is refused with its code', async () => {
  const folder = join('/dev/null', 'postgres')
  await expect(startEmbeddedPostgres({ folder, database: 'app', log })).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    code: 'folder_unusable',
  })
})

test('the package as it is published runs in Node.js without a compiler', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const build = spawnSync(process.execPath, [join(root, 'build.mjs')], { encoding: 'utf8' })
  expect(build.stdout + build.stderr).toBe('')
  const script = `import('./embedded-postgres.js').then(module => console.log(Object.keys(module).sort().join()))`
  const dist = join(root, 'dist')
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: dist, encoding: 'utf8' })
  expect(stdout + stderr).toBe('EmbeddedPostgresError,findClosedFolder,startEmbeddedPostgres\n')
})
