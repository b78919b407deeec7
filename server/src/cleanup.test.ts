import { expect, test } from 'vitest'
import { testApp } from '../test/fixtures/app.ts'
import { aUser } from '../test/fixtures/factories.ts'
import { anOperator } from '../test/fixtures/operator.ts'
import { cleanUp } from './cleanup.ts'
import { sql } from './kernel/database/db.ts'
import { StorageUnavailable } from './kernel/storage/storage.ts'

const app = await testApp()
const { database, clock, deps } = app
const DAY = 24 * 3_600_000

test('storage that is unavailable holds up no other cleanup', async () => {
  const call = await anOperator(app)
  await call('POST', '/files?name=a.txt', 'text', { 'content-type': 'text/plain' })
  await app.as(await aUser(database))
  clock.pass(31 * DAY)
  const fails = () => Promise.reject(new StorageUnavailable('out of reach'))
  const storage = { ...deps.storage, remove: fails, sweepUnfinished: fails }
  await cleanUp({ ...deps, storage })
  const { sessions } = await database.one<{ sessions: number }>(sql`select count(*)::int as sessions from session`)
  expect(sessions).toBe(0)
})
