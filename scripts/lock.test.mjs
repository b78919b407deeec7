import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.mjs'

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = `
  const { withLock } = await import(${JSON.stringify(new URL('lock.mjs', import.meta.url).href)})
  const { appendFileSync } = await import('node:fs')
  const { setTimeout: wait } = await import('node:timers/promises')
  await withLock(process.argv[1], async () => {
    appendFileSync(process.argv[1] + '.log', 'in\\n')
    process.stdout.write('holding')
    await wait(Number(process.argv[2]))
    appendFileSync(process.argv[1] + '.log', 'out\\n')
  })`
const holder = milliseconds =>
  spawn(process.execPath, ['--input-type=module', '-e', program, file, String(milliseconds)])

test('several processes hold the lock one after the other and leave no file behind', async () => {
  const processes = Array.from({ length: 4 }, () => holder(20))
  await Promise.all(processes.map(child => once(child, 'exit')))
  expect(readFileSync(`${file}.log`, 'utf8')).toBe('in\nout\n'.repeat(4))
  expect(readdirSync(folder)).toEqual(['lock.log'])
})

test('one of the waiting processes takes over the lock of a killed holder', async () => {
  const killed = holder(60_000)
  await once(killed.stdout, 'data')
  const waiting = [holder(20), holder(20)]
  killed.kill('SIGKILL')
  await Promise.all(waiting.map(child => once(child, 'exit')))
  expect(readFileSync(`${file}.log`, 'utf8')).toBe(`in\n${'in\nout\n'.repeat(2)}`)
})

test('a lock whose process id now belongs to another program is stale', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: '1' }))
  expect(await withLock(file, () => 'done')).toBe('done')
})

test('a lock that cannot be read is stale', async () => {
  writeFileSync(file, '{"pid":')
  expect(await withLock(file, () => 'done')).toBe('done')
})

test('a waiting process learns the holder, and failing work releases the lock', async () => {
  let told
  let free
  const first = withLock(file, () => new Promise((_, reject) => (free = reject)))
  const second = withLock(
    file,
    () => 'done',
    pid => {
      told = pid
      free(new Error('work failed'))
    },
  )
  await expect(first).rejects.toThrow('work failed')
  expect(await second).toBe('done')
  expect(told).toBe(process.pid)
  expect(existsSync(file)).toBe(false)
})
