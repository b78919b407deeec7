// npm test: runs every check and every suite; --full adds the slow ones. The last line is the total.
import { requireNode } from './node-version.mjs'

requireNode()
const { prepare, root } = await import('./prepare.mjs')
const full = process.argv.includes('--full')
if (full) process.env.FULL = '1'

const start = performance.now()
await prepare()

const { runChecks } = await import('./checks/checks.mjs')
const { findChromium } = await import('./suites/chromium.mjs')
const { findNode, otherVersions, startOn } = await import('./suites/node-versions.mjs')
const { since } = await import('./say.mjs')
const { runPlaywright, runVitest } = await import('./suites/suites.mjs')

const suites = []
const reportSuites = (...added) => {
  for (const suite of added) {
    const { name, passed, failed, skipped, why } = suite
    console.log(
      `\n${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${why ? ` (${why})` : ''}`,
    )
    suites.push(suite)
  }
}
const reportSkipped = (name, sentence) => {
  const failed = process.env.CI === 'true' ? 1 : 0
  console.log(`\n${sentence}`)
  reportSuites({ name, passed: 0, failed, skipped: 1 - failed })
}
// A suite that cannot start counts as a failure and does not end the run.
const guarded = async (name, work) => {
  try {
    await work()
  } catch (error) {
    reportSuites({ name, passed: 0, failed: 1, skipped: 0, why: error.message })
  }
}

const browser = async () => {
  const chromium = await findChromium()
  if (chromium) reportSuites(await runPlaywright(root, chromium))
  else
    reportSkipped(
      'browser',
      'The browser suite needs Chromium, which is not installed and which only root can install: skipped.',
    )
}

const onPostgres15 = async () => {
  const { withPostgres15 } = await import('./suites/postgres-15.mjs')
  const name = 'server on PostgreSQL 15'
  const project = { project: 'server', name, folder: 'server' }
  const ran = await withPostgres15(url => runVitest(root, [project], { env: { TEST_DATABASE_URL: url, FULL: '0' } }))
  if (ran) reportSuites(...ran)
  else reportSkipped(name, 'The server suite on PostgreSQL 15 needs it installed, which only root can do: skipped.')
}

const onNode = version => async () => {
  const node = await findNode(version)
  reportSuites(await startOn(root, node, `start on Node ${version}`))
  const project = { project: 'server', name: `server on Node ${version}`, folder: 'server' }
  reportSuites(...(await runVitest(root, [project], { node, env: { FULL: '0' } })))
}

const onTwoProcesses = async () => {
  const { withPostgres15 } = await import('./suites/postgres-15.mjs')
  const { findNginx } = await import('./suites/nginx.mjs')
  const name = 'browser, two processes behind nginx'
  const chromium = await findChromium()
  const isComplete = chromium && (await findNginx()) && !process.env.WITHOUT_S3
  const run = url => runPlaywright(root, chromium, { name, env: { E2E_DATABASE_URL: url, FULL: '0' } })
  const ran = isComplete && (await withPostgres15(run))
  if (ran) reportSuites(ran)
  else
    reportSkipped(
      name,
      'Two processes need Chromium, nginx, PostgreSQL 15 and Swift, which only root can install: skipped.',
    )
}

const lookForSwift = async () => {
  const { findSwift } = await import('./suites/swift.mjs')
  if (await findSwift()) return
  process.env.WITHOUT_S3 = '1'
  reportSkipped(
    'S3 storage',
    "The S3 suite needs Debian's OpenStack Swift, which is not installed and which only root can install: skipped.",
  )
}

const lookForMailServers = async () => {
  const { findMailServers } = await import('./suites/mail-servers.mjs')
  if (await findMailServers()) return
  reportSkipped(
    'mail servers',
    "The suites of mail need Debian's Postfix, Dovecot, OpenDKIM, rspamd and swaks, which are not installed and which only root can install: skipped.",
  )
}

const projects = [
  { name: 'scripts', folder: 'scripts' },
  { name: 'contract', folder: 'contract' },
  { name: 'embedded-postgres', folder: 'embedded-postgres' },
  { name: 'server', folder: 'server' },
  { name: 'web', folder: 'web' },
]
await guarded('checks', async () => reportSuites({ name: 'checks', skipped: 0, ...(await runChecks(root)) }))
await guarded('PDF readers', async () => {
  const { findPdfReaders } = await import('./suites/pdf-readers.mjs')
  await findPdfReaders()
})
if (full) await guarded('S3 storage', lookForSwift)
if (full) await guarded('mail servers', lookForMailServers)
await guarded('vitest', async () => reportSuites(...(await runVitest(root, projects))))
if (full) await guarded('server on PostgreSQL 15', onPostgres15)
if (full) for (const version of otherVersions) await guarded(`server on Node ${version}`, onNode(version))
await guarded('browser', browser)
if (full) await guarded('browser, two processes behind nginx', onTwoProcesses)

const sum = key => suites.reduce((total, suite) => total + suite[key], 0)
console.log(`\n${full ? 'Full test' : 'Test'} run in ${since(start)}.`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`)
process.exit(sum('failed') ? 1 : 0)
