import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { aServiceCompany } from '../../../test/fixtures/factories.ts'
import { keepBusy } from '../../../test/fixtures/keep-busy.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { openDb, type Statement, sql, tx } from './db.ts'
import { retryGivenUp } from './failed-jobs.ts'
import { enqueue, JobFailed, type JobKind, openJobs } from './jobs.ts'

const database = await testDatabase()
const silent = pino({ level: 'silent' })

/** Each test uses kinds of its own, so that it does not see the jobs of others. */
let kinds = 0
const aKind = (run: JobKind['run'], options: Partial<JobKind> = {}): JobKind => ({
  kind: `test-${++kinds}`,
  atOnce: 4,
  delays: [10, 60],
  run,
  ...options,
})

const ask = async (kind: JobKind, ...payloads: string[]) => {
  const serviceCompanyId = await aServiceCompany(database)
  for (const payload of payloads) await enqueue(database, { kind: kind.kind, serviceCompanyId, payload })
}

type Row = { payload: string; tries: number; wait: number; given_up: boolean; last_error: string | null }
const left = (kind: JobKind) =>
  database.many<Row>(sql`select payload, tries, round(extract(epoch from due_at - now()))::int as wait,
    given_up_at is not null as given_up, last_error from job where kind = ${kind.kind} order by id`)

const bringForward = (kind: JobKind) => database.run(sql`update job set due_at = now() where kind = ${kind.kind}`)

test('each job runs once, oldest first, and is then deleted', async () => {
  const done: string[] = []
  const kind = aKind(async ({ payload }) => void done.push(payload), { atOnce: 1 })
  await ask(kind, 'a', 'b', 'c')
  await openJobs({ database, log: silent }, [kind]).runDue()
  expect(done).toEqual(['a', 'b', 'c'])
  expect(await left(kind)).toEqual([])
})

test('jobs that add one another do not each wait for the usual time between two polls', async () => {
  const most = 10
  const done: string[] = []
  const kind = aKind(async ({ payload }) => {
    done.push(payload)
    if (done.length < most) await enqueue(database, { kind: kind.kind, serviceCompanyId: null, payload })
  })
  await ask(kind, 'one')
  const jobs = openJobs({ database, log: silent }, [kind])
  const start = performance.now()
  jobs.start()
  try {
    await expect.poll(() => done.length, { timeout: 60_000, interval: 10 }).toBe(most)
  } finally {
    await jobs.stop()
  }
  // With 400 ms for each it takes 4 s.
  expect(performance.now() - start).toBeLessThan(3000)
})

