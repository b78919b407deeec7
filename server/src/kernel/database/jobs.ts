import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, type Db, type Sql, sql, Unavailable } from './db.ts'

/**
 * A claimed job; `tries` includes this attempt. `isFollowed`: one with the same key waits for it. `deaths`: at how many attempts in a row its
 * process died, this one not among them.
 */
type Job = {
  id: number
  serviceCompanyId: number | null
  payload: string
  tries: number
  isFollowed: boolean
  deaths: number
}

/** A job as its kind gets it. */
export type RunningJob = Pick<Job, 'id' | 'payload' | 'tries'> & {
  /**
   * Ends the job in the transaction of its work, so that both are committed or neither; otherwise it ends after `run`. Throws if another process
   * has taken it over.
   */
  finish(db: Db): Promise<void>
}

/** One kind of work. */
export type JobKind = {
  kind: string
  /** How many jobs of this kind run in parallel in one process. */
  atOnce: number
  /** How many of them may be of one service company, so that one whose jobs are slow leaves room for the others; default: all. */
  perCompany?: number
  /** Whether jobs of this kind run one by one while the process is busy, so that people who wait for an answer come first. */
  yields?: true
  /** Seconds to wait after each failed attempt; after the last one the job is given up. */
  delays: readonly number[]
  /** Whether service companies take turns, so that one with many jobs does not block the others. */
  inTurns?: true
  /**
   * Runs the job; an exception is a failed attempt. After a crash a job may run twice, unless it has ended in the transaction of its work; one
   * that runs at three crashes in a row is set aside for an hour, then runs with no other beside it, and is given up if it ends its process again. A
   * job that takes longer than a minute must observe `signal`, which aborts when the process stops.
   */
  run(job: RunningJob, signal: AbortSignal): Promise<void>
}

/** A failed attempt with more information: `final` if retries are useless, or the payload that is left to do. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly final: boolean
  readonly payload: string | undefined
  constructor(message: string, { final = false, payload }: { final?: boolean; payload?: string } = {}) {
    // Replies of other servers are part of messages, and PostgreSQL stores no NUL: the outcome could not be written, and the job would run on.
    super(message.replaceAll('\0', ''))
    this.final = final
    this.payload = payload
  }
}

/**
 * Seconds after which another process takes over the job of a process that died; a live process renews its lease three times in that time.
 */
const LEASE = 30
/** Deaths of its process in a row after which a job is set aside, and for how many seconds: perhaps it is what ends its processes. */
const DEATHS_MAX = 3
const ASIDE = 3600
/** Milliseconds until the next poll. */
const POLL_MS = 400
/** The same after a poll that has started a job. Jobs often add jobs, and mail that arrives evenly is then processed evenly, not in bursts. */
const POLL_AGAIN_MS = 50
const SETTLE_MS = 1000
/** After the database was unavailable for this long, leases may have expired because their processes could not renew them. */
const AWAY_MS = (LEASE * 1000) / 2
/** Milliseconds that each process then has to renew its own leases before any process claims jobs. */
const RETURN_MS = 5000

/** The process is busy if its event loop works for more than this share of the time. */
const BUSY = 0.75
/** The shortest time that is measured for this, in milliseconds. */
const MEASURED_MS = 200

/**
 * Returns a function that tells whether this process was busy since the last measurement. A call that comes sooner than `MEASURED_MS` after
 * it gets the same answer again.
 */
const measureBusy = (): (() => boolean) => {
  let since = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const { idle, active, utilization } = performance.eventLoopUtilization(since)
    if (idle + active < MEASURED_MS) return isBusy
    isBusy = utilization > BUSY
    since = performance.eventLoopUtilization()
    return isBusy
  }
}

/** A job to add. Those of one kind with the same `orderingKey` run one after the other, in the order in which they were added. */
type NewJob = {
  kind: string
  serviceCompanyId: number | null
  payload: string
  delaySeconds?: number
  orderingKey?: string | undefined
}

