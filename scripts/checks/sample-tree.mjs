import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const real = join(import.meta.dirname, '../..')
const asInProduct = [
  '.gitignore',
  'biome.json',
  'knip.jsonc',
  'tsconfig.base.json',
  'scripts/checks/bundle-budget.json',
  'scripts/checks/type-budget.json',
]
const workspaces = ['contract', 'embedded-postgres', 'server', 'web', 'e2e', 'bench']

const json = value => `${JSON.stringify(value, null, 2)}\n`
const workspace = (name, more = {}) => json({ name: `@portico/${name}`, private: true, type: 'module', ...more })
const own = { '@portico/contract': '0.1.0' }
const texts = title => `export const catalogue = { errors: { not_found: '${title}' }, 'tickets.title': '${title}' }\n`

// A product in small, without a fault, with one file of each kind that the checks tell apart.
const files = {
  'package.json': json({ name: 'portico', private: true, type: 'module', workspaces }),
  'package-lock.json': json({
    packages: {
      contract: { dependencies: { typebox: '1' } },
      server: { dependencies: own },
    },
  }),
  'contract/package.json': workspace('contract', { exports: { './*': './src/*.ts' }, dependencies: { typebox: '1' } }),
  'contract/src/errors.ts': 'export const errorStatuses = { not_found: [404] } as const\n',
  'contract/src/shapes.ts': "import * as Type from 'typebox'\n\nexport const Id = Type.Integer()\n",
  'contract/src/tickets.ts': "import { Id } from './shapes.ts'\n\nexport const ticket = { id: Id }\n",
  'embedded-postgres/package.json': workspace('embedded-postgres'),
  'embedded-postgres/src/embedded-postgres.test.ts':
    "import { port } from './embedded-postgres.ts'\n\nconsole.log(port)\n",
  'embedded-postgres/src/embedded-postgres.ts': 'export const port = 5432\n',
  'server/package.json': workspace('server', { dependencies: own }),
  'server/src/main.ts':
    "import { errorStatuses } from '@portico/contract/errors'\nimport { ticketRoutes } from './tickets/routes.ts'\n\nticketRoutes(Number(process.env.PORT), errorStatuses.not_found[0])\n",
  'server/src/kernel/database/db.ts': 'export type Db = { port: number }\n',
  'server/src/tickets/queries.ts':
    "import type { Db } from '../kernel/database/db.ts'\n\nexport const ticketsOf = (db: Db) => [db.port]\n",
  'server/src/tickets/routes.ts':
    "import { ticket } from '@portico/contract/tickets'\nimport { ticketsOf } from './queries.ts'\n\nexport const ticketRoutes = (port: number, status: number) => [ticket, status, ticketsOf({ port })]\n",
  'server/dist/main.js':
    'console.log(\'{"openapi":"3.1.0","paths":{"/api/tickets":{"get":{"summary":"Tickets"}}}}\')\n',
  'docs/specification/tickets.md': '# Tickets\n\n<a id="copy-addresses"></a>At most 20.\n',
  'docs/decisions/0001-one-event-table.md':
    '# 1. One event table\n\nDate: 2026-11-21\n\nStatus: accepted\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n\n## Alternatives considered\n\nD.\n',
  'docs/decisions/README.md': '# Decisions\n\n- [1. One event table](0001-one-event-table.md): one.\n',
  'docs/stack.md':
    '# Libraries\n\n## contract\n\n| package | for | instead of |\n|---|---|---|\n| `typebox` | schemas | zod |\n',
  'docs/guide.md':
    '[copy](specification/tickets.md#copy-addresses), [decision 1, One event table](decisions/0001-one-event-table.md), [below](#below)\n\n## Below\n',
  'docs/openapi.json': json({ openapi: '3.1.0', paths: { '/api/tickets': { get: { summary: 'Tickets' } } } }),
  'docs/operator-openapi.json': json({ openapi: '3.1.0', paths: { '/api/tickets': { get: { summary: 'Tickets' } } } }),
  'docs/staff-openapi.json': json({ openapi: '3.1.0', paths: { '/api/tickets': { get: { summary: 'Tickets' } } } }),
  'web/package.json': workspace('web'),
  'web/index.html':
    '<!doctype html>\n<html lang="it">\n  <script type="module" src="/src/main.tsx"></script>\n</html>\n',
  'web/src/staff-app/main.tsx':
    "import { catalogue as en } from '../text/en/staff/catalogue.ts'\nimport { catalogue as es } from '../text/es/staff/catalogue.ts'\nimport { catalogue as it } from '../text/it/staff/catalogue.ts'\n\nconst t = (key: string) => key\nconsole.log(t('staffShell.name'), it, en, es)\n",
  'web/src/main.tsx':
    "import { catalogue as en } from './text/en/catalogue.ts'\nimport { catalogue as es } from './text/es/catalogue.ts'\nimport { catalogue as it } from './text/it/catalogue.ts'\nimport { wikiTexts } from './text/shared-texts.ts'\nimport { TicketListScreen } from './tickets/ticket-list-screen.tsx'\n\nconsole.log(<TicketListScreen t={key => key} />, it, en, es, wikiTexts)\n",
  'web/src/text/it/catalogue.ts': texts('Non trovato'),
  'web/src/text/en/catalogue.ts': texts('Not found'),
  'web/src/text/es/catalogue.ts': texts('No encontrado'),
  ...Object.fromEntries(
    ['it', 'en', 'es'].flatMap(code => [
      [`web/src/text/${code}/staff/shell.ts`, "export const staffShell = { name: 'Banco' }\n"],
      [
        `web/src/text/${code}/staff/catalogue.ts`,
        "import { staffShell } from './shell.ts'\n\nexport const catalogue = { staffShell }\n",
      ],
    ]),
  ),
  'web/src/text/shared-texts.ts':
    "export const wikiTexts = {\n  it: () => import('./it/wiki.ts'),\n  en: () => import('./en/wiki.ts'),\n  es: () => import('./es/wiki.ts'),\n}\n",
  ...Object.fromEntries(
    ['it', 'en', 'es'].map(code => [`web/src/text/${code}/wiki.ts`, "export const wiki = { title: 'Wiki' }\n"]),
  ),
  'web/src/ui/button.tsx': 'export const Button = () => <button type="button" />\n',
  'web/src/tickets/ticket-list-screen.tsx':
    "import { Button } from '../ui/button.tsx'\n\nexport const TicketListScreen = ({ t }: { t: (key: string) => string }) => (\n  <h1>\n    {t('tickets.title')} {t('wiki.title')} <Button />\n  </h1>\n)\n",
  'web/dist/assets/entry.js': 'console.log(1)\n',
  'web/dist/assets/list.js': 'console.log(2)\n',
  'e2e/package.json': workspace('e2e'),
  'e2e/tickets.spec.ts': "import { errorStatuses } from '@portico/contract/errors'\n\nconsole.log(errorStatuses)\n",
  'bench/package.json': workspace('bench'),
  'bench/src/main.ts': 'console.log(1)\n',
}

/** Lays out the product in small, with the real settings of the tools, in a folder of its own. */
export const sampleTree = () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-sample-'))
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of [...asInProduct, ...workspaces.map(name => `${name}/tsconfig.json`), 'web/tsconfig.staff.json']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(real, path), join(root, path))
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  mkdirSync(join(root, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(join(real, 'node_modules')))
    if (name !== '@portico') symlinkSync(join(real, 'node_modules', name), join(root, 'node_modules', name))
  symlinkSync('../../contract', join(root, 'node_modules/@portico/contract'))
  return {
    root,
    /** Writes the given files, does `work`, and sets things back as they were. */
    planted: async (changes, work) => {
      for (const [path, text] of Object.entries(changes)) write(path, text)
      try {
        return await work()
      } finally {
        for (const path of Object.keys(changes))
          if (path in files) write(path, files[path])
          else rmSync(join(root, path))
      }
    },
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