test('where companies take turns, one with many jobs does not block the others', async () => {
  const done: string[] = []
  const kind = aKind(async ({ payload }) => void done.push(payload), { atOnce: 1, inTurns: true })
  await ask(kind, 'a1', 'a2', 'a3', 'a4')
  await ask(kind, 'b1', 'b2')
  await ask(kind, 'c1')
  await enqueue(database, { kind: kind.kind, serviceCompanyId: null, payload: 'nobody' })
  const jobs = openJobs({ database, log: silent }, [kind])
  await jobs.runDue()
  expect(done.filter(one => one !== 'nobody')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  expect(done).toContain('nobody')
  expect(await left(kind)).toEqual([])
})

test('jobs of one company claimed together are at most as many as there is room for', async () => {
  const done: string[] = []
  const kind = aKind(async ({ payload }) => void done.push(payload), { atOnce: 3, inTurns: true })
  await ask(kind, 'a1', 'a2', 'a3', 'a4')
  await openJobs({ database, log: silent }, [kind]).runDue()
  expect(done.sort()).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a kind with many jobs, of which one always ends while others are claimed, does not keep other kinds waiting', async () => {
  const slow = {
    ...database,
    many: <Row>(statement: Statement) => sleep(10).then(() => database.many<Row>(statement)),
  }
  let ended = 0
  const many = aKind(async () => void ended++)
  const endedBefore: number[] = []
  const other = aKind(async () => void endedBefore.push(ended))
  const count = 1500
  await database.run(sql`insert into job (kind, payload, due_at)
    select ${many.kind}, '', now() from generate_series(1, ${count}::int)`)
  const jobs = openJobs({ database: slow, log: silent }, [many, other])
  jobs.start()
  try {
    await expect.poll(() => ended, { timeout: 60_000, interval: 5 }).toBeGreaterThan(100)
    await ask(other, 'x')
    await expect.poll(() => endedBefore.length, { timeout: 60_000, interval: 5 }).toBe(1)
  } finally {
    await jobs.stop()
    await database.run(sql`delete from job where kind = ${many.kind}`)
  }
  // About thirty end until the next poll.
  expect(endedBefore[0]).toBeLessThan(300)
})

test('claiming a job takes no longer while very many of another kind wait', async () => {
  const done: string[] = []
  const [one, turning, many] = [
    aKind(async ({ payload }) => void done.push(payload), { atOnce: 1 }),
    aKind(async () => {}, { inTurns: true }),
    aKind(async () => {}),
  ]
  const sixtyTake = async () => {
    await ask(one, ...Array.from({ length: 60 }, (_, n) => String(n)))
    const start = performance.now()
    await openJobs({ database, log: silent }, [one, turning]).runDue()
    return performance.now() - start
  }
  await sixtyTake()
  const alone = await sixtyTake()
  await database.run(sql`insert into job (kind, payload, due_at)
    select ${many.kind}, '', now() from generate_series(1, 100000)`)
  await database.run(sql`analyze job`)
  try {
    const beside = await sixtyTake()
    expect(done).toHaveLength(180)
    // Where each claim reads the whole table, some fifteen times as long.
    expect(beside).toBeLessThan(5 * alone)
  } finally {
    await database.run(sql`delete from job where kind = ${many.kind}`)
  }
})

test.each([
  ['a kind that yields', { yields: true as const }, 1],
  ['another kind', {}, 4],
])('while the process is busy, jobs of %s run so many at once', async (_name, options, expected) => {
  let running = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++running)
    await sleep(50)
    running--
  }
  const kind = aKind(run, options)
  await ask(kind, 'a', 'b', 'c', 'd', 'e', 'f')
  const rest = keepBusy()
  try {
    const jobs = openJobs({ database, log: silent }, [kind])
    await sleep(400)
    await jobs.runDue()
  } finally {
    rest()
  }
  expect(most).toBe(expected)
  expect(await left(kind)).toEqual([])
})

