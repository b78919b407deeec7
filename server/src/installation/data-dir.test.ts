import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../embedded-postgres/test/database-process.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { openDataDir, resolveDataDir } from './data-dir.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'

const isRoot = process.getuid?.() === 0
const log = () => {}

test('the data folder is in the clone, or where DATA_DIR says', async () => {
  const clone = await temporaryFolder()
  await chmod(clone, 0o755)
  expect(resolveDataDir(undefined, clone, log)).toBe(join(clone, 'data'))
  expect(resolveDataDir('/srv/portico', clone, log)).toBe('/srv/portico')
})

test('other users cannot read a new data folder; as root, the database user can pass through it', async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  expect(await openDataDir(dataDir)).toBe(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
})

test.runIf(isRoot)('as root, a clone in a closed folder keeps its data elsewhere and logs where', async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const clone = join(closed, 'clone')
  await mkdir(clone)
  const messages: string[] = []
  const elsewhere = resolveDataDir(undefined, clone, (_level, message) => messages.push(message))
  expect(elsewhere).toMatch(/^\/var\/lib\/portico-[0-9a-f]{8}$/)
  expect(resolveDataDir(undefined, clone, log)).toBe(elsewhere)
  expect(messages).toEqual([`The data is in ${elsewhere}, because ${closed} is closed to the database's own user`])
  const started = startEmbeddedDatabase({ dataDir: join(clone, 'data'), log })
  await expect(started).rejects.toBeInstanceOf(OperatorError)
  await expect(started).rejects.toThrow(
    `${closed} is closed to the user under which it runs. Choose another DATA_DIR, or set DATABASE_URL.`,
  )
})
