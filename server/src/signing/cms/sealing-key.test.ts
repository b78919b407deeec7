import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { sealCaller, sealFile, sealSettings } from '../../../test/fixtures/seal.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { workers } from '../../../test/servers/workers.ts'
import { sql } from '../../kernel/database/db.ts'
import { DecryptionError, openSecrets } from '../../kernel/security/secrets.ts'
import { openSeal } from '../seal/seal.ts'

const database = await testDatabase()
const secrets = openSecrets('a'.repeat(64))
const folder = await mkdtemp(join(tmpdir(), 'portico-seal-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const lines: string[] = []
const deps = { database, secrets, workers, log: (_level: string, message: string) => void lines.push(message) }

const sealed = async (given: Partial<typeof sealSettings> | object = {}) => {
  const seal = await openSeal({ ...sealSettings, ...given }, deps)
  const { signed } = await sealFile(seal, await aPdf())
  return { signed, found: (await seal.inspect(async () => signed, sealCaller)).signatures[0] }
}

test('one key is created for all processes, and stored encrypted', async () => {
  const [one, other] = await Promise.all([sealed(), sealed()])
  expect(one.found).toMatchObject({
    ours: true,
    intact: true,
    certificate: expect.stringMatching(/^Portico document seal/),
  })
  expect(other.found?.certificate).toBe(one.found?.certificate)
  const { value } = await database.one<{ value: { sealedKey: string } }>(
    sql`select value from installation where key = 'sealing-key'`,
  )
  expect(Buffer.from(value.sealedKey, 'base64url').toString('latin1')).not.toContain('PRIVATE')
  const strange = await openSeal(sealSettings, { ...deps, secrets: openSecrets('b'.repeat(64)) })
  await expect(strange.begin()).rejects.toThrow(DecryptionError)
})

describe('SIGNING_P12', () => {
  test('that is missing or malformed stops the start with an explanation', async () => {
    const open = (signingP12: string) => openSeal({ ...sealSettings, signingP12 }, deps)
    await expect(open(join(folder, 'none.p12'))).rejects.toThrow('SIGNING_P12 cannot be read (ENOENT).')
    await writeFile(join(folder, 'text.p12'), 'abc')
    await expect(open(join(folder, 'text.p12'))).rejects.toThrow(
      /^SIGNING_P12 cannot be opened with SIGNING_P12_PASSWORD/,
    )
  })

  const openssl = existsSync('/usr/bin/openssl')
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

  test.runIf(openssl).each([
    ['rsa', ['-newkey', 'rsa:2048']],
    ['ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']],
  ])('with a key of kind %s takes the place of the one made', async (kind, key) => {
    run(
      'req',
      '-x509',
      ...key,
      '-nodes',
      '-keyout',
      `${kind}.pem`,
      '-out',
      `${kind}.crt`,
      '-days',
      '2',
      '-subj',
      '/CN=Sigillo Brenta',
    )
    run(
      'pkcs12',
      '-export',
      '-inkey',
      `${kind}.pem`,
      '-in',
      `${kind}.crt`,
      '-out',
      `${kind}.p12`,
      '-passout',
      'pass:segreta',
    )
    const signingP12 = join(folder, `${kind}.p12`)
    const { found } = await sealed({ signingP12, signingP12Password: 'segreta' })
    expect(found).toMatchObject({ ours: true, intact: true, certificate: 'Sigillo Brenta' })
    await expect(openSeal({ ...sealSettings, signingP12, signingP12Password: 'altra' }, deps)).rejects.toThrow(
      /^SIGNING_P12 cannot be opened with SIGNING_P12_PASSWORD/,
    )
    // What was sealed with another certificate is no longer our own.
    const { signed } = await sealed()
    const replaced = await openSeal({ ...sealSettings, signingP12, signingP12Password: 'segreta' }, deps)
    expect((await replaced.inspect(async () => signed, sealCaller)).signatures).toMatchObject([
      { ours: false, intact: true },
    ])
  })

  const listen = async (reply: (query: Buffer, authorization: string | undefined) => Promise<Buffer>) => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      try {
        const answer = await reply(Buffer.concat(chunks), request.headers.authorization)
        response.setHeader('content-type', 'application/timestamp-reply').end(answer)
      } catch {
        response.writeHead(500).end()
      }
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    afterAll(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  test('name and password in TSA_URL go into a header, and never into a message', async () => {
    let asked: string | undefined
    const url = new URL(
      await listen((_, authorization) => {
        asked = authorization
        return Promise.reject(new Error('no'))
      }),
    )
    Object.assign(url, { username: 'utente', password: 'se/greto' })
    lines.length = 0
    expect((await sealed({ tsaUrl: url.href })).found).toMatchObject({ timeStampedOn: null })
    expect(asked).toBe(`Basic ${btoa('utente:se/greto')}`)
    expect(lines).toEqual([expect.stringContaining('sealed at B-B instead of B-LT')])
    expect(lines.join()).not.toMatch(/greto/)
  })
})
