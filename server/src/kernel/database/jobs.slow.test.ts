import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { silentProxy } from '../../../test/servers/silent-proxy.ts'
import { openDb, sql } from './db.ts'
import { enqueue, type JobKind, openJobs } from './jobs.ts'

const database = await testDatabase()
const log = pino({ level: 'silent' })

test('finished jobs do not run again after the database was unavailable for longer than a lease', {
  timeout: 300_000,
}, async () => {
  const [payloads, awayMs] = [['a', 'b', 'c', 'd', 'e', 'f'], 45_000]
  const done: string[] = []
  let finish = () => {}
  const away = new Promise<void>(resolve => {
    finish = resolve
  })
  const kind: JobKind = {
    kind: 'test',
    atOnce: 2,
    delays: [1, 1, 1],
    run: async ({ payload }) => {
      done.push(payload)
      await away
    },
  }
  const proxy = await silentProxy(database.connection)
  const pools = [1, 2].map(() => openDb({ connection: proxy.connection, log: () => {} }))
  const processes = pools.map(pool => openJobs({ database: pool, log }, [kind]))
  for (const payload of payloads) await enqueue(database, { kind: kind.kind, serviceCompanyId: null, payload })
  for (const process of processes) process.start()
  await expect.poll(() => done.length).toBe(4)
  proxy.refuse()
  finish()
  await sleep(awayMs)
  proxy.accept()
  await expect.poll(() => database.many(sql`select payload from job`), { timeout: 60_000 }).toEqual([])
  for (const process of processes) await process.stop()
  for (const pool of pools) await pool.close()
  expect(done.toSorted()).toEqual(payloads)
})
