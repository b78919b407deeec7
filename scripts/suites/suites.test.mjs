import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run } from '../run.mjs'
import { everyMinute } from './every-minute.mjs'
import { honest, playwrightCounts, runVitest } from './suites.mjs'

const product = join(import.meta.dirname, '../..')
let root
beforeEach(() => {
  // Inside the repository, so that the sample finds the installed packages.
  root = mkdtempSync(join(product, 'node_modules/.sample-'))
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    "export default { test: { projects: ['one', 'two'].map(name => ({ test: { name, root: name, include: ['*.test.mjs'] } })) } }",
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const suite = (name, body) => {
  mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, name, 'some.test.mjs'), `import { expect, test } from 'vitest'\n${body}`)
}
const ran = () =>
  runVitest(
    root,
    [
      { name: 'one', folder: 'one' },
      { name: 'two', folder: 'two' },
    ],
    { capture: true },
  )

test('counts passed, failed and skipped tests for each project', async () => {
  suite('one', "test('a', () => {}); test('b', () => {}); test.skip('c', () => {})")
  suite('two', "test('d', () => expect(1).toBe(2)); test('e', () => {})")
  expect(await ran()).toMatchObject([
    { name: 'one', passed: 2, failed: 0, skipped: 1 },
    { name: 'two', passed: 1, failed: 1, skipped: 0 },
  ])
})

test('a file that fails to load and a project without tests are failures', async () => {
  suite('one', "throw new Error('broken')")
  expect(await ran()).toMatchObject([
    { name: 'one', passed: 0, failed: 1 },
    { name: 'two', passed: 0, failed: 1, why: 'ran no test' },
  ])
})

test('an error outside every test is a failure', async () => {
  suite('one', "test('a', () => void Promise.reject(new Error('astray')))")
  suite('two', "test('b', () => {})")
  expect(await ran()).toMatchObject([
    { passed: 1, failed: 1 },
    { passed: 1, failed: 0 },
  ])
})

test('a log has what failed, and no escape sequences', async () => {
  suite('one', "test('a', () => {})")
  suite('two', "test('b', () => expect({ of: 'two' }).toEqual({ of: 'three' }))")
  const { output } = await run(
    process.execPath,
    [
      '-e',
      `import('${join(import.meta.dirname, 'suites.mjs')}').then(({ runVitest }) => runVitest('${root}', [{ name: 'one' }, { name: 'two' }]))`,
    ],
    { capture: true },
  )
  expect(output).toContain('some.test.mjs > b')
  expect(output).not.toContain('\u001b')
})

test('each test is counted, and a line a minute tells', () => {
  vi.useFakeTimers()
  const lines = []
  const progress = everyMinute(line => lines.push(line))
  progress.count(false)
  progress.count(true)
  vi.advanceTimersByTime(119_000)
  progress.stop()
  vi.advanceTimersByTime(119_000)
  vi.useRealTimers()
  expect(lines).toEqual([expect.stringContaining('1 passed, 1 failed so far')])
})

test('a browser test that passed when retried counts as passed and is mentioned', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] }
  expect(playwrightCounts(report)).toEqual({
    name: 'browser',
    passed: 4,
    failed: 1,
    skipped: 2,
    why: '1 only at the second try',
  })
})

test('a suite that crashed without counts is one failure', () => {
  expect(honest({ name: 'x' }, 137)).toMatchObject({ passed: 0, failed: 1 })
  expect(honest({ name: 'x', passed: 5 }, 1)).toMatchObject({ passed: 5, failed: 1 })
})
