// npm run deploy: installs and builds what has changed, then leaves only the packages that running takes.
import { requireNode } from './node-version.mjs'

requireNode()
const { ofProduct, prepare, root } = await import('./prepare.mjs')
await prepare({ toServe: true })

const { npm } = await import('./run.mjs')
const { code } = await npm(['prune', '--omit=dev', ...ofProduct, '--loglevel=error', '--no-audit', '--no-fund'], {
  cwd: root,
})
process.exitCode = code
