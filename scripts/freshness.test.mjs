import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { building, isFresh, isInstalled, parts } from './freshness.mjs'

const { server } = parts
let root
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const build = () => write(server.main, 'built')

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'portico fresh-'))
  write('server/src/main.ts', 'one')
  await building(root, server, build)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a build stays fresh when only modification times change', () => {
  utimesSync(join(root, 'server/src/main.ts'), new Date(), new Date(Date.now() + 60_000))
  expect(isFresh(root, server)).toBe(true)
})

test.each([
  ['a changed source', () => write('server/src/main.ts', 'two')],
  ['a new source', () => write('server/src/tickets/routes.ts', '')],
  ['a moved source', () => renameSync(join(root, 'server/src/main.ts'), join(root, 'server/src/start.ts'))],
  ['a changed contract', () => write('contract/src/tickets.ts', 'x')],
  ['a changed lock file', () => write('package-lock.json', '{}')],
  ['a missing output', () => rmSync(join(root, server.main))],
])('%s makes the build stale', (_name, change) => {
  change()
  expect(isFresh(root, server)).toBe(false)
})

test('a new test file leaves the build fresh', () => {
  write('server/src/main.test.ts', 'x')
  expect(isFresh(root, server)).toBe(true)
})

test('an interrupted build is stale', async () => {
  const cut = building(root, server, () => Promise.reject(new Error('killed')))
  await expect(cut).rejects.toThrow('killed')
  expect(isFresh(root, server)).toBe(false)
})

test('a source that changes during the build makes the build stale', async () => {
  await building(root, server, () => {
    build()
    write('server/src/main.ts', 'two')
  })
  expect(isFresh(root, server)).toBe(false)
})

const lock = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } }
const packages = (path, list) => write(path, JSON.stringify({ packages: list }))

test.each([
  ['all packages', { ...lock }, true],
  ['all but an optional one', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['another version', { ...lock, 'node_modules/a': { version: '1.0.1' } }, false],
  ['another version of an optional one', { ...lock, 'node_modules/b': { version: '1.9.0' } }, false],
  ['a missing package', { 'node_modules/b': { version: '2.0.0' } }, false],
])('node_modules with %s: installed %s', (_name, present, expected) => {
  packages('package-lock.json', { '': {}, server: { version: '0.1.0' }, ...lock })
  packages('node_modules/.package-lock.json', present)
  expect(isInstalled(root)).toBe(expected)
})

const productLock = {
  '': { devDependencies: { esbuild: '1.0.0' } },
  server: { dependencies: { pg: '1.0.0' }, devDependencies: { types: '1.0.0' } },
  web: { dependencies: { react: '1.0.0' }, devDependencies: { vite: '1.0.0' } },
  e2e: { dependencies: { lighthouse: '1.0.0' } },
  ...Object.fromEntries(
    ['esbuild', 'pg', 'types', 'react', 'lighthouse'].map(name => [`node_modules/${name}`, { version: '1.0.0' }]),
  ),
  'web/node_modules/vite': { version: '1.0.0' },
}
const only = (...names) => Object.fromEntries(names.map(name => [name, productLock[name]]))
const toRun = ['node_modules/pg', 'node_modules/react']
const toBuild = [...toRun, 'node_modules/esbuild', 'node_modules/types', 'web/node_modules/vite']

test.each([
  ['everything', only(...toBuild, 'node_modules/lighthouse'), { everything: true, build: true, run: true }],
  ['the packages that build the product', only(...toBuild), { everything: false, build: true, run: true }],
  ['the packages that run the product', only(...toRun), { everything: false, build: false, run: true }],
  ['packages missing', only('node_modules/react'), { everything: false, build: false, run: false }],
  [
    'another version',
    { ...only(...toBuild), 'node_modules/react': { version: '0.9.0' } },
    { everything: false, build: false, run: false },
  ],
  [
    'a package that is no longer needed',
    { ...only(...toBuild), 'node_modules/old': { version: '1.0.0' } },
    { everything: false, build: false, run: false },
  ],
])('node_modules with %s is installed for the right purposes', (_name, present, expected) => {
  packages('package-lock.json', productLock)
  packages('node_modules/.package-lock.json', present)
  for (const [purpose, is] of Object.entries(expected))
    expect([purpose, isInstalled(root, purpose)]).toEqual([purpose, is])
})

test('a missing or unfinished node_modules is not installed', () => {
  packages('package-lock.json', lock)
  expect(isInstalled(root)).toBe(false)
  write('node_modules/a/index.js', '')
  expect(isInstalled(root)).toBe(false)
})

test("this repository's node_modules matches its lock file", () => {
  const product = join(import.meta.dirname, '..')
  expect(JSON.parse(readFileSync(join(product, 'package-lock.json'), 'utf8')).packages).toHaveProperty(
    'node_modules/@portico/contract',
  )
  expect(isInstalled(product)).toBe(true)
})
