import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.mjs'

// One thread: the same count on every machine, and half the processor time of several that each work out the shared types again.
const options = ['--noEmit', '--pretty', 'false', '--singleThreaded', '--extendedDiagnostics']
const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

/** How far a project may grow above its figure in type-budget.json before the check fails. */
const TOLERANCE = 1.1

/**
 * Faults of a project's types, and whether checking them takes a tenth more instantiations than type-budget.json says: an editor does the
 * same work at every key.
 */
export const checkTypes = async (root, project) => {
  const { code, output } = await run(process.execPath, [compiler, '-p', project, ...options], {
    capture: true,
    cwd: root,
  })
  const faults = output.split('\n').filter(line => /^(?![\w ]+: +[\d.,]+\w?$)./.test(line))
  if (code) return faults
  const [, used] = /^Instantiations: +(\d+)/m.exec(output) ?? []
  const known = JSON.parse(readFileSync(join(root, 'scripts/checks/type-budget.json'), 'utf8'))[project]
  if (!used || !known) return [`${project}: the compiler says ${used} instantiations, type-budget.json ${known}`]
  if (Number(used) <= known * TOLERANCE) return []
  return [
    `${project}: ${used} instantiations, ${known} before: find the type that costs them, or raise type-budget.json`,
  ]
}
