import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { openDb, sql } from './db.ts'
import { migrate } from './migrate.ts'

const db = await testDatabase()
const messages: string[] = []
const log = (_level: string, message: string) => messages.push(message)
let folder = ''

const write = (name: string, text: string) => writeFile(join(folder, name), text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'))
  await db.run(sql`drop table if exists migration, fruit`)
  await write('0001-fruit.sql', 'create table fruit (name text);\ninsert into fruit values ($$apple; pear$$);\n')
})

afterEach(() => rm(folder, { recursive: true }))

test('applies new files once, and returns their names', async () => {
  expect(await migrate(db, folder, log)).toEqual(['0001-fruit.sql'])
  await write('0002-plum.sql', "insert into fruit values ('plum');")
  expect(await migrate(db, folder, log)).toEqual(['0002-plum.sql'])
  expect(await migrate(db, folder, log)).toEqual([])
  expect(await db.many(sql`select name from fruit`)).toEqual([{ name: 'apple; pear' }, { name: 'plum' }])
  expect(messages).toContain('Applied migration 0002-plum.sql')
})

test('accepts other line endings of the same file', async () => {
  await migrate(db, folder, log)
  await write('0001-fruit.sql', 'create table fruit (name text);\r\ninsert into fruit values ($$apple; pear$$);\r\n')
  expect(await migrate(db, folder, log)).toEqual([])
})

test('refuses an edited, missing, newer or late file with a sentence that names it', async () => {
  await write('0003-plum.sql', "insert into fruit values ('plum');")
  await migrate(db, folder, log)
  await write('0002-late.sql', 'select 1')
  await expect(migrate(db, folder, log)).rejects.toThrow(
    '0002-late.sql was never applied, but the later 0003-plum.sql was',
  )
  await rm(join(folder, '0002-late.sql'))
  await write('0001-fruit.sql', 'create table fruit (name text, colour text)')
  await expect(migrate(db, folder, log)).rejects.toThrow('0001-fruit.sql was edited after it was applied')
  await rm(join(folder, '0001-fruit.sql'))
  await expect(migrate(db, folder, log)).rejects.toThrow(
    '0001-fruit.sql was applied to this database, but its file is missing',
  )
  await rm(join(folder, '0003-plum.sql'))
  await expect(migrate(db, folder, log)).rejects.toThrow(
    'The database is newer than this program: it has migration 0001',
  )
})

test('refuses names without a number and duplicate numbers', async () => {
  await write('0001-again.sql', 'select 1')
  await expect(migrate(db, folder, log)).rejects.toThrow('0001-fruit.sql bears a number that is taken')
  await write('second.sql', 'select 1')
  await rm(join(folder, '0001-again.sql'))
  await expect(migrate(db, folder, log)).rejects.toThrow('second.sql is not named NNNN-name.sql')
})

test('a failed migration leaves no changes', async () => {
  await write('0002-broken.sql', "insert into fruit values ('plum'); insert into nothing values (1);")
  await expect(migrate(db, folder, log)).rejects.toThrow('0002-broken.sql failed: relation "nothing" does not exist')
  expect(await db.many(sql`select name from fruit`)).toEqual([{ name: 'apple; pear' }])
  await write('0002-broken.sql', "insert into fruit values ('plum');")
  expect(await migrate(db, folder, log)).toEqual(['0002-broken.sql'])
})

test('several processes at the same time apply each file once', async () => {
  for (let number = 2; number < 6; number++)
    await write(`000${number}-more.sql`, `select pg_sleep(0.02); insert into fruit values ('${number}');`)
  const pools = Array.from({ length: 4 }, () => openDb({ connection: db.connection, max: 1, log: () => {} }))
  const applied = await Promise.all(pools.map(pool => migrate(pool, folder, log)))
  expect(applied.flat().sort()).toEqual(['0001-fruit.sql', ...[2, 3, 4, 5].map(number => `000${number}-more.sql`)])
  expect(await db.one(sql`select count(*) as rows, count(distinct name) as names from fruit`)).toEqual({
    rows: 5,
    names: 5,
  })
  await Promise.all(pools.map(pool => pool.close()))
})