/** Adds a job in the caller's transaction: it runs if and only if that transaction commits, after `delaySeconds` if given. */
export const enqueue = async (db: Db, job: NewJob): Promise<void> => {
  const { kind, serviceCompanyId, payload, delaySeconds = 0, orderingKey = null } = job
  await db.defer(sql`insert into job (service_company_id, kind, payload, ordering_key, due_at)
    values (${serviceCompanyId}, ${kind}, ${payload}, ${orderingKey}, now() + make_interval(secs => ${delaySeconds}))`)
}

/**
 * The last part of a statement, which adds a job for each row of `source`: in one statement with what the job is about it needs no transaction of
 * its own. `payload` is an expression of text.
 */
export const insertJobs = (
  { kind, serviceCompanyId }: Pick<NewJob, 'kind' | 'serviceCompanyId'>,
  { payload, source }: { payload: Sql; source: Sql },
): Sql => sql`insert into job (service_company_id, kind, payload, due_at)
  select ${serviceCompanyId}::bigint, ${kind}, ${payload}, now() from ${source}`

/** The attempts of a job for which those after it wait: a job that fails for hours must not hold up the others. */
const ORDERED_TRIES = 3

/** Condition for the jobs `j` that wait for no earlier one. */
const isNext: Sql = sql`(j.ordering_key is null or not exists (select from job earlier
  where earlier.kind = j.kind and earlier.ordering_key = j.ordering_key and earlier.id < j.id and earlier.given_up_at is null
    and earlier.tries <= ${ORDERED_TRIES}))`

/** What is returned of a claimed job. */
const jobColumns: Sql = sql`job.id, job.service_company_id as "serviceCompanyId", job.payload, job.tries, job.deaths,
  job.ordering_key is not null and exists (select from job later where later.kind = job.kind
    and later.ordering_key = job.ordering_key and later.id > job.id and later.given_up_at is null) as "isFollowed"`

/** What is set in a claimed job. One that still counts as running was claimed by a process that has died since. */
const claimed: Sql = sql`due_at = now() + make_interval(secs => ${LEASE}), tries = tries + 1,
  is_running = true, deaths = case when is_running then deaths + 1 else 0 end`

/** Condition for the jobs `j` that wait and are due. */
const isDue: Sql = sql`j.given_up_at is null and j.due_at <= now()`

// A claim that is lost with the database is made again, and a job may run twice anyway; the commits of what people do need not wait for it to be
// written to disk. Applies to the statement that reads it.
const notDurable: Sql = sql`relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)`

/** Which jobs a process has room for: how many, and of which companies it runs enough. */
type Room = { limit: number; full: number[] }

const hasRoom = ({ full }: Room): Sql =>
  full.length === 0 ? sql`true` : sql`(j.service_company_id is null or j.service_company_id <> all(${full}))`

// The company whose last turn was longest ago comes first, or one that had none.
const claimInTurn = async (db: Db, kind: string, room: Room): Promise<Job[]> =>
  db.many<Job>(sql`with ${notDurable}, due as materialized (
      select j.id, j.service_company_id from job j
      left join job_turn t on t.kind = j.kind and t.service_company_id = j.service_company_id
      where j.kind = ${kind} and ${isDue} and j.set_aside_at is null and ${isNext} and ${hasRoom(room)}
      order by t.taken_at nulls first, j.due_at, j.id limit ${room.limit} for update of j skip locked),
    turn as (
      insert into job_turn (kind, service_company_id, taken_at)
      select distinct ${kind}, service_company_id, now() from due where service_company_id is not null
      on conflict (kind, service_company_id) do update set taken_at = excluded.taken_at)
    update job set ${claimed} from due, relaxed where job.id = due.id and relaxed.setting = 'off'
    returning ${jobColumns}`)

// Uses only the database's clock: processes whose clocks differ must agree on when a lease ends.
const claim = async (db: Db, { kind, inTurns }: JobKind, room: Room): Promise<Job[]> => {
  if (inTurns) return claimInTurn(db, kind, room)
  const jobs = await db.many<Job>(sql`with ${notDurable}, due as materialized (
      select j.id from job j where j.kind = ${kind} and ${isDue} and j.set_aside_at is null and ${isNext} and ${hasRoom(room)}
      order by j.due_at, j.id limit ${room.limit} for update of j skip locked)
    update job set ${claimed} from due, relaxed where job.id = due.id and relaxed.setting = 'off'
    returning ${jobColumns}`)
  return jobs.sort((a, b) => a.id - b.id)
}

