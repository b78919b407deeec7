import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { securityLogOn } from '../../test/fixtures/security.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { workers } from '../../test/servers/workers.ts'
import { openLocalStorage } from '../kernel/storage/local-storage.ts'
import { importCommand } from './import-command.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-command-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const deps = {
  database,
  storage: await openLocalStorage(join(folder, 'storage')),
  secrets,
  security: securityLogOn(database),
  seal: await testSeal(database, secrets),
  workers,
  log: () => {},
}

const company = JSON.stringify({ type: 'serviceCompany', externalId: 'sc', name: 'Company' })
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const run = async (args: string[], isTTY = false) => {
  const said = { out: '', err: '' }
  const stdout = {
    write: (text: string) => {
      said.out += text
    },
  }
  const stderr = {
    isTTY,
    write: (text: string) => {
      said.err += text
    },
  }
  return { ...said, code: await importCommand(args, deps, { stdout, stderr }), said }
}

test('the report is printed as sentences, and a refused line makes the exit code 1', async () => {
  const { code, said } = await run([
    await file('a.jsonl', `${company}\n{"type":"group","externalId":"g","name":"G"}\nnonsense\n`),
  ])
  expect(code).toBe(1)
  expect(said.out).toMatch(
    /^line 2 \(g\): serviceCompany is missing\nline 3: is not JSON.*\nDone: 3 lines, 1 created, 0 changed, 0 unchanged, 2 refused\n$/,
  )
})

test('a valid file exits with 0, and a dry run is labelled as such', async () => {
  const path = await file(
    'b.jsonl',
    `${company}\n{"type":"group","externalId":"g2","serviceCompany":"sc","name":"G"}\n`,
  )
  const dry = await run([path, '--dry-run'])
  expect([dry.code, dry.said.out]).toEqual([0, 'Would be: 2 lines, 1 created, 0 changed, 1 unchanged, 0 refused\n'])
  expect((await run([path])).said.out).toBe('Done: 2 lines, 1 created, 0 changed, 1 unchanged, 0 refused\n')
})

test('--json prints the report', async () => {
  const { code, said } = await run([await file('c.jsonl', '{"type":"group"}'), '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(said.out)).toMatchObject({
    lines: 1,
    created: 0,
    refused: [{ line: 1, field: 'serviceCompany', reason: 'is missing' }],
  })
})

test('progress is one redrawn line on a terminal and plain lines elsewhere', async () => {
  const groups = Array.from({ length: 7000 }, (_, n) =>
    JSON.stringify({ type: 'group', externalId: `p${n}`, serviceCompany: 'sc', name: 'G' }),
  )
  const path = await file('d.jsonl', `${company}\n${groups.join('\n')}`)
  const terminal = await run([path], true)
  expect(terminal.said.err).toMatch(/^\r.*\d+ %, \d+ lines, \d+ a second, \d+:\d\d left/)
  const plain = await run([path])
  expect(plain.said.err).toMatch(/^(\d+ %, \d+ lines, \d+ a second, \d+:\d\d left\n){2,9}$/)
})

test.each([
  [[], 'Name one file'],
  [['a', 'b'], 'Name one file'],
  [['--wet', 'a'], '--wet'],
  [['none.jsonl'], 'cannot be read'],
])('invalid arguments %j exit with 2 and a message', async (args, sentence) => {
  const { code, said } = await run(args)
  expect(code).toBe(2)
  expect(said.err).toContain(sentence)
})
