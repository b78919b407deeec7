// The static checks: everything that can be verified without running the product.
import { join } from 'node:path'
import { run } from '../run.mjs'
import { since } from '../say.mjs'
import { checkTypes } from './check-types.mjs'

// Runs a tool from the installed packages, whatever folder it checks.
const tool = (root, path, args) =>
  run(process.execPath, [join(import.meta.dirname, '../../node_modules', path), ...args], { capture: true, cwd: root })

const byTool = (path, args) => async root => {
  const { code, output } = await tool(root, path, args)
  if (!code) return []
  return output.trim().split('\n')
}

const workspaces = ['contract', 'embedded-postgres', 'server', 'web', 'e2e', 'bench']

/** The checks by name. Each takes the root folder and returns its problems, one per line. */
export const checks = {
  ...Object.fromEntries(workspaces.map(name => [`types ${name}`, root => checkTypes(root, name)])),
  // The staff's program has routes and texts of its own.
  'types web, staff': root => checkTypes(root, 'web/tsconfig.staff.json'),
  'lint and format': byTool('@biomejs/biome/bin/biome', [
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--max-diagnostics=20',
    '.',
  ]),
  imports: async root => (await import('./check-imports.mjs')).checkImports(root),
  'lock file': async root => (await import('./check-lock-file.mjs')).checkLockFile(root),
  'list of libraries': async root => (await import('./check-stack.mjs')).checkStack(root),
  'unused code': byTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  'catalogue keys': async root => (await import('./check-catalogue.mjs')).checkCatalogue(root),
  'query keys': async root => (await import('./check-query-keys.mjs')).checkQueryKeys(root),
  'bundle budget': async root => (await import('./check-bundle.mjs')).checkBundle(root),
  citations: async root => (await import('./check-citations.mjs')).checkCitations(root),
  'decision records': async root => (await import('./check-decisions.mjs')).checkDecisions(root),
  'regular expressions': async root => (await import('./check-expressions.mjs')).checkExpressions(root),
  openapi: async root => (await import('./check-openapi.mjs')).checkOpenapi(root),
}

const runCheck = async (root, name) => {
  const start = performance.now()
  const problems = await checks[name](root).catch(error => [error.message])
  const mark = problems.length ? '✗' : '✓'
  console.log(`${mark} ${name.padEnd(18)}${since(start).padStart(8)}`)
  for (const line of problems) console.log(`    ${line}`)
  return problems.length === 0
}

/** Runs the checks of these names, all of them by default, two at a time, and returns `{ passed, failed }`. */
export const runChecks = async (root, chosen = Object.keys(checks)) => {
  const names = [...chosen]
  const results = []
  const worker = async () => {
    for (let name = names.shift(); name; name = names.shift()) results.push(await runCheck(root, name))
  }
  await Promise.all([worker(), worker()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
