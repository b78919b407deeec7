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
    name: 'contract',
    is: contract,
    may: [
      /^contract\/src\/(schema\/static|endpoint|shapes|language|permissions|staff-roles|sections|security-log|security-words\/security-words|errors|auth|portals|signing|tickets|contracts|sign-in\/(second-factor|passkeys|people)|subscriptions|wiki|values\/contact-acts|staff\/(accounts|published|session|tickets|working-hours))\.ts$/,
    ],
    packages: [/^typebox(\/|$)/],
  },
  {
    name: 'embedded PostgreSQL test',
    is: /^embedded-postgres\/(test\/|src\/.*\.test\.ts$)/,
    may: [/^embedded-postgres\//],
  },
  // A package of its own, which knows nothing of the product.
  {
    name: 'embedded PostgreSQL',
    is: /^embedded-postgres\/src\//,
    may: [/^embedded-postgres\/src\//],
    packages: [/^pg$/],
  },
  { name: 'embedded PostgreSQL set-up', is: /^embedded-postgres\//, may: [] },
  {
    name: 'server test',
    is: /^server\/(test\/|src\/.*\.test\.ts$)/,
    may: [/^server\/(src|test)\//, contract, /^embedded-postgres\/test\//],
  },
  { name: 'server start', is: /^server\/src\/[^/]+\.ts$/, may: [/^server\/src\//, contract] },
  {
    name: 'section',
    // What the staff do in a section is registered beside what its customers do.
    is: /^server\/src\/[^/]+\/(staff\/([^/]+\/)?)?section\.ts$/,
    may: [
      '{section}/',
      /^server\/src\/(kernel|sections\/definition)\//,
      /^server\/src\/records\/registry\.ts$/,
      contract,
    ],
  },
  {
    name: 'list of sections',
    is: /^server\/src\/sections\//,
    may: [
      /^server\/src\/[^/]+\/section\.ts$/,
      /^server\/src\/(kernel|sections|records\/definition|signing\/seal)\//,
      contract,
    ],
  },
  { name: 'kernel', is: /^server\/src\/kernel\//, may: [/^server\/src\/kernel\//, contract] },
  {
    name: 'queries',
    is: /^server\/src\/([^/]+\/)+(.*-)?queries\.ts$/,
    // Of the kernel only what knows no request.
    may: [
      /^server\/src\/kernel\/(access|database|errors|security|time)\//,
      /^server\/src\/kernel\/files\/receive-file\.ts$/,
      '{section}/(?!(.*-)?routes\\.ts$)',
      /^server\/src\/([^/]+\/)+(.*-)?queries\.ts$/,
      contract,
    ],
    never: [/^@?fastify(\/|$)/],
  },
  { name: 'rules', is: /^server\/src\/[^/]+\/(.*-)?rules\.ts$/, may: [contract, '{section}/(.*-)?rules\\.ts$'] },
  { name: 'texts', is: /^server\/src\/(?!kernel).*\/texts\.ts$/, may: [contract, '{section}/'] },
  {
    name: 'record definition',
    is: /^server\/src\/records\/definition\//,
    may: [/^server\/src\/(kernel|records\/definition)\//, /^server\/src\/files\/queries\.ts$/, contract],
  },
  {
    // It knows the sections by their record types alone, which `registry.ts` lists.
    name: 'record engine',
    is: /^server\/src\/records\/[^/]+\//,
    may: [/^server\/src\/(kernel|records)\//, /^server\/src\/files\/queries\.ts$/, contract],
  },
  {
    name: 'entry point of the service company',
    is: /^server\/src\/(records|operator-api|import|backup|doctor|cli|demo|installation|staff|publishing|upkeep|inbound-mail)\//,
    // The import writes every section's rows, by that section's own rules.
    may: [/^server\/src\/([^/]+\/)+(?!(.*-)?routes\.ts)[^/]+\.ts$/, '{section}/', contract],
  },
  {
    name: 'record',
    is: /^server\/src\/[^/]+\/(.*-)?record\.ts$/,
    may: [
      /^server\/src\/(kernel|records\/(definition|files))\//,
      '{section}/(?!(.*-)?routes\\.ts$)',
      /^server\/src\/[^/]+\/((.*-)?queries|record)\.ts$/,
      contract,
    ],
  },
  {
    name: 'what the staff do in a section',
    is: /^server\/src\/[^/]+\/staff\//,
    // The staff's records are written by the rules of the import.
    may: [
      /^server\/src\/(kernel|records)\//,
      '{section}/',
      /^server\/src\/(([^/]+\/)+(.*-)?queries|files\/(?!routes)[^/]+)\.ts$/,
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
      /^server\/src\/(([^/]+\/)+(.*-)?queries|files\/(?!routes)[^/]+)\.ts$/,
      /^server\/src\/records\/(definition|files)\//,
      contract,
    ],
  },
  { name: 'server set-up', is: /^server\//, may: [] },
  { name: 'web test', is: /^web\/(test\/|src\/.*\.test\.tsx?$|src\/test-setup\.ts$)/, may: [/^web\//, contract] },
  // Runs before everything else, as a file of its own: of the contract it imports types only.
  {
    name: 'early-requests',
    is: /^web\/src\/(api|staff-app)\/early-requests\.ts$/,
    may: [contract, /^web\/src\/api\/viewing-tab\.ts$/],
  },
  {
    name: 'web start',
    is: /^web\/src\/(main\.tsx$|app\/)/,
    may: [/^web\/src\/(?!staff(-app)?\/|[^/]+\/staff\/)/, contract],
  },
  { name: 'start of the staff room', is: /^web\/src\/staff-app\//, may: [/^web\/src\//, contract] },
  {
    name: 'ui',
    is: /^web\/src\/ui\//,
    may: [/^web\/src\/ui\//, /^contract\/src\/values\/pdf-reading\.ts$/],
    never: [/^@portico\/contract\/(?!values\/pdf-reading$)/, /^@tanstack\/react-(query|router)$/, /^(react-)?i18next$/],
  },
  { name: 'text', is: /^web\/src\/text\//, may: [/^web\/src\/(text|ui)\//, contract] },
  { name: 'api', is: /^web\/src\/api\//, may: [/^web\/src\/(api|text|ui)\//, contract] },
  { name: 'session', is: /^web\/src\/session\//, may: [/^web\/src\/(session|api|text|ui)\//, contract] },
  { name: 'page', is: /^web\/src\/page\//, may: [/^web\/src\/(page|session|api|text|ui)\//, contract] },
  { name: 'list', is: /^web\/src\/list\//, may: [/^web\/src\/(list|page|session|api|text|ui)\//, contract] },
  {
    name: 'session of the staff',
    is: /^web\/src\/staff\/session\//,
    may: [/^web\/src\/(staff\/session|api|text|ui)\//, contract],
  },
  {
    name: 'parts of the staff room',
    is: /^web\/src\/staff\/parts\//,
    may: [/^web\/src\/(staff\/(parts|session)|list|api|text|ui)\//, contract],
  },
  {
    name: 'data',
    is: /^web\/src\/([^/]+\/)+data\.ts$/,
    may: [
      /^web\/src\/api\/(api|connection|session-token|upload-file)\.ts$/,
      /^web\/src\/session\/addresses\.ts$/,
      /^web\/src\/list\/(page-query|refresh-lists)\.ts$/,
      '{section}/([^/]+/)*[^/]+\\.ts$',
      contract,
    ],
  },
  {
    name: 'screens of the staff',
    is: /^web\/src\/([^/]+\/)?staff\//,
    may: [
      '{section}/',
      /^web\/src\/staff\/(parts|session)\//,
      /^web\/src\/(list|page|session|api|ui|text)\//,
      /^web\/src\/([^/]+\/)+data\.ts$/,
      contract,
    ],
  },
  {
    name: 'web section',
    is: /^web\/src\/[^/]+\//,
    may: [
      // What the staff see is a program of its own.
      '{section}/(?!staff/)',
      /^web\/src\/(list|page|session|api|ui|text)\//,
      /^web\/src\/([^/]+\/data|wiki\/asset-(picker|name))\.tsx?$/,
      contract,
    ],
  },
  { name: 'web set-up', is: /^web\//, may: [/^web\/src\/ui\//] },
  // It knows the product by its OpenAPI documents alone.
  {
    name: 'back office',
    is: /^e2e\/back-office\/(?!.*\.spec\.ts$)/,
    may: [/^e2e\/(back-office\/|support\/pdf\.ts$)/],
  },
  // The catalogues say what a person has to see; the S3 server and the folder of the database are those of the server's own tests.
  {
    name: 'e2e',
    is: /^e2e\//,
    may: [
      /^e2e\//,
      /^web\/src\/text\/((it|en|es)\/|menu-names\.ts$)/,
      /^server\/test\/servers\/(s3-server|database-folder)\.ts$/,
      contract,
    ],
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

// Types of libraries that made the compiler work several times as long, and what stands for them.
const costlyTypes = [
  { said: 'typebox', names: /^Static$/, instead: 'Static of contract/src/schema/static.ts' },
  {
    said: 'react-i18next',
    names: /^(useTranslation|Trans)$/,
    instead: 'web/src/text/use-text.ts',
    but: /^web\/src\/text\//,
  },
]

const costlyTypeProblems = (root, path) => {
  const { nodes, lineOf } = nodesOf(root, path)
  return nodes.flatMap(node => {
    const costly = node.type === 'ImportDeclaration' && costlyTypes.find(({ said }) => said === node.source.value)
    if (!costly || costly.but?.test(path)) return []
    return node.specifiers
      .filter(({ imported }) => costly.names.test(imported?.name))
      .map(
        ({ imported }) =>
          `${path}:${lineOf(node)}: ${imported.name} costs the compiler too much: take ${costly.instead}`,
      )
  })
}

const wires = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'])
const calls = /^call(Page)?$/

// Only api.ts and upload-file.ts call the server (early-requests.ts before they are loaded, fetch-uncached.ts to see whether the server is up);
// only data.ts reads and writes through it.
const callProblems = (root, path) => {
  if (
    !path.startsWith('web/src/') ||
    /^web\/src\/(api\/(api|early-requests|fetch-uncached|file-available|upload-file)|staff-app\/early-requests)\.ts$/.test(
      path,
    ) ||
    test.test(path)
  )
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

/** Each circle of a graph (a map of successors), as the trail that ends where it begins. */
export const cyclesOf = graph => {
  const cycles = []
  const done = new Set()
  const visit = (path, trail) => {
    const from = trail.indexOf(path)
    if (from >= 0) cycles.push([...trail.slice(from), path])
    if (from >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

const cycleProblems = graph => cyclesOf(graph).map(trail => `cycle: ${trail.join(' → ')}`)

const product = /^(contract|server|web)\/src\//
// Grows with each release.
const growing = 'server/src/migrations'

/** The largest number of files, tests apart, that a folder of the product holds. */
const LARGEST_FOLDER = 25

// The declaration of a section stands above the folders of its screens, and below the app that lists all sections.
const folderOf = path => (/^web\/src\/[^/]+\/(staff\/)?section\.ts$/.test(path) ? path : posix.dirname(path))

/** Each circle of folders of the product, as the imports that close it; tests are left out. */
export const folderCycles = graph => {
  const steps = new Map()
  for (const [path, files] of graph) {
    if (!product.test(path) || test.test(path)) continue
    for (const file of files) {
      const [from, to] = [folderOf(path), folderOf(file)]
      if (from === to || !product.test(file)) continue
      if (!steps.has(from)) steps.set(from, new Map())
      if (!steps.get(from).has(to)) steps.get(from).set(to, `${path} imports ${file}`)
    }
  }
  const foldersOnly = new Map([...steps].map(([folder, to]) => [folder, [...to.keys()]]))
  return cyclesOf(foldersOnly).map(folders =>
    folders.slice(1).map((folder, index) => steps.get(folders[index]).get(folder)),
  )
}

// Whoever reads one folder of a circle has to read them all.
const folderCycleProblems = graph => folderCycles(graph).map(imports => `folders in a circle: ${imports.join('; ')}`)

const folders = ['contract', 'embedded-postgres', 'server', 'web', 'e2e', 'bench']

/** Which files each source file imports, by path from the root. */
export const importGraph = root =>
  graphOf(new Map(sourceFiles(root, folders).map(path => [path, importsOf(root, path)])))

const graphOf = imports => new Map([...imports].map(([path, list]) => [path, list.flatMap(({ file }) => file ?? [])]))

const folderSizeProblems = files => {
  const sizes = new Map()
  for (const path of files)
    if (product.test(path) && !test.test(path))
      sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1)
  return [...sizes]
    .filter(([folder, size]) => size > LARGEST_FOLDER && folder !== growing)
    .map(([folder, size]) => `${folder} holds ${size} files; divide it by meaning (${LARGEST_FOLDER} at most)`)
}

/** Every breach of the arrows, names and habits in the given folders; throws when there is nothing to read. */
export const checkImports = (root, within = folders) => {
  const files = sourceFiles(root, within)
  for (const ending of ['.ts', '.tsx'])
    if (!files.some(file => file.endsWith(ending))) throw new Error(`no ${ending} file found in ${within.join(', ')}`)
  const imports = new Map(files.map(path => [path, importsOf(root, path)]))
  const graph = graphOf(imports)
  return [
    ...files.flatMap(path => [
      ...nameProblems(path),
      ...arrowProblems(root, path, imports.get(path)),
      ...barrelProblems(root, path),
      ...environmentProblems(root, path),
      ...callProblems(root, path),
      ...costlyTypeProblems(root, path),
    ]),
    ...cycleProblems(graph),
    ...folderCycleProblems(graph),
    ...folderSizeProblems(files),
  ]
}
