import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checks, runChecks } from './checks.mjs'
import { sampleTree } from './sample-tree.mjs'

let tree
beforeAll(() => {
  tree = sampleTree()
  for (const program of JSON.parse(readFileSync(join(tree.root, 'scripts/checks/bundle-budget.json'), 'utf8'))) {
    const files = program.needs.map(name => [name, { file: 'assets/list.js', imports: ['_entry'] }])
    const manifest = { ...Object.fromEntries(files), _entry: { file: 'assets/entry.js' } }
    tree.write(`web/dist/.vite/${program.manifest}`, JSON.stringify(manifest))
    tree.write(`web/dist/${program.page}`, '<script src="/assets/list.js"></script><link href="/assets/entry.js">')
  }
})
afterAll(() => tree.remove())

const faults = (check, changes) => tree.planted(changes, () => checks[check](tree.root))

test.each(Object.keys(checks))('%s finds nothing wrong in a sound tree', async name => {
  expect(await checks[name](tree.root)).toEqual([])
})

describe('a planted fault is found', () => {
  const screen = 'web/src/tickets/ticket-list-screen.tsx'
  const import_ = (from, what = '{ x }') => `import ${what} from '${from}'\n\nexport const y = x\n`

  test.each([
    [
      'a type error in .ts',
      'types server',
      { 'server/src/kernel/database/db.ts': "export type Db = { port: number }\nexport const n: number = 'x'\n" },
      /db\.ts.*TS2322/,
    ],
    [
      'a type error in .tsx',
      'types web',
      { 'web/src/ui/button.tsx': 'export const Button = () => <button type={1} />\n' },
      /button\.tsx.*TS2322/,
    ],
    [
      'a type error of the staff room',
      'types web, staff',
      { 'web/src/staff-app/main.tsx': 'export const n: number = ""\n' },
      /main\.tsx.*TS2322/,
    ],
    [
      'types that cost a tenth more than before',
      'types contract',
      {
        'scripts/checks/type-budget.json': '{ "contract": 1 }\n',
        'contract/src/shapes.ts':
          'type Pair<T> = { one: T; two: T }\nexport const Id: [Pair<1>?, Pair<2>?, Pair<3>?] = []\n',
      },
      /contract: \d+ instantiations, 1 before/,
    ],
    [
      'a type that costs too much',
      'imports',
      { 'contract/src/tickets.ts': "import type { Static } from 'typebox'\n\nexport type Id = Static<never>\n" },
      /contract\/src\/tickets\.ts:1: Static costs the compiler too much/,
    ],
    [
      'a format fault in .ts',
      'lint and format',
      { 'server/src/kernel/database/db.ts': 'export type Db = { port: number };\n' },
      /kernel\/database\/db\.ts format/,
    ],
    [
      'a promise that nobody waits for',
      'lint and format',
      {
        'server/src/kernel/database/db.ts':
          'export type Db = { port: number }\n\nexport const save = async (db: Db) => db.port\n',
        'server/src/tickets/queries.ts':
          "import { type Db, save } from '../kernel/database/db.ts'\n\nexport const ticketsOf = (db: Db) => {\n  save(db)\n  return [db.port]\n}\n",
      },
      /tickets\/queries\.ts:4:3 lint\/nursery\/noFloatingPromises/,
    ],
    [
      'a format fault in .tsx',
      'lint and format',
      { 'web/src/ui/button.tsx': "export const Button = () => <button type='button' />\n" },
      /ui\/button\.tsx format/,
    ],
    [
      'a lint fault',
      'lint and format',
      { 'web/src/ui/button.tsx': 'export const Button = () => <button />\n' },
      /useButtonType/,
    ],
    [
      'texts that read the database',
      'imports',
      { 'server/src/tickets/texts.ts': import_('../kernel/database/db.ts') },
      /tickets\/texts\.ts:1: texts may not import server\/src\/kernel\/database\/db\.ts/,
    ],
    [
      'an import of another section in .ts',
      'imports',
      { 'server/src/wiki/routes.ts': import_('../tickets/routes.ts') },
      /wiki\/routes\.ts:1: server section may not import server\/src\/tickets\/routes\.ts/,
    ],
    [
      'a section in the record engine',
      'imports',
      { 'server/src/records/write/batch.ts': import_('../../tickets/routes.ts') },
      /record engine may not import server\/src\/tickets\/routes\.ts/,
    ],
    [
      'a forbidden import in .tsx',
      'imports',
      { [screen]: import_('../../../server/src/kernel/database/db.ts') },
      /ticket-list-screen\.tsx:1: web section may not import server\/src\/kernel\/database\/db\.ts/,
    ],
    [
      'the product in ui',
      'imports',
      { 'web/src/ui/card.tsx': import_('@portico/contract/tickets') },
      /ui may not import contract\/src\/tickets\.ts/,
    ],
    [
      'the product in the embedded PostgreSQL',
      'imports',
      { 'embedded-postgres/src/server.ts': import_('@portico/contract/errors') },
      /embedded PostgreSQL may not import contract\/src\/errors\.ts/,
    ],
    [
      'an import of a type alone',
      'imports',
      { 'server/src/wiki/rules.ts': "import type { Db } from '../kernel/database/db.ts'\n\nexport type X = Db\n" },
      /rules may not import server\/src\/kernel\/database\/db\.ts/,
    ],
    [
      'an import inside a type',
      'imports',
      { 'web/src/ui/card.ts': "export type X = import('../api.ts').X\n", 'web/src/api.ts': 'export type X = 1\n' },
      /ui may not import web\/src\/api\.ts/,
    ],
    [
      'an import on demand',
      'imports',
      { 'e2e/wiki.spec.ts': "await import('../web/src/ui/button.tsx')\n" },
      /e2e may not import web\/src\/ui\/button\.tsx/,
    ],
    [
      'the contract in the back office',
      'imports',
      { 'e2e/back-office/api.ts': import_('@portico/contract/tickets') },
      /back office may not import contract\/src\/tickets\.ts/,
    ],
    [
      'an import made of pieces',
      'imports',
      { 'server/src/kernel/load.ts': 'export const load = (name: string) => import(name)\n' },
      /needs its path spelt out/,
    ],
    [
      'the HTTP framework in queries',
      'imports',
      { 'server/src/wiki/queries.ts': import_('fastify') },
      /queries may not import fastify/,
    ],
    ['a package in the contract', 'imports', { 'contract/src/wiki.ts': import_('ajv') }, /contract may not import ajv/],
    [
      'the server in the contract',
      'imports',
      { 'contract/src/wiki.ts': import_('../../server/src/kernel/database/db.ts') },
      /contract may not import server\/src\/kernel\/database\/db\.ts/,
    ],
    [
      'a cycle',
      'imports',
      { 'server/src/kernel/a.ts': import_('./b.ts'), 'server/src/kernel/b.ts': import_('./a.ts') },
      /cycle: server\/src\/kernel\/a\.ts → server\/src\/kernel\/b\.ts → server\/src\/kernel\/a\.ts/,
    ],
    [
      'a circle of folders',
      'imports',
      {
        'web/src/tickets/list/a.ts': import_('../new/b.ts'),
        'web/src/tickets/new/b.ts': 'export const b = 1\n',
        'web/src/tickets/new/c.ts': import_('../list/d.ts'),
        'web/src/tickets/list/d.ts': 'export const d = 1\n',
      },
      /folders in a circle: web\/src\/tickets\/list\/a\.ts imports web\/src\/tickets\/new\/b\.ts; web\/src\/tickets\/new\/c\.ts imports/,
    ],
    [
      'a folder that is too full',
      'imports',
      Object.fromEntries(
        Array.from({ length: 26 }, (_, n) => [`web/src/ui/part-${n}.ts`, `export const part${n} = 1\n`]),
      ),
      /web\/src\/ui holds \d+ files; divide it by meaning/,
    ],
    ['a barrel', 'imports', { 'web/src/ui/all.ts': "export { Button } from './button.tsx'\n" }, /all\.ts:1: a barrel/],
    ['a vague name', 'imports', { 'web/src/ui/date-utils.ts': 'export const x = 1\n' }, /"date-utils" says nothing/],
    [
      'the environment read elsewhere',
      'imports',
      { 'server/src/kernel/port.ts': 'export const port = process.env.PORT\n' },
      /port\.ts:1: main\.ts alone reads the environment/,
    ],
    [
      'a call of the server past api.ts',
      'imports',
      { 'web/src/ui/card.tsx': "export const card = () => window.fetch('/api')\n" },
      /card\.tsx:1: api\.ts alone uses fetch/,
    ],
    [
      'a call of the server in a screen',
      'imports',
      {
        'web/src/wiki/wiki-screen.tsx': import_('../api.ts', '{ call as x }'),
        'web/src/api.ts': 'export const call = 1\n',
      },
      /wiki-screen\.tsx:1: call belongs into the section's data\.ts/,
    ],
    [
      'a key that one catalogue lacks',
      'catalogue keys',
      { 'web/src/text/es/catalogue.ts': "export const catalogue = { errors: { not_found: 'x' } }\n" },
      /text\/es: no text for tickets\.title/,
    ],
    [
      "a section's key that one language lacks",
      'catalogue keys',
      { 'web/src/text/es/wiki.ts': "export const wiki = { name: 'Wiki' }\n" },
      /text\/es: no text for wiki\.title/,
    ],
    [
      "a section's texts under another name",
      'catalogue keys',
      { 'web/src/text/es/wiki.ts': "export const assets = { title: 'Wiki' }\n" },
      /text\/es\/wiki\.ts must have one export called wiki/,
    ],
    [
      'the texts of another language',
      'catalogue keys',
      { 'web/src/wiki/texts.ts': "export const texts = { it: () => import('../text/es/wiki.ts') }\n" },
      /wiki\/texts\.ts:1: it loads the texts of another language/,
    ],
    [
      'a key that nobody uses',
      'catalogue keys',
      Object.fromEntries(
        ['it', 'en', 'es'].map(code => [
          `web/src/text/${code}/catalogue.ts`,
          "export const catalogue = { errors: { not_found: 'x' }, 'tickets.title': 'x', old: 'x' }\n",
        ]),
      ),
      /text old is not used/,
    ],
    [
      'a key that no catalogue has',
      'catalogue keys',
      { 'web/src/ui/card.tsx': "export const card = (t: (key: string) => string) => t('cards.none')\n" },
      /card\.tsx:1: no catalogue has cards\.none/,
    ],
    [
      'texts in one that no catalogue has',
      'catalogue keys',
      {
        'web/src/ui/card.tsx':
          "export const card = (t: (key: string, how: object) => object) => t('cards', { returnObjects: true })\n",
      },
      /card\.tsx:1: no catalogue has cards/,
    ],
    [
      'an error code without a text',
      'catalogue keys',
      { 'contract/src/errors.ts': 'export const errorStatuses = { not_found: [404], conflict: [409] } as const\n' },
      /error code conflict has no text/,
    ],
    [
      'a bundle over budget',
      'bundle budget',
      { 'web/dist/assets/entry.js': randomBytes(180_000) },
      /until the ticket list: 180\.\d kB gzip .*budget is 170\.0 kB/,
    ],
    [
      'a file of the start that the page does not ask for',
      'bundle budget',
      { 'web/dist/index.html': '<script src="/assets/list.js"></script>' },
      /index\.html does not preload assets\/entry\.js/,
    ],
    [
      'a chunk that is not there',
      'bundle budget',
      { 'web/dist/.vite/manifest.json': '{}' },
      /the build has no index\.html/,
    ],
    [
      'an OpenAPI that lags',
      'openapi',
      { 'server/dist/main.js': 'console.log(\'{"openapi":"3.1.0","paths":{"/api/wiki":{"get":{}}}}\')\n' },
      /GET \/api\/wiki/,
    ],
    [
      'a package that only the lock file names',
      'lock file',
      { 'server/package.json': JSON.stringify({ name: '@portico/server', type: 'module' }) },
      /package-lock\.json does not follow server\/package\.json/,
    ],
    [
      'a dependency that the list of libraries lacks',
      'list of libraries',
      { 'docs/stack.md': '# Libraries\n\n## contract\n\n| package | for | instead of |\n|---|---|---|\n' },
      /"contract" has no line for typebox/,
    ],
    [
      'a line for a dependency that is gone',
      'list of libraries',
      { 'contract/package.json': JSON.stringify({ name: '@portico/contract', type: 'module' }) },
      /"contract" has a line too many for typebox/,
    ],
    [
      'a dependency listed without its purpose',
      'list of libraries',
      { 'docs/stack.md': '# Libraries\n\n## contract\n\n| `typebox` |  | zod |\n' },
      /"contract" does not say what typebox is for/,
    ],
    [
      'a rule that the specification does not have',
      'citations',
      { 'server/src/kernel/db.ts': '// specification/tickets.md#closing\nexport type Db = { port: number }\n' },
      /kernel\/db\.ts:1: specification\/tickets\.md has no anchor #closing/,
    ],
    [
      'a page that the specification does not have',
      'citations',
      { 'e2e/wiki.spec.ts': '// specification/wiki.md#assets\n' },
      /wiki\.spec\.ts:1: the specification has no page wiki\.md/,
    ],
    [
      'a rule cited without its anchor',
      'citations',
      { 'e2e/wiki.spec.ts': '// specification/tickets.md\n' },
      /wiki\.spec\.ts:1: cite a rule by its anchor/,
    ],
    [
      'an anchor that is there twice',
      'citations',
      { 'docs/specification/tickets.md': '<a id="copy-addresses"></a>One. <a id="copy-addresses"></a>Two.\n' },
      /the anchor #copy-addresses is there twice/,
    ],
    [
      'a decision that is not there',
      'citations',
      { 'bench/src/main.ts': '// See decision 2, Plain SQL.\nconsole.log(1)\n' },
      /main\.ts:1: there is no decision 2/,
    ],
    [
      'a decision by its number alone',
      'citations',
      { 'bench/src/main.ts': '// See decision 1.\nconsole.log(1)\n' },
      /main\.ts:1: cite it as "decision 1, One event table"/,
    ],
    [
      'a decision by a part of its file',
      'citations',
      { 'bench/src/main.ts': '// See docs/decisions/0001.\nconsole.log(1)\n' },
      /main\.ts:1: cite decisions\/0001 as "decision N, Title"/,
    ],
    [
      'a document that is not in the repository',
      'citations',
      { 'e2e/wiki.spec.ts': `/** As it has to be (${'spec'}\n * 4). */\n` },
      /wiki\.spec\.ts:1: "spec \* 4" cites a document that is not in the repository/,
    ],
    [
      'a link to a file that is not there',
      'citations',
      { 'docs/guide.md': 'See [operating](operating.md).\n' },
      /guide\.md:1: links to docs\/operating\.md, which is not there/,
    ],
    [
      'a link to a heading that is not there',
      'citations',
      { 'docs/guide.md': '# Guide\n\nSee [below](#below).\n' },
      /guide\.md:3: docs\/guide\.md has no anchor #below/,
    ],
    [
      'a test that is not there',
      'citations',
      {
        'server/src/kernel/db.test.ts': "test.each([1])('opens %s port', () => {})\n",
        'docs/guide.md': '`kernel/db.test.ts` "opens", "closes"\n',
      },
      /^docs\/guide\.md:1: no test of kernel\/db\.test\.ts is called "closes"$/,
    ],
    [
      'a test without its name',
      'citations',
      { 'server/src/kernel/db.test.ts': "test('opens', () => {})\n", 'docs/guide.md': '`db.test.ts` holds it.\n' },
      /guide\.md:1: name the test of db\.test\.ts/,
    ],
    [
      'a test in a file that is not there',
      'citations',
      { 'docs/guide.md': '`db.test.ts` "opens"\n' },
      /guide\.md:1: db\.test\.ts is not there/,
    ],
    [
      'a decision without what else was considered',
      'decision records',
      {
        'docs/decisions/0001-one-event-table.md':
          '# 1. One event table\n\nDate: 2026-11-21\n\nStatus: accepted\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n',
      },
      /its sections must be Context, Decision, Consequences, Alternatives considered/,
    ],
    [
      'a decision without a date',
      'decision records',
      { 'docs/decisions/0001-one-event-table.md': '# 1. One event table\n\nStatus: accepted\n' },
      /one-event-table\.md: has no line "Date: YYYY-MM-DD"/,
    ],
    [
      'a decision in a file of another name',
      'decision records',
      { 'docs/decisions/0002-events.md': '# 2. One event feed\n' },
      /its title is that of 0002-one-event-feed\.md/,
    ],
    [
      'a placeholder that one language alone has',
      'catalogue keys',
      { 'web/src/text/es/wiki.ts': "export const wiki = { title: 'Wiki {{nombre}}' }\n" },
      /text\/es: wiki\.title has \{\{nombre\}\}, which another language lacks/,
    ],
    [
      'two searches with one key',
      'query keys',
      {
        'web/src/tickets/data.ts':
          "export const ticketList = (here: string, { q, ...rest }: { q: string; sort: string }) =>\n  pageQuery(['tickets', here, q], page => call({ here, q, ...rest, page }))\n",
      },
      /tickets\/data\.ts:2: the key of this query lacks rest/,
    ],
    [
      'a query whose key lacks what it is read by',
      'query keys',
      {
        'web/src/tickets/data.ts':
          "export const ticket = (here: string, id: number) => {\n  const place = { here }\n  return queryOptions({ queryKey: ['ticket', id], queryFn: () => call({ place, id }) })\n}\n",
      },
      /tickets\/data\.ts:3: the key of this query lacks place/,
    ],
    [
      'a decision that waits for something',
      'decision records',
      { 'docs/decisions/0001-one-event-table.md': '# 1. One event table\n\nStatus: accepted until later\n' },
      /0001-one-event-table\.md: its status must be accepted or rejected/,
    ],
    [
      'a decision whose successor does not know it',
      'decision records',
      {
        'docs/decisions/0001-one-event-table.md':
          '# 1. One event table\n\nStatus: superseded by decision 2, Two event tables\n',
      },
      /decision 2 does not say that it replaces decision 1/,
    ],
    [
      'a decision that the index does not list',
      'decision records',
      { 'docs/decisions/README.md': '# Decisions\n' },
      /README\.md: must list, in order, \[1\. One event table\]\(0001-one-event-table\.md\)/,
    ],
    ...[
      ['blanks at the end of lines', String.raw`/[ \t]+$/gm`],
      ['an address anywhere in a text', String.raw`/[^\s<>"(),:;]+@[^\s<>"(),:;]+/g`],
      ['padding at the end', '/=+$/'],
      ['quoted names', String.raw`/"(?:[^"\\]|\\.)*"/g`],
      ['links', String.raw`/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs`],
      ['parameters that can be read in several ways', '/^ATTENDEE((?:;[^:]*|:(?!mailto:))*):mailto:(.+)$/im'],
      ['one that is put together', "new RegExp('^[^,]*' + '[^;]*$')"],
      ['the form of a text in a schema', String.raw`{ pattern: '^\\S+@\\S+[.]\\S+$' }`],
    ].map(([name, expression]) => [
      `a regular expression that long texts hold up: ${name}`,
      'regular expressions',
      { 'server/src/wiki/rules.ts': `export const form = ${expression}\n` },
      /wiki\/rules\.ts:1: \/.*\/\w* takes more than linear time for ".*…/,
    ]),
  ])('%s', async (_name, check, changes, message) => {
    const problems = await faults(check, changes).catch(error => [error.message])
    expect(problems.join('\n')).toMatch(message)
  })

  test('a check that ends with an error has failed', async () => {
    const ran = tree.planted({ 'contract/src/shapes.ts': 'export const = 1\n' }, () =>
      runChecks(tree.root, ['imports']),
    )
    expect(await ran).toEqual({ passed: 0, failed: 1 })
  })

  // One run for four faults: the tool takes a second to start.
  test('what nobody uses: exports, files and dependencies', async () => {
    const problems = await faults('unused code', {
      'contract/src/shapes.ts':
        "import * as Type from 'typebox'\n\nexport const Id = Type.Integer()\nexport const Key = Type.String()\n",
      'web/src/ui/button.tsx':
        'export const Button = () => <button type="button" />\nexport const Link = () => <a href="/">x</a>\n',
      'web/src/ui/card.tsx': 'export const Card = () => <div />\n',
      'server/package.json':
        '{ "name": "@portico/server", "dependencies": { "@portico/contract": "0.1.0", "fastify": "5" } }\n',
    })
    const said = problems.join('\n')
    expect(said).toMatch(/Key .*contract\/src\/shapes\.ts/)
    expect(said).toMatch(/Link .*web\/src\/ui\/button\.tsx/)
    expect(said).toMatch(/Unused files \(1\)\nweb\/src\/ui\/card\.tsx/)
    expect(said).toMatch(/fastify +server\/package\.json/)
  })
})