/** Claims a job of these kinds that was set aside and has waited. Durable: whether it ends its process again must be known after that. */
const claimSetAside = (db: Db, kinds: readonly JobKind[]): Promise<(Job & { kind: string })[]> =>
  db.many(sql`with due as materialized (
      select j.id from job j where j.kind = any(${kinds.map(({ kind }) => kind)}) and ${isDue} and j.set_aside_at is not null
      order by j.due_at, j.id limit 1 for update of j skip locked)
    update job set ${claimed} from due where job.id = due.id returning job.kind, ${jobColumns}`)

/** Those of `kinds` that have jobs that are due, whether or not they wait for earlier ones; and whether one that was set aside is. */
const kindsDue = async (db: Db, kinds: readonly JobKind[]): Promise<{ due: JobKind[]; isAsideDue: boolean }> => {
  const found = await db.many<{ kind: string; isDue: boolean; isAsideDue: boolean }>(sql`
    select k.kind, exists (select from job j where j.kind = k.kind and ${isDue} and j.set_aside_at is null) as "isDue",
      exists (select from job j where j.kind = k.kind and ${isDue} and j.set_aside_at is not null) as "isAsideDue"
    from unnest(${kinds.map(({ kind }) => kind)}::text[]) k (kind)`)
  const due = new Set(found.flatMap(one => (one.isDue ? [one.kind] : [])))
  return { due: kinds.filter(({ kind }) => due.has(kind)), isAsideDue: found.some(one => one.isAsideDue) }
}

// A job that is ending is locked by the transaction of its work, and cannot be claimed either.
const renew = (db: Db, ids: number[]) =>
  db.run(sql`update job set due_at = now() + make_interval(secs => ${LEASE})
    from (select id from job where id = any(${ids}) for update skip locked) own where job.id = own.id`)

/** Jobs of a process that is told to stop: what is left of them says nothing against them. */
const markStopped = (db: Db, ids: number[]) => db.run(sql`update job set is_running = false where id = any(${ids})`)

// `tries` shows whether the job still belongs to this process.
const finish = (db: Db, { id, tries }: Job) => db.run(sql`delete from job where id = ${id} and tries = ${tries}`)

const postpone = (db: Db, { id, tries }: Job, { message, payload }: JobFailed, seconds: number) =>
  db.run(sql`update job set due_at = now() + make_interval(secs => ${seconds}), last_error = ${message},
    is_running = false, set_aside_at = null, payload = coalesce(${payload ?? null}, payload) where id = ${id} and tries = ${tries}`)

const giveUp = (db: Db, { id, tries }: Job, { message, payload }: JobFailed) =>
  db.run(sql`update job set given_up_at = now(), last_error = ${message}, is_running = false, set_aside_at = null, payload = coalesce(${payload ?? null}, payload)
    where id = ${id} and tries = ${tries}`)

const setAside = (db: Db, { id, tries }: Job) =>
  db.run(sql`update job set set_aside_at = now(), due_at = now() + make_interval(secs => ${ASIDE}), is_running = false,
    last_error = 'The process died while this ran, three times in a row' where id = ${id} and tries = ${tries}`)

/** How many jobs wait and how many were given up, in the whole installation. */
export const jobCounts = (db: Db): Promise<{ waiting: number; given_up: number }> =>
  db.one(sql`select (count(*) filter (where given_up_at is null))::int as waiting,
    (count(*) filter (where given_up_at is not null))::int as given_up from job`)

/** See {@link openJobs}. */
export type Jobs = {
  /** Starts polling for jobs. */
  start(): void
  /** Claims no more jobs and waits for running ones. */
  stop(): Promise<void>
  /** Runs all jobs that are due now, for tests. */
  runDue(): Promise<void>
}

