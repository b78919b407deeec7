// Verifies that docs/stack.md has one line for each dependency of each package.json.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = 'docs/stack.md'
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** The packages in the table under each heading, with what they are for. */
const readTables = text =>
  new Map(
    text.split(/^## /m).map(part => [
      part.split('\n', 1)[0],
      [...part.matchAll(/^\| `([^`]+)` \|([^|\n]*)\|[^|\n]*\|$/gm)].map(([, name, purpose]) => ({
        name,
        purpose: purpose.trim(),
      })),
    ]),
  )

/** Reports dependencies without a line in docs/stack.md, lines without a dependency, and lines that say nothing. */
export const checkStack = async root => {
  const read = file => readFileSync(join(root, file), 'utf8')
  const tables = readTables(existsSync(join(root, page)) ? read(page) : '')
  const workspaces = JSON.parse(read('package.json')).workspaces ?? []
  return ['', ...workspaces].flatMap(folder => {
    const manifest = JSON.parse(read(join(folder, 'package.json')))
    const wanted = new Set(
      kinds.flatMap(kind => Object.keys(manifest[kind] ?? {})).filter(name => !name.startsWith('@portico/')),
    )
    const heading = folder || 'Repository'
    const lines = tables.get(heading) ?? []
    const found = lines.map(({ name }) => name)
    return [
      ...[...wanted].filter(name => !found.includes(name)).map(name => `has no line for ${name}`),
      ...lines
        .filter(({ name }, at) => !wanted.has(name) || found.indexOf(name) !== at)
        .map(({ name }) => `has a line too many for ${name}`),
      ...lines.filter(({ purpose }) => !purpose).map(({ name }) => `does not say what ${name} is for`),
    ].map(problem => `${page}: "${heading}" ${problem}`)
  })
}
