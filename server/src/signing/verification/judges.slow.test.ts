import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aStranger } from '../../../test/fixtures/pdf-updates.ts'
import { aSealedFile } from '../../../test/fixtures/sealed-documents.ts'
import { brokenFiles, forgedFile, honestlyAddedTo } from '../../../test/fixtures/tampered-files.ts'
import { PdfFile } from '../pdf/file.ts'
import { namedSignatures } from '../pdf/signature-fields.ts'
import { PdfString } from '../pdf/values.ts'

const app = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'portico-judges-'))
afterAll(async () => {
  await app.delivered()
  await rm(folder, { recursive: true, force: true })
})

const sealed = await aSealedFile(app)
const stranger = await aStranger('Brenta Servizi S.r.l.')

const tool = (name: string) => existsSync(`/usr/bin/${name}`)
let files = 0
const written = async (content: Buffer, ending = 'pdf') => {
  files += 1
  const path = join(folder, `${files}.${ending}`)
  await writeFile(path, content)
  return path
}

/** What a program says, whether it is content or not. */
const said = (command: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(command, args).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )

describe.runIf(tool('pdfsig'))('pdfsig', () => {
  const judged = async (pdf: Buffer) => said('pdfsig', '-nocert', await written(pdf))

  test('finds the seal valid over the whole file', async () => {
    const text = await judged(sealed)
    expect(text).toContain('Signature is Valid.')
    expect(text).toContain('Total document signed')
  })

  test('finds the seal valid, but not over the whole file, if something follows it', async () => {
    for (const [, make] of honestlyAddedTo(sealed, stranger)) {
      const text = await judged(await make())
      expect(text.split('Signature #2')[0]).toMatch(/Not total document signed[\s\S]*Signature is Valid/)
    }
  })

  test('finds one signature in the forged file, and not over the whole document', async () => {
    const text = await judged(await forgedFile(sealed, stranger))
    expect(text).not.toContain('Signature #2')
    expect(text).toContain('Not total document signed')
  })
})

describe.runIf(tool('mutool'))('mutool', () => {
  const judged = async (pdf: Buffer) => said('mutool', 'sign', '-v', await written(pdf))

  test('finds the sealed file unchanged, the forged one edited, and a changed one invalid', async () => {
    expect(await judged(sealed)).toContain('The document is unchanged since signing.')
    expect(await judged(await forgedFile(sealed, stranger))).toContain('there have been edits since signing')
    const byte = brokenFiles(sealed).find(([name]) => name === 'a byte of a page')
    expect(await judged((await byte?.[1]()) ?? sealed)).not.toMatch(/unchanged|is valid/)
  })
})

const certificateOf = (cms: string) => said('openssl', 'pkcs7', '-inform', 'DER', '-in', cms, '-print_certs')

describe.runIf(tool('openssl'))('openssl cms', () => {
  test('verifies the seal over its byte range, and over nothing else', async () => {
    const file = new PdfFile(sealed)
    const contents = namedSignatures(file, file.newest)[0]?.dict.get('Contents')
    if (!(contents instanceof PdfString)) throw new Error('No signature')
    const { bytes, from, to } = contents
    const cms = await written(bytes.subarray(0, 4 + bytes.readUInt16BE(2)), 'der')
    const content = Buffer.concat([sealed.subarray(0, from), sealed.subarray(to)])
    const root = await written(Buffer.from(await certificateOf(cms)), 'pem')
    const judged = async (over: Buffer) => {
      const trust = ['-CAfile', root, '-purpose', 'any', '-partial_chain']
      const input = ['-inform', 'DER', '-in', cms, '-binary', '-content', await written(over, 'bin')]
      return said('openssl', 'cms', '-verify', '-cades', ...trust, ...input, '-out', '/dev/null')
    }
    expect(await judged(content)).toMatch(/CAdES Verification successful/)
    content[300] = (content[300] ?? 0) ^ 1
    expect(await judged(content)).toMatch(/Verification failure/i)
  })
})
