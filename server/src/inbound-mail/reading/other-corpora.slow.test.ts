import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

// Mails of projects whose licence keeps them out of this repository, read where somebody has them: MAIL_CORPORA names a folder of them.
const folder = process.env.MAIL_CORPORA ?? ''

const filesIn = (path: string): string[] =>
  readdirSync(path).flatMap(name => {
    const at = join(path, name)
    if (statSync(at).isDirectory()) return filesIn(at)
    return /\.(?:eml|box|txt)$/i.test(name) ? [at] : []
  })

/** Milliseconds of this process's processor time, which other load on the machine does not lengthen. */
const LIMIT = 2000

describe.runIf(folder)('mails of others', () => {
  const files = folder ? filesIn(folder) : []

  test('there are some', () => expect(files.length).toBeGreaterThan(0))

  test.each(files)('%s is read without an error, within two seconds', async file => {
    const before = process.cpuUsage()
    const found = await parseMail(readFileSync(file))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(LIMIT)
    expect(found).toHaveProperty('mail')
  })
})
