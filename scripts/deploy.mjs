// npm run deploy: installs and builds what has changed, then removes the packages that are only needed to build.
import { requireNode } from './node-version.mjs'

requireNode()
const { ofProduct, prepare, root } = await import('./prepare.mjs')
await prepare({ toServe: true })

const { npm } = await import('./run.mjs')
const { code } = await npm(['prune', '--omit=dev', ...ofProduct, '--loglevel=error', '--no-audit', '--no-fund'], {
  cwd: root,
})
process.exitCode = code
