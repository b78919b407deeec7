// Builds the server and the web app, or only the named ones: node scripts/build.mjs [server] [web]
import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { compressFolder } from './compress.mjs'
import { building, parts } from './freshness.mjs'
import { run } from './run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const buildServer = async () => {
  rmSync(join(root, 'server/dist'), { recursive: true, force: true })
  await bundle({
    absWorkingDir: root,
    // A separate entry point, so that worker processes do not load modules that only the server needs.
    entryPoints: ['server/src/main.ts', 'server/src/worker.ts'],
    outdir: 'server/dist',
    bundle: true,
    // Keeps dynamic imports, such as the PDF reader, out of the main bundle.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: {
      '@portico/contract': join(root, 'contract/src'),
      '@portico/embedded-postgres': join(root, 'embedded-postgres/src/embedded-postgres.ts'),
    },
    sourcemap: true,
    logLevel: 'warning',
  })
  cpSync(join(root, 'server/src/migrations'), join(root, 'server/dist/migrations'), { recursive: true })
}

const buildWeb = async () => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // The customers' program, which empties the folder, and the staff's.
  for (const mode of ['production', 'staff']) {
    const args = ['build', '--mode', mode, '--logLevel', 'warn']
    const { code } = await run(process.execPath, [vite, ...args], { cwd: join(root, 'web') })
    if (code) throw new Error('vite build failed')
  }
  await compressFolder(join(root, 'web/dist'))
}

const builders = { server: buildServer, web: buildWeb }
const names = process.argv.slice(2)
try {
  for (const name of names.length ? names : Object.keys(builders)) await building(root, parts[name], builders[name])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
