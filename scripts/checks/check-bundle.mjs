// Measures the compressed JavaScript that a browser loads until the ticket list is shown, and whether the page asks for it at once.
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

/** The sizes in bytes of the built web app under `root`: `{ files: [{ file, gzip, brotli }], gzip, brotli, most }`. */
export const weigh = async root => {
  const { mostGzipBytes, needs } = JSON.parse(readFileSync(join(root, 'scripts/checks/bundle-budget.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(root, 'web/dist/.vite/manifest.json'), 'utf8'))
  const files = await Promise.all(
    [...chunksOf(manifest, needs)].map(async file => {
      const bytes = readFileSync(join(root, 'web/dist', file))
      return { file, gzip: (await gzipped(bytes)).length, brotli: (await brotli(bytes)).length }
    }),
  )
  const sum = key => files.reduce((total, file) => total + file[key], 0)
  return { files, gzip: sum('gzip'), brotli: sum('brotli'), most: mostGzipBytes }
}

const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`

/** The files that a browser would find only once it has read the program that imports them: a round trip more before the start. */
const notPreloaded = (root, files) => {
  const page = readFileSync(join(root, 'web/dist/index.html'), 'utf8')
  return files
    .filter(({ file }) => !page.includes(`"/${file}"`))
    .map(({ file }) => `index.html does not preload ${file}`)
}

/** Reports the files that the page does not preload, and one problem if the bundle exceeds its budget, with the largest files. */
export const checkBundle = async root => {
  const { files, gzip, brotli: br, most } = await weigh(root)
  const late = notPreloaded(root, files)
  if (gzip <= most) return late
  const heaviest = files.sort((a, b) => b.gzip - a.gzip).slice(0, 5)
  return [
    ...late,
    `JavaScript until the ticket list: ${kB(gzip)} gzip (${kB(br)} brotli), the budget is ${kB(most)}`,
    ...heaviest.map(({ file, gzip: weight }) => `  ${kB(weight)} ${file}`),
  ]
}
