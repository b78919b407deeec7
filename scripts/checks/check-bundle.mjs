// Measures the compressed JavaScript that a browser loads until the first list is shown, and whether the page asks for it at once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotli, gzipped } from '../compress.mjs'

const chunksOf = (manifest, names) => {
  const found = new Set()
  const add = name => {
    if (found.has(name)) return
    if (!manifest[name]) throw new Error(`the build has no ${name}: mend scripts/checks/bundle-budget.json`)
    found.add(name)
    manifest[name].imports?.forEach(add)
  }
  names.forEach(add)
  return new Set([...found].map(name => manifest[name].file).filter(file => file.endsWith('.js')))
}

const readBudgets = root => JSON.parse(readFileSync(join(root, 'scripts/checks/bundle-budget.json'), 'utf8'))

const weighOne = async (root, { name, page, manifest: manifestFile, mostGzipBytes, needs }) => {
  const manifest = JSON.parse(readFileSync(join(root, 'web/dist/.vite', manifestFile), 'utf8'))
  const files = await Promise.all(
    [...chunksOf(manifest, needs)].map(async file => {
      const bytes = readFileSync(join(root, 'web/dist', file))
      return { file, gzip: (await gzipped(bytes)).length, brotli: (await brotli(bytes)).length }
    }),
  )
  const sum = key => files.reduce((total, file) => total + file[key], 0)
  return { name, page, files, gzip: sum('gzip'), brotli: sum('brotli'), most: mostGzipBytes }
}

/** The sizes in bytes of the programs of the built web app under `root`, each `{ name, page, files: [{ file, gzip, brotli }], gzip, brotli, most }`. */
export const weigh = root => Promise.all(readBudgets(root).map(budget => weighOne(root, budget)))

const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`

/** The files that a browser would find only once it has read the program that imports them: a round trip more before the start. */
const notPreloaded = (root, { page, files }) => {
  const html = readFileSync(join(root, 'web/dist', page), 'utf8')
  return files.filter(({ file }) => !html.includes(`"/${file}"`)).map(({ file }) => `${page} does not preload ${file}`)
}

const tooHeavy = ({ name, files, gzip, brotli: br, most }) => {
  if (gzip <= most) return []
  const heaviest = files.sort((a, b) => b.gzip - a.gzip).slice(0, 5)
  return [
    `JavaScript until ${name}: ${kB(gzip)} gzip (${kB(br)} brotli), the budget is ${kB(most)}`,
    ...heaviest.map(({ file, gzip: weight }) => `  ${kB(weight)} ${file}`),
  ]
}

/** Reports the files that a page does not preload, and one problem for each program that exceeds its budget, with the largest files. */
export const checkBundle = async root =>
  (await weigh(root)).flatMap(program => [...notPreloaded(root, program), ...tooHeavy(program)])
