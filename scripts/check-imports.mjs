// Keeps the arrows between the kinds of files as CONTRIBUTING.md has them.
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { nodesOf, sourceFiles } from './source-files.mjs'

const contract = /^contract\/src\//
const test = /\.test\.tsx?$/

// The first kind whose `is` matches a file holds for it. `may` are the files it may import ({section} is its own folder),
// `packages` the packages: absent means any, and `never` takes some out.
const kinds = [
  { name: 'contract test', is: /^contract\/src\/.*\.test\.ts$/, may: [contract] },
  {
    name: 'list of all endpoints',
    is: /^contract\/src\/every-endpoint\.ts$/,
    may: [contract],
    packages: [/^typebox(\/|$)/],
  },
  {
    name: 'contract',
    is: contract,
    may: [/^contract\/src\/(endpoint|shapes|permissions|errors|html-allow-list|auth|portals)\.ts$/],
    packages: [/^typebox(\/|$)/],
  },
  { name: 'server test', is: /^server\/(test\/|src\/.*\.test\.ts$)/, may: [/^server\/(src|test)\//, contract] },
  { name: 'server start', is: /^server\/src\/[^/]+\.ts$/, may: [/^server\/src\//, contract] },
  { name: 'kernel', is: /^server\/src\/kernel\//, may: [/^server\/src\/kernel\//, contract] },
  {
    name: 'queries',
    is: /^server\/src\/[^/]+\/(.*-)?queries\.ts$/,
    // Of the kernel only what knows no request; page.ts and range.ts read the query, not the request.
    may: [
      /^server\/src\/kernel\/(db|scope|operator-scope|page|range|search-words|secrets|signed-address|receive-file|fail)\.ts$/,
      '{section}/(?!(.*-)?routes\\.ts$)',
      /^server\/src\/[^/]+\/(.*-)?queries\.ts$/,
      contract,
    ],
    never: [/^@?fastify(\/|$)/],
  },
  { name: 'rules', is: /^server\/src\/[^/]+\/(.*-)?rules\.ts$/, may: [contract, '{section}/(.*-)?rules\\.ts$'] },
  {
    name: 'operator',
    is: /^server\/src\/operator\//,
    // The import writes every section's rows, by that section's own rules.
    may: [
      /^server\/src\/(kernel\/|operator\/|installation\.ts$)/,
      /^server\/src\/[^/]+\/(?!(.*-)?routes\.ts)[^/]+\.ts$/,
      contract,
    ],
  },
  {
    name: 'server section',
    is: /^server\/src\/[^/]+\//,
    // `files` is where every section's uploads go and come from.
    may: [
      /^server\/src\/kernel\//,
      '{section}/',
      /^server\/src\/([^/]+\/(.*-)?queries|files\/(?!routes)[^/]+)\.ts$/,
      contract,
    ],
  },
  { name: 'server set-up', is: /^server\//, may: [] },
  { name: 'web test', is: /^web\/(test\/|src\/.*\.test\.tsx?$|src\/test-setup\.ts$)/, may: [/^web\//, contract] },
  { name: 'web start', is: /^web\/src\/(main|router)\.tsx$/, may: [/^web\/src\//, contract] },
  {
    name: 'api',
    is: /^web\/src\/api\.ts$/,
    may: [/^web\/src\/(ask-early|shell\/(session|connection))\.ts$/, contract],
  },
  { name: 'ask-early', is: /^web\/src\/ask-early\.ts$/, may: [] },
  {
    name: 'ui',
    is: /^web\/src\/ui\//,
    may: [/^web\/src\/ui\//],
    never: [/^@portico\//, /^@tanstack\/react-(query|router)$/, /^(react-)?i18next$/],
  },
  { name: 'text', is: /^web\/src\/text\//, may: [/^web\/src\/(text|ui)\//, contract] },
  {
    name: 'shell',
    is: /^web\/src\/shell\//,
    may: [/^web\/src\/(shell|ui|text)\//, /^web\/src\/(api|ask-server)\.ts$/, /^web\/src\/[^/]+\/data\.ts$/, contract],
  },
  {
    name: 'data',
    is: /^web\/src\/[^/]+\/data\.ts$/,
    may: [
      /^web\/src\/(api|shell\/(session|connection|addresses|page-query|refresh-lists))\.ts$/,
      '{section}/[^/]+\\.ts$',
      contract,
    ],
  },
  {
    name: 'web section',
    is: /^web\/src\/[^/]+\//,
    may: ['{section}/', /^web\/src\/(shell|ui|text)\//, /^web\/src\/(api|[^/]+\/data)\.ts$/, contract],
  },
  { name: 'web set-up', is: /^web\//, may: [] },
  // It knows the product by its OpenAPI documents alone.
  { name: 'back office', is: /^e2e\/back-office\//, may: [/^e2e\/(back-office\/|pdf\.ts$)/] },
  // The catalogues say what a person has to see; the S3 server is that of the server's own tests.
  {
    name: 'e2e',
    is: /^e2e\//,
    may: [/^e2e\//, /^web\/src\/text\/(it|en|es)\//, /^server\/test\/s3-server\.ts$/, contract],
  },
  { name: 'bench', is: /^bench\//, may: [/^bench\//, /^server\/src\//, contract] },
]

const sectionOf = path => path.split('/').slice(0, 3).join('/')
const matches = (rule, from, path) =>
  (typeof rule === 'string' ? new RegExp(`^${rule.replace('{section}', sectionOf(from))}`) : rule).test(path)

const specifierOf = node => {
  if (/^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$|^TSImportType$/.test(node.type))
    return node.source
  return undefined
}

// Every import of a file, types included: what it says, and the file or package it means.
const importsOf = (root, path) => {
  const { nodes, lineOf } = nodesOf(root, path)
  return nodes.flatMap(node => {
    const source = specifierOf(node)
    if (!source) return []
    const line = lineOf(node)
    if (typeof source.value !== 'string') return [{ line, computed: true }]
    const said = source.value.replace(/\?.*$/, '')
    if (said.startsWith('@portico/contract/')) return [{ line, said, file: `contract/src/${said.slice(18)}.ts` }]
    if (said.startsWith('.')) return [{ line, said, file: posix.normalize(posix.join(posix.dirname(path), said)) }]
    return [{ line, said, package: said }]
  })
}

const arrowProblems = (root, path, imports) => {
  const kind = kinds.find(({ is }) => is.test(path))
  if (!kind) return [`${path}: no kind of file is known for this place`]
  return imports.flatMap(({ line, said, file, package: name, computed }) => {
    const at = `${path}:${line}`
    if (computed) return [`${at}: an import needs its path spelt out`]
    if (file) {
      if (!/\.tsx?$/.test(file)) return file.startsWith('..') ? [`${at}: ${said} lies outside the product`] : []
      if (!existsSync(`${root}/${file}`)) return [`${at}: ${said} is not there`]
      return kind.may.some(rule => matches(rule, path, file)) ? [] : [`${at}: ${kind.name} may not import ${file}`]
    }
    const allowed = name.startsWith('node:')
      ? !path.startsWith('contract/')
      : !kind.packages || kind.packages.some(rule => rule.test(name))
    return allowed && !kind.never?.some(rule => rule.test(name)) ? [] : [`${at}: ${kind.name} may not import ${name}`]
  })
}

const vague = /^(common|types?|services?|index)$|(^|-)(utils?|helpers?|misc)(-|$)/

const nameProblems = path => {
  const words = path.split('/').map(word => word.replace(/(\.\w+)*\.tsx?$/, ''))
  const problems = words
    .filter(word => vague.test(word))
    .map(word => `${path}: "${word}" says nothing; name it by its noun`)
  if (words.some(word => /[A-Z_]/.test(word))) problems.push(`${path}: file names are kebab-case`)
  return problems
}

const passesOn = node => /^Export(All|Named)Declaration$/.test(node.type) && node.source
const declares = node => /^(VariableDeclaration|FunctionDeclaration|ClassDeclaration|TS\w+Declaration)$/.test(node.type)

const barrelProblems = (root, path) => {
  const { nodes, lineOf } = nodesOf(root, path)
  const isBarrel = !nodes.some(declares)
  return nodes
    .filter(node => passesOn(node) && (isBarrel || node.type === 'ExportAllDeclaration'))
    .map(node => `${path}:${lineOf(node)}: a barrel; import from where things are made`)
}

const readsEnvironment = node =>
  (node.type === 'MemberExpression' &&
    node.object.name === 'process' &&
    (node.property.name ?? node.property.value) === 'env') ||
  (node.type === 'VariableDeclarator' && node.init?.name === 'process') ||
  (node.type === 'ImportDeclaration' && /^(node:)?process$/.test(node.source.value))

const environmentProblems = (root, path) => {
  if (!path.startsWith('server/src/') || path === 'server/src/main.ts' || test.test(path)) return []
  const { nodes, lineOf } = nodesOf(root, path)
  return nodes
    .filter(readsEnvironment)
    .map(node => `${path}:${lineOf(node)}: main.ts alone reads the environment; take the setting as an argument`)
}

const wires = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'])
const calls = /^call(Page)?$/

// api.ts (before it ask-early.ts, and ask-server.ts for whether there is a server at all) alone speaks to the server; data.ts alone reads and writes through it.
const callProblems = (root, path) => {
  if (!path.startsWith('web/src/') || /^web\/src\/(api|ask-early|ask-server)\.ts$/.test(path) || test.test(path))
    return []
  const { nodes, lineOf } = nodesOf(root, path)
  const isData = path.endsWith('/data.ts')
  return nodes.flatMap(node => {
    const at = `${path}:${lineOf(node)}`
    const callee = /^(Call|New)Expression$/.test(node.type) && (node.callee.property?.name ?? node.callee.name)
    if (wires.has(callee)) return [`${at}: api.ts alone uses ${callee}`]
    const isApi = node.type === 'ImportDeclaration' && node.source.value.endsWith('/api.ts')
    const called = isApi && !isData ? node.specifiers.find(({ imported }) => calls.test(imported?.name)) : undefined
    return called ? [`${at}: ${called.imported.name} belongs into the section's data.ts`] : []
  })
}

const cycleProblems = graph => {
  const problems = []
  const done = new Set()
  const visit = (path, trail) => {
    const from = trail.indexOf(path)
    if (from >= 0) problems.push(`cycle: ${[...trail.slice(from), path].join(' → ')}`)
    if (from >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return problems
}

/** Every breach of the arrows, names and habits in the given folders; throws when there is nothing to read. */
export const checkImports = (root, folders = ['contract', 'server', 'web', 'e2e', 'bench']) => {
  const files = sourceFiles(root, folders)
  for (const ending of ['.ts', '.tsx'])
    if (!files.some(file => file.endsWith(ending))) throw new Error(`no ${ending} file found in ${folders.join(', ')}`)
  const imports = new Map(files.map(path => [path, importsOf(root, path)]))
  const graph = new Map([...imports].map(([path, list]) => [path, list.flatMap(({ file }) => file ?? [])]))
  return [
    ...files.flatMap(path => [
      ...nameProblems(path),
      ...arrowProblems(root, path, imports.get(path)),
      ...barrelProblems(root, path),
      ...environmentProblems(root, path),
      ...callProblems(root, path),
    ]),
    ...cycleProblems(graph),
  ]
}
