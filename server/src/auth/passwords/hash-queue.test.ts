import { expect, test } from 'vitest'
import { openHashQueue } from './hash-queue.ts'

/** Work that ends when it is told to. */
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

/** Lets what is ready go on. */
const settle = () => new Promise(resolve => setImmediate(resolve))

test('so many works go on at once, the others in turn', async () => {
  const queue = openHashQueue({ atOnce: 2, mostWaiting: 5 })
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

test('who finds too many waiting is told when to come back; a patient caller waits all the same', async () => {
  const queue = openHashQueue({ atOnce: 1, mostWaiting: 1 })
  const [running, waiting, patient] = [aWork(), aWork(), aWork()]
  const runs = [queue.run(running.work), queue.run(waiting.work), queue.run(patient.work, { patient: true })]
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

test('work that fails leaves its place to the next', async () => {
  const queue = openHashQueue({ atOnce: 1, mostWaiting: 1 })
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
