import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import {
  differenceOf,
  hasPdfReaders,
  lettersApart,
  pdfReaders,
  type ReadPage,
  readPages,
} from '../../../test/fixtures/pdf-readers.ts'
import { sealFile, testSeal } from '../../../test/fixtures/seal.ts'

import { readToSign } from './read-to-sign.ts'

vi.setConfig({ testTimeout: 120_000 })

const folder = (name: string) => fileURLToPath(new URL(`../../../test/${name}/`, import.meta.url))
const pdfsIn = async (name: string) =>
  (await readdir(folder(name))).filter(one => one.endsWith('.pdf')).map(one => join(folder(name), one))

const files = [
  ...(await pdfsIn('files-to-sign/made')),
  ...(await pdfsIn('files-to-sign/pdf.js')),
  ...(await pdfsIn('signed-files')).filter(path => /minimal|extensions-|pades/.test(path)).slice(0, 10),
]

/** Which part of a picture may differ: each reader draws what has no appearance a little differently. */
const DIFFERENCE_MAX = 0.01
const PAGES = 3

const { database, deps } = await testApp()
const seal = await testSeal(database, deps.secrets)
const refused: string[] = []

/** Whether a reader has the same page, in words and as a picture. */
const expectSame = (before: ReadPage, after: ReadPage | undefined, { letters }: { letters: number }) => {
  if (!after) throw new Error('A page is missing')
  expect(lettersApart(before, after)).toBeLessThanOrEqual(letters)
  expect(differenceOf(before, after)).toBeLessThan(DIFFERENCE_MAX)
}

describe.runIf(hasPdfReaders())('is the same as sent, as shown and as sealed in each reader, or is refused', () => {
  test('with 60 files', () => expect(files).toHaveLength(60))

  test.each(files.map(path => [path.split('/').slice(-2).join('/'), path] as const))('%s', async (name, path) => {
    const sent = await readFile(path)
    const read = await readToSign(sent).catch((error: Error) => error)
    if (read instanceof Error) {
      expect(read.name).toBe('PdfRefused')
      refused.push(name)
      return
    }
    const shown = read.pdf ?? sent
    const { signed } = await sealFile(seal, shown)
    expect(signed.subarray(0, shown.length).equals(shown)).toBe(true)
    const isDrawn = read.changes.some(change => change === 'form' || change === 'comments')
    for (const reader of pdfReaders) {
      const before = await readPages(reader, sent, PAGES)
      const [asShown, asSealed] = [await readPages(reader, shown, PAGES), await readPages(reader, signed, PAGES)]
      for (const [n, page] of before.entries()) {
        // MuPDF draws check marks with letters of its own, and `SIGN` into empty signature fields. The words of the viewer's page do not include
        // those of fields and comments, which its picture shows.
        const own = { poppler: 0, mupdf: 4, 'pdf.js': Number.POSITIVE_INFINITY }[reader]
        expectSame(page, asShown[n], { letters: isDrawn ? own : 0 })
        expectSame(asShown[n] as ReadPage, asSealed[n], { letters: 0 })
      }
      if (!isDrawn) continue
      const poppler = await readPages('poppler', shown, PAGES)
      for (const [n, page] of asShown.entries())
        if (reader === 'pdf.js') expect(lettersApart(page, poppler[n] ?? page)).toBeLessThanOrEqual(4)
    }
  })

  test('refusing six at most', () => expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(6))
})
