// npm run check
import { requireNode } from './node-version.mjs'

requireNode()
const { prepare, root } = await import('./prepare.mjs')
await prepare()
const { runChecks } = await import('./checks/checks.mjs')
const { failed } = await runChecks(root)
process.exitCode = failed ? 1 : 0
