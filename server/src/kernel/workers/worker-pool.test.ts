import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test, vi } from 'vitest'
import * as tasks from '../../../test/servers/hostile-tasks.ts'
import { hostileWorkerEntry } from '../../../test/servers/workers.ts'
import { WorkerLimitExceeded, WorkerQueueFull, WorkerTaskFailed } from './worker-errors.ts'
import { openWorkerPool, type WorkerPoolOptions } from './worker-pool.ts'
import type { WorkerTask } from './worker-task.ts'

// Hostile inputs take seconds of processor time, in processes with low priority.
vi.setConfig({ testTimeout: 60_000 })

const MB = 1024 * 1024
const company = (serviceCompanyId: number) => ({ serviceCompanyId })
const stranger = (address: string) => ({ address })

const opened: { stop(): Promise<void> }[] = []
afterAll(async () => {
  for (const pool of opened) await pool.stop()
})

const open = (options: Partial<WorkerPoolOptions> = {}) => {
  const pool = openWorkerPool({
    entry: hostileWorkerEntry,
    log: () => undefined,
    ...options,
  })
  opened.push(pool)
  return pool
}

/** A file that tasks wait for. */
const latch = () => {
  const path = join(tmpdir(), `portico-latch-${randomUUID()}`)
  return { path, open: () => writeFileSync(path, '') }
}

const pool = open({ memory: { heap: 128 * MB, resident: 512 * MB } })
const run = <I, O>(task: WorkerTask<I, O>, input: I, caller = company(1)) => pool.run(task, () => input, caller)

test('bytes arrive unchanged in both directions, and large ones do not block the event loop', async () => {
  await run(tasks.lengthOf, { bytes: Buffer.alloc(1) })
  const bytes = Buffer.alloc(25 * MB, 'portico')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const turned = await run(tasks.reversed, bytes)
  delay.disable()
  expect(Buffer.compare(Buffer.from(turned).reverse(), bytes)).toBe(0)
  expect(delay.max / 1e6).toBeLessThan(500)
})

test('an exception of a task reaches the caller as an internal error, and the process is kept', async () => {
  const before = await run(tasks.processId, undefined)
  await expect(run(tasks.throws, 'hit')).rejects.toThrow(WorkerTaskFailed)
  await expect(run(tasks.throws, 'hit')).rejects.toThrow('unforeseen hit')
  expect(await run(tasks.processId, undefined)).toBe(before)
})

test('an error of reading the input reaches the caller unchanged', async () => {
  const missing = new Error('missing')
  await expect(pool.run(tasks.lengthOf, () => Promise.reject(missing), company(1))).rejects.toBe(missing)
})

test.each([
  ['endless', tasks.endless, 'time'],
  ['backtracking', tasks.backtracking, 'time'],
  ['growing array', tasks.growingArray, 'memory'],
  ['inflating', tasks.inflating, 'memory'],
  ['exits', tasks.exits, 'crash'],
] as const)('%s: the task is ended, and the next one runs in a new process', async (_name, task, limit) => {
  const before = await run(tasks.processId, undefined)
  const error = await run(task as WorkerTask<undefined, unknown>, undefined).catch(
    (error: WorkerLimitExceeded) => error,
  )
  expect(error).toBeInstanceOf(WorkerLimitExceeded)
  expect(error).toMatchObject({ limit })
  expect(await run(tasks.processId, undefined)).not.toBe(before)
})

test('a worker process sees none of the secrets of the server', async () => {
  process.env.SECRET_KEY = 'of a test'
  const names = await open().run(tasks.variables, () => undefined, company(1))
  delete process.env.SECRET_KEY
  expect(names).not.toContain('SECRET_KEY')
  expect(names).not.toContain('DATABASE_URL')
})

test('a company has one task at a time, so the other process stays free for others', async () => {
  const { path, open } = latch()
  const load = [1, 2, 3].map(() => run(tasks.waitsFor, path, company(1)))
  await run(tasks.lengthOf, { bytes: Buffer.alloc(1) }, company(2))
  await run(tasks.lengthOf, { bytes: Buffer.alloc(1) }, company(3))
  open()
  await Promise.all(load)
})

test('unauthenticated callers of any number of addresses leave one process to companies', async () => {
  const { path, open } = latch()
  const load = [1, 2, 3, 4].map(one => pool.run(tasks.waitsFor, () => path, stranger(`192.0.2.${one}`)))
  await run(tasks.lengthOf, { bytes: Buffer.alloc(1) }, company(2))
  open()
  await Promise.all(load)
})

test('a full queue refuses the caller whose own load fills it, or everybody', async () => {
  const { path, open: end } = latch()
  const small = open({ waitingMax: { total: 4, perCaller: 2, strangers: 4 } })
  const wait = (caller: number) => small.run(tasks.waitsFor, () => path, company(caller))
  const refusal = (caller: number) => wait(caller).catch((error: WorkerQueueFull) => error)
  const first = [wait(1), wait(1), wait(1)]
  expect(await refusal(1)).toMatchObject({ name: 'WorkerQueueFull', ownLoad: true })
  const others = [wait(2), wait(3)]
  // The task of company 2 is running.
  const more = wait(4)
  expect(small.current()).toEqual({ waiting: 4, running: 2 })
  expect(await refusal(5)).toMatchObject({ name: 'WorkerQueueFull', ownLoad: false })
  end()
  await Promise.all([...first, ...others, more])
  await expect.poll(() => small.current()).toEqual({ waiting: 0, running: 0 })
  expect(small.ended()).toMatchObject({ done: 6, refused: 2 })
})

test('unauthenticated callers of any number of addresses leave room in the queue to companies', async () => {
  const { path, open: end } = latch()
  const small = open({ waitingMax: { total: 4, perCaller: 2, strangers: 2 } })
  const wait = (address: number) => small.run(tasks.waitsFor, () => path, stranger(`192.0.2.${address}`))
  const load = [wait(1), wait(2), wait(3)]
  expect(await wait(4).catch((error: WorkerQueueFull) => error)).toMatchObject({ ownLoad: false })
  await small.run(tasks.lengthOf, () => ({ bytes: Buffer.alloc(1) }), company(1))
  end()
  await Promise.all(load)
})

test('the input of a waiting task is not read yet', async () => {
  const { path, open } = latch()
  const reads: number[] = []
  const read = (one: number) => () => {
    reads.push(one)
    return path
  }
  const tasksOfOne = [1, 2].map(one => pool.run(tasks.waitsFor, read(one), company(1)))
  expect(reads).toEqual([1])
  open()
  await Promise.all(tasksOfOne)
  expect(reads).toEqual([1, 2])
})

test('processes end when there is nothing to do, and when the pool stops', async () => {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const hasty = open({ idleMs: 50 })
  const idle = await hasty.run(tasks.processId, () => undefined, company(1))
  await expect.poll(() => isAlive(idle)).toBe(false)
  const again = await hasty.run(tasks.processId, () => undefined, company(1))
  const endless = hasty.run(tasks.waitsFor, () => '/nowhere', company(1)).catch(error => error)
  const waiting = hasty.run(tasks.processId, () => undefined, company(1)).catch(error => error)
  await hasty.stop()
  expect(isAlive(again)).toBe(false)
  expect(await endless).toBeInstanceOf(Error)
  expect(await waiting).toBeInstanceOf(WorkerQueueFull)
  await expect(hasty.run(tasks.processId, () => undefined, company(1))).rejects.toThrow(WorkerQueueFull)
})
