import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from '../run.mjs'

// At a terminal the tools draw what moves; a log gets a line a minute and no escape sequences.
const isWatched = process.stdout.isTTY === true
const plain = isWatched ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }
const reporter = (watched, file) => (isWatched ? watched : join(import.meta.dirname, file))

const readJson = file => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

// Calls a test runner with the path of a report file in a temporary folder, and reads the report.
const withReport = async work => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code } = await work(file)
    return { code, report: readJson(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts a suite as one failure if it crashed, ran no test, or exited with an error although no test failed. */
export const honest = ({ name, passed = 0, failed = 0, skipped = 0, why }, code = 0) => {
  if (failed) return { name, passed, failed, skipped }
  if (code) return { name, passed, failed: 1, skipped, why: `ended with code ${code} though no test failed` }
  if (!passed) return { name, passed, failed: 1, skipped, why: 'ran no test' }
  return { name, passed, failed, skipped, ...(why && { why }) }
}

const count = (tests, status) => tests.filter(test => status.includes(test.status)).length

/** The counts of each vitest project, found by its folder in vitest's JSON report. */
const vitestCounts = (report, root, projects) =>
  projects.map(({ name, folder }) => {
    const files = report.testResults.filter(({ name: file }) => relative(root, file).startsWith(`${folder}/`))
    const tests = files.flatMap(file => file.assertionResults)
    const broken = files.filter(
      file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
    )
    return {
      name,
      passed: count(tests, ['passed']),
      failed: count(tests, ['failed']) + broken.length,
      skipped: count(tests, ['skipped', 'pending', 'todo', 'disabled']),
    }
  })

/** The counts in Playwright's JSON report. A test that passed only when retried counts as passed and is mentioned. */
export const playwrightCounts = ({ stats, errors }, name = 'browser') => ({
  name,
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
  ...(stats.flaky && { why: `${stats.flaky} only at the second try` }),
})

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** Prints which files took longest, `[{ file, ms }]`, for whoever wants to shorten the run. */
const printSlowest = files => {
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 15)
  console.log(`\nSlowest: ${slowest.map(({ file, ms }) => `${file} ${Math.round(ms / 1000)} s`).join(', ')}`)
}

/** Runs vitest projects (`[{ name, folder }]`) and returns the counts of each; `node` is the Node to run them on. */
export const runVitest = async (root, projects, { env, capture, node = process.execPath } = {}) => {
  const { code, report } = await withReport(file =>
    run(
      node,
      [
        join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'),
        'run',
        ...projects.flatMap(({ project, name }) => ['--project', project ?? name]),
        '--retry=1',
        `--reporter=${reporter('dot', 'vitest-log-reporter.mjs')}`,
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { cwd: root, capture, env: { ...process.env, ...plain, ...env } },
    ),
  )
  if (!report) return projects.map(({ name }) => honest({ name }, code || 1))
  if (!capture)
    printSlowest(
      report.testResults.map(({ name, ...ran }) => ({ file: relative(root, name), ms: ran.endTime - ran.startTime })),
    )
  const suites = vitestCounts(report, root, projects)
  const someFailed = suites.some(suite => suite.failed)
  return suites.map((suite, index) => honest(suite, index === 0 && !someFailed ? code : 0))
}

/** Runs the browser suite in a Chromium and returns its counts. */
export const runPlaywright = async (root, chromium, { name = 'browser', env } = {}) => {
  const { code, report } = await withReport(file =>
    run(
      process.execPath,
      [
        join(root, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--retries=1',
        `--reporter=${reporter('list', 'playwright-log-reporter.mjs')},json`,
      ],
      {
        cwd: join(root, 'e2e'),
        env: { ...process.env, ...plain, ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    ),
  )
  if (!report) return honest({ name }, code)
  const durationOf = spec => spec.tests.flatMap(({ results }) => results).reduce((ms, { duration }) => ms + duration, 0)
  printSlowest(
    report.suites.map(suite => ({
      file: suite.file,
      ms: specsOf(suite).reduce((ms, spec) => ms + durationOf(spec), 0),
    })),
  )
  return honest(playwrightCounts(report, name), code)
}
