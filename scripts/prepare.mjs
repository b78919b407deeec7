import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh, isInstalled, parts, product } from './freshness.mjs'
import { withLock } from './lock.mjs'
import { npm, run } from './run.mjs'
import { step, stop } from './say.mjs'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** npm arguments that select the workspaces of the product. */
export const ofProduct = [...product.flatMap(name => ['--workspace', name]), '--include-workspace-root']

const install = purpose =>
  step('Installing the packages (npm ci)', 'Packages installed', async () => {
    const options = ['--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund']
    const { code } = await npm(['ci', ...options, ...(purpose === 'everything' ? [] : ofProduct)], { cwd: root })
    if (code) stop('The packages could not be installed: npm says why above.')
    if (!isInstalled(root, purpose)) stop('npm ci ended well, but node_modules does not match package-lock.json.')
  })

const build = names =>
  step(`Building ${names.join(' and ')}`, 'Built', async () => {
    const { code } = await run(process.execPath, [join(root, 'scripts/build.mjs'), ...names], { cwd: root })
    if (code) stop('The build failed: the lines above say why.')
  })

const stale = () => Object.keys(parts).filter(name => !isFresh(root, parts[name]))

/**
 * Installs and builds whatever is out of date; one process at a time. `toServe` skips the packages that only test and measure the
 * product, and also those that build it if the build is fresh.
 */
export const prepare = async ({ built = true, toServe = false } = {}) => {
  const purpose = toServe ? 'build' : 'everything'
  const isReady = () => {
    const isBuilt = !built || stale().length === 0
    return isBuilt && isInstalled(root, toServe ? 'run' : purpose)
  }
  if (isReady()) return
  const waiting = pid => console.log(`Process ${pid} is installing or building here: waiting for it …`)
  const work = async () => {
    const names = built ? stale() : []
    if (!isInstalled(root, purpose)) await install(purpose)
    if (names.length) await build(names)
  }
  await withLock(join(root, '.prepare.lock'), work, waiting)
}
