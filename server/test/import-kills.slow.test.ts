import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../src/kernel/database/db.ts'
import { openLocalStorage } from '../src/kernel/storage/local-storage.ts'
import { testDatabase, urlOf } from './servers/database.ts'

// `kill -9` while an import runs: nothing is there by half, the next run goes on, and nothing is doubled.

const program = fileURLToPath(new URL('../bin/portico.js', import.meta.url))
const TICKETS = 2500
const folder = await mkdtemp(join(tmpdir(), 'portico-import-kills-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const storage = await openLocalStorage(join(folder, 'data', 'files'))

const withFile = (n: number) => n % 10 === 0
const lines = [
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'one', webPortalName: 'One' },
  { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Client' },
  ...Array.from({ length: TICKETS }, (_, n) => [
    {
      type: 'ticket',
      externalId: `T${n}`,
      contact: 'c',
      title: `Ticket ${n}`,
      description: 'Text',
      createdOn: '2026-03-02',
      ...(withFile(n) && { attachments: [{ path: 'note.txt', name: `${n}.txt` }] }),
    },
    ...[1, 2].map(c => ({
      type: 'comment',
      externalId: `T${n}/${c}`,
      ticket: `T${n}`,
      message: 'Text',
      creationDate: '2026-03-03',
    })),
  ]).flat(),
]
await writeFile(join(folder, 'note.txt'), 'a note')
await writeFile(join(folder, 'lines.jsonl'), lines.map(line => JSON.stringify(line)).join('\n'))

/** Runs the import; kills it once it has shown progress so often. */
const run = async (killAfter = Number.POSITIVE_INFINITY) => {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: urlOf(database),
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: 'a secret key for these tests alone, 32 or more',
  }
  const child = spawn(process.execPath, [program, 'import', join(folder, 'lines.jsonl'), '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const shown: string[] = []
  child.stdout.on('data', chunk => {
    out += chunk
  })
  createInterface({ input: child.stderr }).on('line', line => {
    shown.push(line)
    if (shown.length === killAfter) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  if (!signal && !out) throw new Error(shown.join('\n'))
  return { signal, report: signal ? undefined : JSON.parse(out) }
}

/** What is there: tickets, their files, and comments. */
const counts = async () => {
  const found = await database.one<{ tickets: number; filed: number; files: number; comments: number }>(sql`select
    (select count(*) from ticket) as tickets, (select count(*) from ticket where title ~ '0$') as filed,
    (select count(*) from ticket_file) as files, (select count(*) from comment) as comments`)
  expect(found.files).toBe(found.filed)
  const keys = await database.many<{ key: string }>(sql`select storage_key as key from file`)
  expect(keys).toHaveLength(found.files)
  const stored = new Set<string>()
  for await (const { key } of storage.list()) stored.add(key)
  expect(keys.filter(({ key }) => !stored.has(key))).toEqual([])
  return found
}

test('kill -9 at any moment of an import', { timeout: 300_000 }, async () => {
  let before = 0
  for (const killAfter of [1, 1, 2, 3, 4]) {
    expect((await run(killAfter)).signal).toBe('SIGKILL')
    const { tickets } = await counts()
    expect(tickets).toBeGreaterThanOrEqual(before)
    before = tickets
  }
  expect(before).toBeGreaterThan(0)
  const { report } = await run()
  expect(report).toMatchObject({ refused: [], changed: 0 })
  expect(report.created + report.unchanged).toBe(lines.length)
  expect(report.unchanged).toBeGreaterThanOrEqual(before)
  expect(await counts()).toEqual({ tickets: TICKETS, filed: TICKETS / 10, files: TICKETS / 10, comments: 2 * TICKETS })
  expect((await run()).report).toMatchObject({ unchanged: lines.length, created: 0, changed: 0 })
})
