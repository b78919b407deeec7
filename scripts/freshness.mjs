import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const everyPart = [
  'contract/package.json',
  'contract/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
]

/** The parts that are built: output folder, main file and sources. */
export const parts = {
  server: {
    out: 'server/dist',
    main: 'server/dist/main.js',
    sources: [
      ...everyPart,
      'embedded-postgres/package.json',
      'embedded-postgres/src',
      'server/package.json',
      'server/src',
    ],
  },
  web: { out: 'web/dist', main: 'web/dist/index.html', sources: [...everyPart, 'web', 'scripts/compress.mjs'] },
}

const isSource = name => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name)

const filesUnder = path => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter(isSource)
    .sort()
    .flatMap(name => filesUnder(join(path, name)))
}

/** Hash of the names and contents of all sources of a part. Modification times do not count. */
const sourceHash = (root, part) => {
  const hash = createHash('sha256')
  for (const source of part.sources)
    for (const file of filesUnder(join(root, source))) {
      const bytes = readFileSync(file)
      hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes)
    }
  return hash.digest('hex')
}

const stampOf = (root, part) => join(root, part.out, '.sources')

/** Whether the part was completely built from the current sources. */
export const isFresh = (root, part) => {
  const stamp = stampOf(root, part)
  return (
    existsSync(join(root, part.main)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root, part)
  )
}

/** Runs a build. Removes the stamp before and writes it after, so that an interrupted build never counts as complete. */
export const building = async (root, part, build) => {
  const hash = sourceHash(root, part)
  rmSync(stampOf(root, part), { force: true })
  await build()
  writeFileSync(stampOf(root, part), hash)
}

const packagesOf = file => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

const isSame = ({ version, link, resolved }, found) => (link ? found.resolved === resolved : found.version === version)

/** The workspaces that make up the product; the others test and measure it. */
export const product = ['contract', 'embedded-postgres', 'server', 'web']

/** The direct dependencies of the product: those needed to run it, or also those needed to build it. */
const named = (wanted, purpose) =>
  (purpose === 'run' ? ['contract', 'embedded-postgres', 'server'] : ['', ...product]).flatMap(workspace => {
    const { dependencies, devDependencies } = wanted[workspace] ?? {}
    const names = Object.keys({ ...dependencies, ...(purpose === 'build' && devDependencies) })
    return names.map(name => [`${workspace}/node_modules/${name}`, `node_modules/${name}`])
  })

/**
 * Whether node_modules has the packages of package-lock.json: everything, or those needed to `build` and run the product, or to `run` it.
 * npm writes its own list into node_modules when it has finished. So if all listed packages have the right version, their dependencies
 * are installed too.
 */
export const isInstalled = (root, purpose = 'everything') => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !present) return false
  if (purpose === 'everything')
    return Object.entries(wanted)
      .filter(([path]) => path.includes('node_modules/'))
      .every(([path, entry]) => (present[path] ? isSame(entry, present[path]) : entry.optional === true))
  return (
    Object.entries(present)
      .filter(([path]) => path.includes('node_modules/'))
      .every(([path, found]) => wanted[path] && isSame(wanted[path], found)) &&
    named(wanted, purpose).every(paths => paths.some(path => present[path]))
  )
}
