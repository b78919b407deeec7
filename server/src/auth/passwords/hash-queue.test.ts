import { expect, test } from 'vitest'
import { openHashQueue } from './hash-queue.ts'

/** Work that ends when the test says so. */
const aWork = () => {
  let end = () => {}
  let isBegun = false
  const done = new Promise<void>(resolve => {
    end = resolve
  })
  const work = () => {
    isBegun = true
    return done
  }
  return { work, end: () => end(), isBegun: () => isBegun }
}

/** Lets pending promises settle. */
const settle = () => new Promise(resolve => setImmediate(resolve))

test('runs up to the limit concurrently, and the rest in order', async () => {
  const queue = openHashQueue({ concurrency: 2, waitingMax: 5 })
  const works = [aWork(), aWork(), aWork(), aWork()]
  const runs = works.map(({ work }) => queue.run(work))
  const begun = async () => {
    await settle()
    return works.map(({ isBegun }) => isBegun())
  }
  expect(await begun()).toEqual([true, true, false, false])
  works[1]?.end()
  expect(await begun()).toEqual([true, true, true, false])
  for (const { end } of works) end()
  await Promise.all(runs)
  expect(await begun()).toEqual([true, true, true, true])
})

test('fails with a Retry-After if too many are waiting; a patient caller waits', async () => {
  const queue = openHashQueue({ concurrency: 1, waitingMax: 1 })
  const [running, waiting, patient] = [aWork(), aWork(), aWork()]
  const runs = [queue.run(running.work), queue.run(waiting.work), queue.run(patient.work, { waitsForSlot: true })]
  await expect(queue.run(aWork().work)).rejects.toMatchObject({ code: 'unavailable', more: { retryAfter: 2 } })
  for (const { end } of [running, waiting, patient]) end()
  await Promise.all(runs)
  const late = aWork()
  const run = queue.run(late.work)
  expect(late.isBegun()).toBe(false)
  await settle()
  expect(late.isBegun()).toBe(true)
  late.end()
  await run
})

test('a failed work frees its slot', async () => {
  const queue = openHashQueue({ concurrency: 1, waitingMax: 1 })
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