/** Runs the jobs of these kinds in this process; any number of processes may do so. */
export const openJobs = ({ database, log }: { database: Database; log: FastifyBaseLogger }, kinds: JobKind[]): Jobs => {
  const running = new Map<Job & { kind: JobKind }, Promise<void>>()
  const active = new Map<JobKind, number>(kinds.map(kind => [kind, 0]))
  /** The kinds of which the last claim found as many jobs as there was room for. */
  const withMore = new Set<JobKind>()
  const pulls = new Map<JobKind, Promise<void>>()
  const isBusy = measureBusy()
  let polling: Promise<void> | undefined
  let pollTimer: NodeJS.Timeout | undefined
  let renewTimer: NodeJS.Timeout | undefined
  let stopped = false
  /** A job that was set aside runs, or waits until nothing else does. */
  let isAlone = false
  const stopping = new AbortController()
  let begun = 0
  /** When jobs were last claimed or renewed after the start, and from when on they may be claimed. */
  let heardAt: number | undefined
  let claimFrom = 0

  /** Runs a job; returns the statement that stores its outcome. */
  const attempt = async (kind: JobKind, job: Job): Promise<() => Promise<unknown>> => {
    const { id, payload, tries } = job
    let isFinished = false
    const finishIn = async (db: Db) => {
      if ((await finish(db, job)) === 0) throw new JobFailed('another process has taken the job over')
      isFinished = true
    }
    try {
      await kind.run({ id, payload, tries, finish: finishIn }, stopping.signal)
      return isFinished ? () => Promise.resolve() : () => finish(database, job)
    } catch (error) {
      const failed = error instanceof JobFailed ? error : new JobFailed(String((error as Error)?.message ?? error))
      const delay = kind.delays[job.tries - 1]
      const isReported = { job: job.id, kind: kind.kind, tries: job.tries, reason: failed.message }
      if (failed.final || delay === undefined) {
        log.error(isReported, 'a job was given up; it is kept in the table job')
        return () => giveUp(database, job, failed)
      }
      log.warn({ ...isReported, seconds: delay }, 'a job failed and will be tried again')
      return () => postpone(database, job, failed, delay)
    }
  }

  /** Stores the outcome however long the database is unavailable, because the job must not run twice for that reason. */
  const perform = async (kind: JobKind, job: Job) => {
    const write = await attempt(kind, job)
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        if (stopped || !(error instanceof Unavailable)) throw error
        await sleep(SETTLE_MS)
      }
    }
  }

  const begin = (kind: JobKind, claimed: Job): Promise<void> => {
    const job = { ...claimed, kind }
    begun += 1
    active.set(kind, (active.get(kind) ?? 0) + 1)
    const done = perform(kind, job)
      .catch(error => log.error({ err: error, job: job.id }, 'the outcome of a job could not be written'))
      .finally(() => {
        active.set(kind, (active.get(kind) ?? 1) - 1)
        running.delete(job)
        if (withMore.has(kind) || job.isFollowed) void pull(kind)
      })
    running.set(job, done)
    return done
  }

  const warnOfJobs = (error: unknown) => log.warn({ err: error }, 'jobs could not be read')
  const wasAway = () => heardAt !== undefined && performance.now() - heardAt > AWAY_MS
  const noteContact = () => {
    if (heardAt === undefined) return
    // The first process to reconnect must not take jobs that others have finished but could not settle.
    if (wasAway()) claimFrom = performance.now() + RETURN_MS
    heardAt = performance.now()
  }
  const renewAll = async () => {
    const ids = [...running.keys()].map(({ id }) => id)
    await renew(database, ids)
    noteContact()
  }

  /** How many jobs of a kind may be claimed. A claim may bring those of one company alone. */
  const roomOf = (kind: JobKind): Room => {
    const free = (kind.yields && isBusy() ? 1 : kind.atOnce) - (active.get(kind) ?? 0)
    const { perCompany } = kind
    if (perCompany === undefined) return { limit: free, full: [] }
    const counts = new Map<number, number>()
    for (const { kind: its, serviceCompanyId: id } of running.keys())
      if (its === kind && id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
    const full = [...counts].flatMap(([id, count]) => (count >= perCompany ? [id] : []))
    const most = Math.max(0, ...[...counts.values()].filter(count => count < perCompany))
    return { limit: Math.min(free, perCompany - most), full }
  }

  /** Claims as many jobs as there is room for; calls run one after the other, so that two do not count the same room. */
  const pull = (kind: JobKind): Promise<void> => {
    const next = (pulls.get(kind) ?? Promise.resolve()).then(async () => {
      const room = roomOf(kind)
      if (stopped || isAlone || room.limit <= 0) return
      if (wasAway()) await renewAll()
      if (stopped || isAlone || performance.now() < claimFrom) return
      const jobs = await claim(database, kind, room)
      noteContact()
      if (jobs.length === room.limit || room.full.length > 0) withMore.add(kind)
      else withMore.delete(kind)
      for (const job of jobs) {
        if (job.deaths < DEATHS_MAX) void begin(kind, job)
        else {
          await setAside(database, job)
          log.error(
            { job: job.id, kind: kind.kind },
            'a job ran at three deaths of its process in a row; it is set aside for an hour',
          )
        }
      }
    })
    const quiet = next.catch(warnOfJobs).finally(() => {
      if (pulls.get(kind) === quiet) pulls.delete(kind)
    })
    pulls.set(kind, quiet)
    return quiet
  }

  /** Claims jobs of each kind that has some; returns whether any has begun. */
  const poll = async (): Promise<boolean> => {
    if (wasAway()) await renewAll()
    const before = begun
    const { due, isAsideDue } = await kindsDue(database, kinds)
    noteContact()
    await Promise.all(due.map(kind => pulls.get(kind) ?? pull(kind)))
    if (isAsideDue && !isAlone) void runAlone().catch(warnOfJobs)
    return begun > before
  }

  /** Runs a job that was set aside when nothing else runs in this process; what died with it again is left to a person. */
  const runAlone = async () => {
    isAlone = true
    try {
      await Promise.all([...pulls.values(), ...running.values()])
      if (stopped) return
      const [job] = await claimSetAside(database, kinds)
      const kind = kinds.find(one => one.kind === job?.kind)
      if (!job || !kind) return
      if (job.deaths > 0) {
        log.error(
          { job: job.id, kind: kind.kind },
          'a job was given up, because its process died with nothing beside it',
        )
        await giveUp(
          database,
          job,
          new JobFailed('The process died while this ran, four times, at last with nothing beside it'),
        )
      } else await begin(kind, job)
    } finally {
      isAlone = false
    }
  }

  const pollIn = (milliseconds: number) => {
    pollTimer = setTimeout(() => {
      polling = poll()
        .catch(error => {
          warnOfJobs(error)
          return false
        })
        .then(hasBegun => {
          if (!stopped) pollIn(hasBegun ? POLL_AGAIN_MS : POLL_MS)
        })
    }, milliseconds)
  }

  const idle = async () => {
    await polling
    await Promise.all(pulls.values())
    while (running.size > 0) {
      await Promise.all(running.values())
      await Promise.all(pulls.values())
    }
  }

  return {
    start() {
      heardAt = performance.now()
      const renewPeriodically = () => {
        if (running.size === 0) return
        renewAll().catch(error => log.warn({ err: error }, 'leases of jobs could not be renewed'))
      }
      pollIn(POLL_MS)
      renewTimer = setInterval(renewPeriodically, (LEASE * 1000) / 3)
    },
    async stop() {
      stopped = true
      stopping.abort()
      clearTimeout(pollTimer)
      clearInterval(renewTimer)
      const ids = [...running.keys()].map(({ id }) => id)
      if (ids.length > 0)
        await markStopped(database, ids).catch(error => log.warn({ err: error }, 'running jobs could not be marked'))
      await idle()
    },
    async runDue() {
      // A job may add other jobs.
      for (let before = -1; before !== begun; ) {
        before = begun
        await Promise.all(kinds.map(pull))
        await idle()
        if ((await kindsDue(database, kinds)).isAsideDue) await runAlone()
      }
    },
  }
}
