import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { called } from '../../test/fixtures/command.ts'
import { aServiceCompany } from '../../test/fixtures/factories.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { sql } from '../kernel/database/db.ts'
import { enqueue, JobFailed, type JobKind, openJobs } from '../kernel/database/jobs.ts'
import { jobsCommand, jobsUsage } from './jobs-command.ts'

const database = await testDatabase()
const serviceCompanyId = await aServiceCompany(database)
await database.run(sql`update service_company set external_id = 'acme' where id = ${serviceCompanyId}`)

const run = (...args: string[]) =>
  called('jobs', { usage: jobsUsage, run: (args, streams) => jobsCommand(args, { database }, streams) }, args)

/** Runs the due jobs. While `refusing` is set, every job fails permanently. */
const runJobs = async (refusing: boolean): Promise<string[]> => {
  const done: string[] = []
  const kindOf = (kind: string): JobKind => ({
    kind,
    atOnce: 1,
    delays: [],
    run: async ({ payload }) => {
      if (refusing) throw new JobFailed('no such user', { final: true })
      done.push(payload)
    },
  })
  await openJobs({ database, log: pino({ level: 'silent' }) }, [kindOf('mail'), kindOf('sms')]).runDue()
  return done
}

beforeEach(async () => {
  await database.run(sql`delete from job`)
})

const giveUp = async (kind: string, payload: string) => {
  await enqueue(database, { kind, serviceCompanyId, payload })
  await runJobs(true)
}

test('a job that was given up is listed without its content and retried by id', async () => {
  await giveUp('mail', 'the first')
  await giveUp('mail', 'the second')
  await enqueue(database, { kind: 'mail', serviceCompanyId, payload: 'one that waits', delaySeconds: 3600 })
  const { code, out } = await run('list', '--json')
  expect(code).toBe(0)
  expect(out).not.toContain('the first')
  const [first, ...others] = JSON.parse(out) as { id: number }[]
  expect(first).toMatchObject({ kind: 'mail', serviceCompany: 'acme', lastError: 'no such user' })
  expect(others).toHaveLength(1)
  expect((await run('list')).out).toMatch(/mail {2}acme {2}given up \d{4}-.* no such user\n/)

  expect(await run('retry', String(first?.id))).toMatchObject({ code: 0, out: expect.stringContaining('1 jobs') })
  expect(await runJobs(false)).toEqual(['the first'])
  expect(JSON.parse((await run('list', '--json')).out)).toHaveLength(1)
})

test('all jobs of a kind are retried, all others are removed', async () => {
  await giveUp('mail', 'a mail')
  await giveUp('mail', 'another')
  await giveUp('sms', 'an old code')
  expect(JSON.parse((await run('retry', '--all', '--kind', 'mail', '--json')).out)).toEqual({ retried: 2 })
  expect(JSON.parse((await run('remove', '--all', '--json')).out)).toEqual({ removed: 1 })
  expect((await runJobs(false)).sort()).toEqual(['a mail', 'another'])
  expect((await run('list')).out).toBe('Nothing was given up.\n')
})

test.each([[[]], [['fly']], [['retry']], [['retry', 'x']], [['retry', '1', '--all']], [['list', '1']]])(
  'arguments %j are invalid',
  async args => {
    expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('portico jobs') })
  },
)

test('the id of a waiting or unknown job is refused, and no other job changes', async () => {
  await giveUp('mail', 'a mail')
  await enqueue(database, { kind: 'mail', serviceCompanyId, payload: 'one that waits', delaySeconds: 3600 })
  const [{ id: waiting }, { id }] = (await database.many<{ id: number }>(
    sql`select id from job order by given_up_at is not null`,
  )) as [{ id: number }, { id: number }]
  for (const act of ['retry', 'remove'])
    await expect(run(act, String(id), String(waiting))).rejects.toThrow(`No job ${waiting} was given up`)
  expect(await database.many(sql`select id from job where given_up_at is not null`)).toEqual([{ id }])
})
