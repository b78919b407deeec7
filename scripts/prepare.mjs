import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh, isInstalled, parts } from './freshness.mjs'
import { withLock } from './lock.mjs'
import { npm, run } from './run.mjs'
import { step, stop } from './say.mjs'

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

const install = () =>
  step('Installing the packages (npm ci)', 'Packages installed', async () => {
    const { code } = await npm(
      ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'],
      {
        cwd: root,
      },
    )
    if (code) stop('The packages could not be installed: npm says why above.')
    if (!isInstalled(root)) stop('npm ci ended well, but node_modules does not match package-lock.json.')
  })

const build = names =>
  step(`Building ${names.join(' and ')}`, 'Built', async () => {
    const { code } = await run(process.execPath, [join(root, 'scripts/build.mjs'), ...names], { cwd: root })
    if (code) stop('The build failed: the lines above say why.')
  })

const stale = () => Object.keys(parts).filter(name => !isFresh(root, parts[name]))

/** Installs and builds what is not in step with the clone's files; one process at a time. */
export const prepare = async ({ built = true } = {}) => {
  const isReady = () => isInstalled(root) && (!built || stale().length === 0)
  if (isReady()) return
  const waiting = pid => console.log(`Process ${pid} is installing or building here: waiting for it …`)
  const work = async () => {
    if (!isInstalled(root)) await install()
    const names = built ? stale() : []
    if (names.length) await build(names)
  }
  await withLock(join(root, '.prepare.lock'), work, waiting)
}
