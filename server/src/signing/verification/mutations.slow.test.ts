import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aStranger } from '../../../test/fixtures/pdf-updates.ts'
import { aSealedFile } from '../../../test/fixtures/sealed-documents.ts'
import { addedTo, brokenFiles, type Variant } from '../../../test/fixtures/tampered-files.ts'
import { sql } from '../../kernel/database/db.ts'
import { inspectPdf } from './inspect.ts'
import { judge } from './verdict.ts'

const app = await testApp()
afterAll(() => app.delivered())

const signedElsewhere = readFileSync(new URL('../../../test/signed-files/sig-with-ski-sid.pdf', import.meta.url))
const once = await aSealedFile(app)
const stranger = await aStranger('Brenta Servizi S.r.l.')
const sealedFiles: [name: string, file: Buffer][] = [
  ['once', once],
  ['once, of one page', await aSealedFile(app, await aPdf({ pages: 1 }))],
  ['twice', await aSealedFile(app, once)],
  ['behind a signature of others', await aSealedFile(app, signedElsewhere)],
]

const { certificate } = await app.database.one<{ certificate: string }>(
  sql`select value ->> 'certificate' as certificate from installation where key = 'sealing-key'`,
)
const own = [[Buffer.from(certificate, 'base64')]]

/** What is told of a file that no record helps to recognise. */
const changedOf = (file: Buffer) => judge(inspectPdf(file, own), { issued: 0, additionsLost: false }).changed

/** Numbers that look random and are the same each time (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

type Random = (below: number) => number

const flipped = (file: Buffer, random: Random): Buffer => {
  const other = Buffer.from(file)
  const at = random(other.length)
  other[at] = (other[at] ?? 0) ^ (1 << random(8))
  return other
}

/** A flipped bit in a signature itself, which covers everything but itself. */
const flippedSignature = (file: Buffer, random: Random): Buffer => {
  const other = Buffer.from(file)
  const from = other.lastIndexOf('/Contents <') + '/Contents <'.length
  const at = from + random(other.indexOf('>', from) - from)
  other[at] = (other[at] ?? 0) ^ (1 << random(8))
  return other
}

const cut = (file: Buffer, random: Random): Buffer => {
  const at = random(file.length)
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + random(40))])
}

const doubled = (file: Buffer, random: Random): Buffer => {
  const [at, length] = [random(file.length), 1 + random(200)]
  return Buffer.concat([file.subarray(0, at + length), file.subarray(at)])
}

const rangeMoved = (file: Buffer, random: Random): Buffer => {
  const other = Buffer.from(file)
  const at = other.lastIndexOf('/ByteRange [0 ') + '/ByteRange [0 '.length + 11 * random(3)
  const value = Number(other.toString('latin1', at, at + 10)) + (random(2) || -1) * (1 + random(3000))
  other.write(String(Math.abs(value)).padStart(10, '0'), at, 'latin1')
  return other
}

const picked = (of: (file: Buffer) => Variant[]) => async (file: Buffer, random: Random) => {
  const variants = of(file)
  const variant = variants[random(variants.length)]
  return variant ? variant[1]() : file
}

const kinds: [name: string, mutate: (file: Buffer, random: Random) => Buffer | Promise<Buffer>][] = [
  ['flipped bits', flipped],
  ['flipped bits of its signature', flippedSignature],
  ['bytes cut out', cut],
  ['bytes doubled', doubled],
  ['moved ranges', rangeMoved],
  ['added revisions and shadowed content', picked(file => addedTo(file, stranger))],
  ['what was sealed edited', picked(brokenFiles)],
]

const EACH = 36

describe.each(sealedFiles)('a file that was sealed %s', (name, file) => {
  test('is unchanged', () => {
    expect(changedOf(file)).toBe(false)
  })

  test.each(kinds)(`is not unchanged after ${EACH} mutations: %s`, { timeout: 300_000 }, async (kind, mutate) => {
    const random = numbers([...name, ...kind].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7))
    for (let n = 0; n < EACH; n += 1) {
      const mutated = await mutate(file, random)
      if (mutated.equals(file)) continue
      expect(changedOf(mutated), `mutation ${n}`).not.toBe(false)
    }
  })
})