test('a rollback leaves no job', async () => {
  const kind = aKind(async () => {})
  const serviceCompanyId = await aServiceCompany(database)
  const work = tx(database, async db => {
    await enqueue(db, { kind: kind.kind, serviceCompanyId, payload: 'x' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await left(kind)).toEqual([])
})

test('each failed attempt waits longer; the last one keeps the job and logs an error', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const kind = aKind(async () => {
    throw new Error('nobody there')
  })
  await ask(kind, 'x')
  const jobs = openJobs({ database, log }, [kind])
  await jobs.runDue()
  expect(await left(kind)).toEqual([{ payload: 'x', tries: 1, wait: 10, given_up: false, last_error: 'nobody there' }])
  await bringForward(kind)
  await jobs.runDue()
  expect((await left(kind))[0]).toMatchObject({ tries: 2, wait: 60, given_up: false })
  expect(lines.join('')).not.toContain('given up')
  await bringForward(kind)
  await jobs.runDue()
  expect((await left(kind))[0]).toMatchObject({ tries: 3, given_up: true, last_error: 'nobody there' })
  expect(lines.at(-1)).toContain('a job was given up')
  await bringForward(kind)
  await jobs.runDue()
  expect((await left(kind))[0]).toMatchObject({ tries: 3 })
})

test('a final failure is not retried, and a partly finished job keeps the rest', async () => {
  const kind = aKind(async ({ payload }) => {
    throw new JobFailed('refused', payload === 'never' ? { final: true } : { payload: 'rest' })
  })
  await ask(kind, 'never', 'whole')
  await openJobs({ database, log: silent }, [kind]).runDue()
  expect(await left(kind)).toMatchObject([
    { payload: 'never', given_up: true, tries: 1 },
    { payload: 'rest', given_up: false, tries: 1 },
  ])
})

test('two processes share the jobs, run none twice, and respect the limit of parallel jobs', async () => {
  const done: string[] = []
  let now = 0
  let most = 0
  const kind = aKind(
    async ({ payload }) => {
      now += 1
      most = Math.max(most, now)
      await sleep(2)
      done.push(payload)
      now -= 1
    },
    { atOnce: 3 },
  )
  const payloads = Array.from({ length: 40 }, (_, i) => String(i))
  await ask(kind, ...payloads)
  const second = openDb({ connection: database.connection, log: () => {} })
  try {
    const both = [database, second].map(db => openJobs({ database: db, log: silent }, [kind]).runDue())
    await Promise.all(both)
  } finally {
    await second.close()
  }
  expect(done.sort()).toEqual(payloads.sort())
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(6)
})

test('the job of a process that died is taken over when its lease ends, and the dead process changes nothing any more', async () => {
  let release = () => {}
  const hangs = new Promise<void>(resolve => {
    release = resolve
  })
  const begun: string[] = []
  const kind = aKind(async ({ tries }) => {
    begun.push(`try ${tries}`)
    if (tries === 1) {
      await hangs
      throw new Error('too late')
    }
  })
  await ask(kind, 'x')
  const first = openJobs({ database, log: silent }, [kind]).runDue()
  await expect.poll(() => begun).toEqual(['try 1'])
  const other = openJobs({ database, log: silent }, [kind])
  await other.runDue()
  expect(begun).toEqual(['try 1'])
  await bringForward(kind)
  await other.runDue()
  expect(begun).toEqual(['try 1', 'try 2'])
  release()
  await first
  expect(await left(kind)).toEqual([])
})

test('a job that ends in the transaction of its work is committed with it, or not at all', async () => {
  const kind = aKind(async ({ payload, finish }) => {
    await tx(database, async db => {
      await finish(db)
      if (payload === 'bad') throw new Error('no')
    })
  })
  await ask(kind, 'good', 'bad')
  await openJobs({ database, log: silent }, [kind]).runDue()
  expect(await left(kind)).toMatchObject([{ payload: 'bad', tries: 1, wait: 10, last_error: 'no' }])
})

test('the work of a process whose job was taken over is rolled back', async () => {
  await database.run(sql`create table done_once (payload text)`)
  let release = () => {}
  const hangs = new Promise<void>(resolve => {
    release = resolve
  })
  const begun: number[] = []
  const kind = aKind(async ({ payload, tries, finish }) => {
    begun.push(tries)
    await tx(database, async db => {
      await db.run(sql`insert into done_once values (${payload})`)
      if (tries === 1) await hangs
      await finish(db)
    })
  })
  await ask(kind, 'x')
  const first = openJobs({ database, log: silent }, [kind]).runDue()
  await expect.poll(() => begun).toEqual([1])
  await bringForward(kind)
  await openJobs({ database, log: silent }, [kind]).runDue()
  release()
  await first
  expect(await database.many(sql`select payload from done_once`)).toEqual([{ payload: 'x' }])
  expect(await left(kind)).toEqual([])
})

test('stopping waits for running jobs and claims no new ones', async () => {
  const done: string[] = []
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const kind = aKind(
    async ({ payload }) => {
      begin()
      await held
      done.push(payload)
    },
    { atOnce: 1 },
  )
  await ask(kind, 'a', 'b')
  const jobs = openJobs({ database, log: silent }, [kind])
  jobs.start()
  await begun
  const stopped = jobs.stop()
  release()
  await stopped
  expect(done).toEqual(['a'])
  expect(await left(kind)).toMatchObject([{ payload: 'b', tries: 0 }])
})

const askInOrder = async (kind: JobKind, orderingKey: string, ...payloads: string[]) => {
  const serviceCompanyId = await aServiceCompany(database)
  for (const payload of payloads) await enqueue(database, { kind: kind.kind, serviceCompanyId, payload, orderingKey })
}

test.each([{}, { inTurns: true as const }])(
  'jobs with the same key run one after the other in their order, beside those of other keys (%o)',
  async turns => {
    const begun: string[] = []
    const release = new Map<string, () => void>()
    const kind = aKind(async ({ payload }) => {
      begun.push(payload)
      await new Promise<void>(done => release.set(payload, done))
    }, turns)
    await askInOrder(kind, 'a', 'a1', 'a2', 'a3')
    await askInOrder(kind, 'b', 'b1', 'b2')
    // Two processes.
    const runs = [1, 2].map(() => openJobs({ database, log: silent }, [kind]).runDue())
    await expect.poll(() => begun.toSorted()).toEqual(['a1', 'b1'])
    release.get('a1')?.()
    await expect.poll(() => begun).toContain('a2')
    expect(begun).not.toContain('b2')
    release.get('b1')?.()
    await expect.poll(() => begun).toContain('b2')
    release.get('b2')?.()
    release.get('a2')?.()
    await expect.poll(() => begun).toContain('a3')
    release.get('a3')?.()
    await Promise.all(runs)
    expect(await left(kind)).toEqual([])
  },
)

test('a job that fails holds up those after it for three attempts, and one given up for none', async () => {
  const done: string[] = []
  const kind = aKind(
    async ({ payload }) => {
      if (payload === 'bad') throw new Error('no')
      done.push(payload)
    },
    { delays: [10, 10, 10, 10] },
  )
  await askInOrder(kind, 'x', 'bad', 'good')
  const jobs = openJobs({ database, log: silent }, [kind])
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await jobs.runDue()
    expect(done).toEqual([])
    await bringForward(kind)
  }
  await jobs.runDue()
  expect(done).toEqual(['good'])
  await database.run(sql`update job set given_up_at = now(), tries = 1 where kind = ${kind.kind}`)
  await askInOrder(kind, 'x', 'next')
  await jobs.runDue()
  expect(done).toEqual(['good', 'next'])
})

test('a failure whose reason has a NUL is stored, and the job is not run again at once', async () => {
  let runs = 0
  const kind = aKind(async ({ payload }) => {
    runs += 1
    // Some mail servers answer with one.
    throw new JobFailed('550 no\0 such user', { final: payload === 'final' })
  })
  await ask(kind, 'final', 'later')
  await openJobs({ database, log: silent }, [kind]).runDue()
  expect(runs).toBe(2)
  expect(await left(kind)).toMatchObject([
    { tries: 1, given_up: true, last_error: '550 no such user' },
    { tries: 1, given_up: false, last_error: '550 no such user', wait: 10 },
  ])
})

describe('a job whose process dies', () => {
  type Deaths = { is_running: boolean; deaths: number; is_aside: boolean; given_up: boolean; minutes: number }
  const stateOf = async (kind: JobKind) =>
    (
      await database.many<Deaths>(sql`select is_running, deaths, set_aside_at is not null as is_aside,
        given_up_at is not null as given_up, round(extract(epoch from due_at - now()) / 60)::int as minutes
        from job where kind = ${kind.kind}`)
    )[0]

  /** A process that dies while it runs what it claims. */
  const dying = async (kind: JobKind) => {
    const begun: string[] = []
    const never = new Promise<void>(() => undefined)
    const run: JobKind['run'] = ({ payload }) => {
      begun.push(payload)
      return never
    }
    const jobs = openJobs({ database, log: silent }, [{ ...kind, run }])
    void jobs.runDue()
    await expect.poll(() => begun.length).toBeGreaterThan(0)
    // The end of its lease.
    await bringForward(kind)
    return begun
  }

  test('at three of its runs in a row is set aside for an hour, and then runs', async () => {
    const done: string[] = []
    const kind = aKind(async ({ payload }) => void done.push(payload))
    await ask(kind, 'heavy')
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await dying(kind)
      expect(await stateOf(kind)).toMatchObject({ is_running: true, deaths })
    }
    const jobs = openJobs({ database, log: silent }, [kind])
    await jobs.runDue()
    expect(done).toEqual([])
    expect(await stateOf(kind)).toMatchObject({ is_aside: true, is_running: false, given_up: false, minutes: 60 })
    await bringForward(kind)
    await jobs.runDue()
    expect(done).toEqual(['heavy'])
    expect(await stateOf(kind)).toBeUndefined()
  })

  test('with nothing beside it is left to a person, who may try it again', async () => {
    const done: string[] = []
    const kind = aKind(async ({ payload }) => void done.push(payload))
    await ask(kind, 'heavy')
    await database.run(sql`update job set set_aside_at = now() where kind = ${kind.kind}`)
    await dying(kind)
    await openJobs({ database, log: silent }, [kind]).runDue()
    expect(done).toEqual([])
    expect(await stateOf(kind)).toMatchObject({ given_up: true, is_running: false, is_aside: false })
    const [{ id } = expect.fail()] = await database.many<{ id: number }>(
      sql`select id from job where kind = ${kind.kind}`,
    )
    await retryGivenUp(database, [id])
    await openJobs({ database, log: silent }, [kind]).runDue()
    expect(done).toEqual(['heavy'])
  })

  test('runs alone when it was set aside: others wait until it has ended', async () => {
    const events: string[] = []
    let open = () => {}
    const held = new Promise<void>(resolve => {
      open = resolve
    })
    const heavy = aKind(async () => {
      events.push('heavy begins')
      await held
      events.push('heavy ends')
    })
    const other = aKind(async () => void events.push('other'))
    await ask(heavy, 'x')
    await database.run(sql`update job set set_aside_at = now() where kind = ${heavy.kind}`)
    const jobs = openJobs({ database, log: silent }, [heavy, other])
    jobs.start()
    await expect.poll(() => events).toEqual(['heavy begins'])
    await ask(other, 'y')
    // Longer than the time between two polls.
    await sleep(1000)
    expect(events).toEqual(['heavy begins'])
    open()
    await expect.poll(() => events).toEqual(['heavy begins', 'heavy ends', 'other'])
    await jobs.stop()
  })

  test('starts anew to count after a run that failed by itself', async () => {
    const kind = aKind(async () => Promise.reject(new Error('no')), { delays: [0, 0, 0, 0, 0] })
    await ask(kind, 'x')
    await dying(kind)
    await dying(kind)
    await openJobs({ database, log: silent }, [{ ...kind, delays: [0, 0, 60] }]).runDue()
    expect(await stateOf(kind)).toMatchObject({ is_running: false, is_aside: false, deaths: 2 })
    await bringForward(kind)
    await dying(kind)
    expect(await stateOf(kind)).toMatchObject({ deaths: 0 })
  })
})

test.each([{}, { inTurns: true as const }])(
  'a company whose jobs are slow leaves room for those of the others: %o',
  async turns => {
    const begun: string[] = []
    let open = () => {}
    const held = new Promise<void>(resolve => {
      open = resolve
    })
    const kind = aKind(
      async ({ payload }) => {
        begun.push(payload)
        if (payload.startsWith('slow')) await held
      },
      { atOnce: 3, perCompany: 2, ...turns },
    )
    await ask(kind, 'slow 1', 'slow 2', 'slow 3', 'slow 4')
    const jobs = openJobs({ database, log: silent }, [kind])
    jobs.start()
    await expect.poll(() => begun).toEqual(['slow 1', 'slow 2'])
    await ask(kind, 'quick 1', 'quick 2')
    await expect.poll(() => begun).toEqual(['slow 1', 'slow 2', 'quick 1', 'quick 2'])
    open()
    await expect.poll(() => begun.length).toBe(6)
    await jobs.stop()
    expect(await left(kind)).toEqual([])
  },
)
