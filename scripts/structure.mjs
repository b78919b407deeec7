// npm run structure: draws docs/structure.svg and writes the figures of docs/architecture.md from the sources.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { instance } from '@viz-js/viz'
import { cyclesOf, folderCycles, importGraph } from './checks/check-imports.mjs'
import { root } from './prepare.mjs'

const isTest = path => /\.test\.tsx?$/.test(path)
const isProduct = path =>
  /^(contract|embedded-postgres|server|web)\/(src\/)?/.test(path) && !/\/(test|dist)\//.test(path)
const linesOf = path => readFileSync(join(root, path), 'utf8').split('\n').length - 1

// A box of the diagram is a folder below `src`. The definition of records is drawn below the sections, the engine above them.
const boxOf = path => {
  const [side, src, folder, inner] = path.split('/')
  if (side === 'contract') return 'contract'
  if (side === 'embedded-postgres') return side
  if (src !== 'src' || (side !== 'server' && side !== 'web')) return undefined
  if (!folder.includes('.'))
    return `${side}/${folder === 'records' && inner === 'definition' ? 'records/definition' : folder}`
  return `${side}/start`
}

const boxesOf = graph => {
  const boxes = new Map()
  for (const [path, files] of graph) {
    const from = isProduct(path) && !isTest(path) ? boxOf(path) : undefined
    if (!from) continue
    if (!boxes.has(from)) boxes.set(from, { files: 0, lines: 0, uses: new Set() })
    const box = boxes.get(from)
    box.files += 1
    box.lines += linesOf(path)
    for (const file of files) {
      const to = boxOf(file)
      if (to && to !== from) box.uses.add(to)
    }
  }
  return boxes
}

// Leaves out an arrow that a longer path implies: the diagram shows the order of the folders.
const reducedArrows = boxes => {
  const reaches = (from, to, seen = new Set()) =>
    [...(boxes.get(from)?.uses ?? [])].some(next => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...boxes].flatMap(([from, { uses }]) =>
    [...uses]
      .filter(to => boxes.has(to) && ![...uses].some(other => other !== to && reaches(other, to)))
      .map(to => [from, to]),
  )
}

const title = box => box.split('/').slice(1).join('/') || box

const dotOf = boxes => {
  const node = ([box, { files, lines }]) =>
    `"${box}" [label="${title(box)}\\n${files} files, ${lines} lines"${box.endsWith('/start') ? ', style="rounded,filled,dashed"' : ''}]`
  const side = name =>
    `subgraph "cluster_${name}" { label="${name}"; ${[...boxes]
      .filter(([box]) => box.startsWith(`${name}/`))
      .map(node)
      .join('; ')} }`
  return `digraph structure {
    graph [rankdir=TB, fontname="sans-serif", fontsize=18, labeljust=l, color="#c8cdd6", nodesep=0.15, ranksep=0.5, bgcolor=white]
    node [shape=box, style="rounded,filled", fillcolor="#f4f6fa", color="#8a93a6", fontname="sans-serif", fontsize=11, margin="0.12,0.06"]
    edge [color="#8a93a6", arrowsize=0.6]
    ${side('server')} ${side('web')}
    ${[...boxes]
      .filter(([box]) => !/^(server|web)\//.test(box))
      .map(node)
      .join('; ')}
    ${reducedArrows(boxes)
      .map(([from, to]) => `"${from}" -> "${to}"`)
      .join('; ')}
  }`
}

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const graph = importGraph(root)
const boxes = boxesOf(graph)

const folders = new Map()
for (const path of graph.keys())
  if (isProduct(path) && !isTest(path)) folders.set(posix.dirname(path), (folders.get(posix.dirname(path)) ?? 0) + 1)
const [fullest, most] = [...folders]
  .filter(([folder]) => !folder.endsWith('/migrations'))
  .sort((a, b) => b[1] - a[1])[0]
const product = [...graph.keys()].filter(path => isProduct(path) && !isTest(path))
const sizes = product.map(linesOf).sort((a, b) => a - b)
const figures = {
  files: product.length,
  lines: sizes.reduce((sum, size) => sum + size, 0),
  median: sizes[Math.floor(sizes.length / 2)],
  p95: sizes[Math.floor(sizes.length * 0.95)],
  longest: sizes.at(-1),
  fullest: `${most} (\`${fullest}\`)`,
  'folder-circles': folderCycles(graph).length,
  'import-circles': cyclesOf(graph).length,
  'test-lines': tracked
    .filter(path => /\.(test\.tsx?|test\.mjs|spec\.ts)$/.test(path))
    .reduce((sum, path) => sum + linesOf(path), 0),
}

const viz = await instance()
writeFileSync(join(root, 'docs/structure.svg'), viz.renderString(dotOf(boxes), { format: 'svg' }))
const page = join(root, 'docs/architecture.md')
const text = readFileSync(page, 'utf8')
// <!-- name -->figure<!-- / -->
writeFileSync(
  page,
  text.replace(/<!-- ([a-z0-9-]+) -->[^<]*<!-- \/ -->/g, (whole, name) =>
    name in figures ? `<!-- ${name} -->${figures[name]}<!-- / -->` : whole,
  ),
)
console.log(figures)
