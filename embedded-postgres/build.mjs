// Writes the package as it is published to `dist`: JavaScript with types instead of TypeScript, which Node.js does not run in node_modules.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
const tsc = join(root, '../node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

const {
  private: _private,
  scripts: _scripts,
  devDependencies: _devDependencies,
  ...published
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const exports = { '.': { types: './embedded-postgres.d.ts', default: './embedded-postgres.js' } }
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...published, exports }, null, 2)}\n`)
cpSync(join(root, 'README.md'), join(dist, 'README.md'))
cpSync(join(root, '../LICENSE'), join(dist, 'LICENSE'))
