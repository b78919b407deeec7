import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
/** Below `node_modules`, from where bundled programs find their packages. */
const cache = join(repository, 'node_modules/.cache')

/**
 * Bundles the programs of worker processes as `npm run build` does. Their sources would be compiled again at each start of a process, which
 * takes more processor time than most tasks.
 */
export const bundleWorkers = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'portico-test-workers-'))
  await build({
    absWorkingDir: repository,
    entryPoints: { worker: 'server/src/worker.ts', 'hostile-worker': 'server/test/servers/hostile-worker.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: {
      '@portico/contract': join(repository, 'contract/src'),
      '@portico/embedded-postgres': join(repository, 'embedded-postgres/src/embedded-postgres.ts'),
    },
    logLevel: 'warning',
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
