import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from '../run.mjs'

const readJson = file => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

// Runs a test runner that writes its report into a file of a folder made for it.
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

/** A suite that crashed, ran nothing or ended ill without saying which test failed counts as one failure. */
export const honest = ({ name, passed = 0, failed = 0, skipped = 0, why }, code = 0) => {
  if (failed) return { name, passed, failed, skipped }
  if (code) return { name, passed, failed: 1, skipped, why: `ended with code ${code} though no test failed` }
  if (!passed) return { name, passed, failed: 1, skipped, why: 'ran no test' }
  return { name, passed, failed, skipped, ...(why && { why }) }
}

const count = (tests, status) => tests.filter(test => status.includes(test.status)).length

/** Counts of each vitest project (named by its folder) out of vitest's JSON report. */
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

/** Counts out of Playwright's JSON report; what only passed when tried again is counted as passed, and said. */
export const playwrightCounts = ({ stats, errors }, name = 'browser') => ({
  name,
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
  ...(stats.flaky && { why: `${stats.flaky} only at the second try` }),
})

/** Runs vitest projects (`[{ name, folder }]`) and answers a suite's counts for each. */
export const runVitest = async (root, projects, { env, capture } = {}) => {
  const { code, report } = await withReport(file =>
    run(
      process.execPath,
      [
        join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'),
        'run',
        ...projects.flatMap(({ project, name }) => ['--project', project ?? name]),
        '--retry=1',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { cwd: root, capture, env: { ...process.env, ...env } },
    ),
  )
  if (!report) return projects.map(({ name }) => honest({ name }, code || 1))
  const suites = vitestCounts(report, root, projects)
  const someFailed = suites.some(suite => suite.failed)
  return suites.map((suite, index) => honest(suite, index === 0 && !someFailed ? code : 0))
}

/** Runs the browser suite on a Chromium and answers its counts. */
export const runPlaywright = async (root, chromium, { name = 'browser', env } = {}) => {
  const { code, report } = await withReport(file =>
    run(
      process.execPath,
      [
        join(root, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--workers=2',
        '--retries=1',
        '--reporter=list,json',
      ],
      {
        cwd: join(root, 'e2e'),
        env: { ...process.env, ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    ),
  )
  return honest(report ? playwrightCounts(report, name) : { name }, code)
}
