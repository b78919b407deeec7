import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Folders with third-party or generated files. */
export const skipped = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report'])

/** Paths relative to `root`, with forward slashes, of every `.ts` and `.tsx` file in the given folders. */
export const sourceFiles = (root, folders) => {
  const under = folder =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : under(path)
      return /\.tsx?$/.test(entry.name) ? [path] : []
    })
  return folders.flatMap(under).sort()
}

const walk = (node, visit) => {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node && typeof node.type === 'string') {
    visit(node)
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
  }
}

const parsed = new Map()

/** The syntax tree of a file as a flat list of nodes, and `lineOf(node)`. Throws if the file does not parse. */
export const nodesOf = (root, path) => {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  const known = parsed.get(file)
  if (known?.text === text) return known
  const { program, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`)
  const nodes = []
  walk(program, node => nodes.push(node))
  const result = { text, nodes, lineOf: node => text.slice(0, node.start).split('\n').length }
  parsed.set(file, result)
  return result
}
