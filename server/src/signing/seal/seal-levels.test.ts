import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CertificationAuthority,
  certificationAuthority,
  hasOpenssl,
} from '../../../test/fixtures/certification-authority.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { secrets } from '../../../test/fixtures/messages.ts'
import { sealFile, sealSettings } from '../../../test/fixtures/seal.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { workers } from '../../../test/servers/workers.ts'
import { readSignature } from '../cms/sign-cms.ts'
import { openSeal } from './seal.ts'
import { signaturePlaces } from './signature-place.ts'

// The level of a seal, by authorities that OpenSSL plays. SEALED_FILES=FOLDER keeps what is made for other judges.

const execute = promisify(execFile)
const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'portico-levels-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const PATIENT = { stamp: 20_000, proof: 20_000, pause: 60_000 }
const SHORT = { ...PATIENT, stamp: 1000 }
let authority: CertificationAuthority
beforeAll(async () => {
  authority = await certificationAuthority()
  await copyFile(authority.rootPath, join(process.env.SEALED_FILES ?? folder, 'root.pem'))
})
afterAll(() => authority.close())

const caller = { serviceCompanyId: 1 }

/** A seal that knows of no failures yet. */
const open = (given: Partial<typeof sealSettings> | object = {}, atOnce = PATIENT) =>
  openSeal(
    { ...sealSettings, tsaUrl: authority.tsaUrl, tsaAllowPrivate: true, ...given },
    { database, secrets, workers, log: () => {} },
    { atOnce, later: PATIENT },
  )

const keep = async (name: string, pdf: Buffer) => {
  const path = join(process.env.SEALED_FILES ?? folder, `${name}.pdf`)
  await writeFile(path, pdf)
  return path
}

const said = async (command: string, ...args: string[]) => {
  const { stdout } = await execute(command, args).catch((error: { stdout: string }) => error)
  return String(stdout)
}

const isThere = (...names: string[]) => names.every(name => existsSync(`/usr/bin/${name}`))

/** What an ordinary reader says of each signature. */
const validity = async (path: string) => (await said('pdfsig', '-nocert', path)).match(/Signature Validation: .*/g)

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const VALID = 'Signature Validation: Signature is Valid.'

/** How many certificates, OCSP responses, revocation lists and signatures the document security store of a file holds. */
const storeOf = async (path: string) => {
  const plain = `${path}.qdf`
  await said('qpdf', '--qdf', '--object-streams=disable', path, plain)
  const text = await readFile(plain, 'latin1')
  await rm(plain)
  const object = (id: string | undefined) => new RegExp(`\\n${id} 0 obj\\n([^]*?)\\nendobj`).exec(text)?.[1] ?? ''
  const dss = object(/\/DSS (\d+) 0 R/.exec(text)?.[1])
  const count = (name: string) => new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(dss)?.[1]?.match(/ 0 R/g)?.length ?? 0
  const signatures = object(/\/VRI (\d+) 0 R/.exec(dss)?.[1]).match(/\/[0-9A-F]{40} /g)?.length ?? 0
  return { certificates: count('Certs'), ocsps: count('OCSPs'), crls: count('CRLs'), signatures }
}

describe.runIf(hasOpenssl && isThere('pdfsig', 'qpdf'))('with TSA_URL', { timeout: 300_000 }, () => {
  test('a document is sealed at B-LT: with time stamp, certificate chains and revocation data', async () => {
    const seal = await open()
    const { signed, level, problem } = await sealFile(seal, await aPdf())
    expect({ level, problem }).toEqual({ level: 'B-LT', problem: null })
    expect((await seal.inspect(async () => signed, caller)).signatures).toMatchObject([
      { ours: true, intact: true, timeStampedOn: expect.any(String) },
    ])
    const path = await keep('stamped', signed)
    expect(await validity(path)).toEqual([VALID])
    expect(await said('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
    // The seal's own certificate, that of the time stamps and of its responder, the issuing authority and the root.
    expect(await storeOf(path)).toEqual({ certificates: 5, ocsps: 1, crls: 1, signatures: 1 })
  })

  test('a sealing certificate of an authority gets validation data like that of the time stamps', async () => {
    const signingP12 = await authority.sealingKey()
    const seal = await open({ signingP12, signingP12Password: 'segreta' })
    authority.asked('ocsp')
    const { signed, level } = await sealFile(seal, await aPdf())
    expect(level).toBe('B-LT')
    expect(authority.asked('ocsp')).toBe(2)
    const path = await keep('certified', signed)
    expect(await storeOf(path)).toEqual({ certificates: 5, ocsps: 2, crls: 1, signatures: 1 })
    expect(await validity(path)).toEqual([VALID])
  })

  test('earlier signatures stay valid, and their document security store is extended', async () => {
    const seal = await open()
    const first = (await sealFile(seal, await aPdf({ pages: 3 }))).signed
    const { signed, evidence, level, problem } = await sealFile(seal, first)
    expect({ level, problem }).toEqual({ level: 'B-LT', problem: null })
    expect(signed.subarray(0, first.length).equals(first)).toBe(true)
    const path = await keep('twice', signed)
    expect(await validity(path)).toEqual([VALID, VALID])
    expect(await validity(await keep('evidence', evidence ?? Buffer.alloc(0)))).toEqual([VALID])
    expect(await storeOf(path)).toMatchObject({ certificates: 5, ocsps: 2, signatures: 2 })
    // A page whose content changes behind a signature would make it invalid in stricter readers.
    const [contents = 'none'] = /\/Contents \[[^\]]*\]/.exec(signed.subarray(first.length).toString('latin1')) ?? []
    expect(first.toString('latin1')).toContain(contents)
  })

  test('a silent authority delays the signer only briefly and is not asked again soon; the seal is raised later', async () => {
    authority.set('tsa', 'silent')
    const seal = await open({}, SHORT)
    const { signed, level, problem } = await sealFile(seal, await aPdf())
    expect({ level, problem }).toEqual({ level: 'B-B', problem: expect.stringContaining('within 1 seconds') })
    expect(await validity(await keep('base', signed))).toEqual([VALID])
    authority.asked('tsa')
    const again = await sealFile(seal, await aPdf())
    expect(again).toMatchObject({ level: 'B-B', problem: expect.stringContaining('not asked again') })
    expect(authority.asked('tsa')).toBe(0)

    authority.set('tsa', 'answers')
    const before = Buffer.from(signed)
    const raised = await seal.raise(signed, caller)
    expect(raised).toMatchObject({ level: 'B-LT', problem: null })
    expect(await validity(await keep('raised', raised.pdf))).toEqual([VALID])
    expect((await seal.inspect(async () => raised.pdf, caller)).signatures).toMatchObject([
      { intact: true, timeStampedOn: expect.any(String) },
    ])
    // The stamp lies within the place of the signature: every byte that the seal covers is as it was.
    const [place] = signaturePlaces(before)
    expect(raised.pdf.subarray(0, place?.from).equals(before.subarray(0, place?.from))).toBe(true)
    expect(raised.pdf.subarray(place?.to, before.length).equals(before.subarray(place?.to))).toBe(true)
    expect(await seal.raise(raised.pdf, caller)).toMatchObject({ level: 'B-LT', problem: null })
  })

  test('a silent responder leaves the seal at B-T, which is reported, and raised without another time stamp', async () => {
    const seal = await open({}, { ...PATIENT, proof: 4000, pause: 0 })
    // From here on the certificates and lists are known.
    await sealFile(seal, await aPdf())
    authority.set('ocsp', 'silent')
    authority.set('issuing.crl', 500)
    const { signed, level, problem } = await sealFile(seal, await aPdf())
    expect(level).toBe('B-T')
    expect(problem).toMatch(/"Prova Time Stamps" was revoked: .*did not answer in time/)
    authority.set('ocsp', 'answers')
    authority.set('issuing.crl', 'answers')
    authority.asked('tsa')
    const raised = await seal.raise(signed, caller)
    expect(raised).toMatchObject({ level: 'B-LT', problem: null })
    expect(authority.asked('tsa')).toBe(0)
    expect(await validity(await keep('proven-later', raised.pdf))).toEqual([VALID])
  })

  test('if the responder fails, the CRL of the issuer is used', async () => {
    authority.set('ocsp', 500)
    const { signed, level } = await sealFile(await open(), await aPdf())
    authority.set('ocsp', 'answers')
    expect(level).toBe('B-LT')
    expect(await storeOf(await keep('by-list', signed))).toMatchObject({ ocsps: 0, crls: 2 })
  })

  test('a time stamp that is too large for the seal becomes a document time stamp', async () => {
    const own = await certificationAuthority()
    try {
      await own.stampBy('large')
      // Sealed where no time stamps were wanted, so that there is little room.
      const { signed } = await sealFile(await open({ tsaUrl: undefined }), await aPdf({ pages: 1 }))
      const before = Buffer.from(signed)
      const seal = await open({ tsaUrl: own.tsaUrl })
      const { pdf, ...raised } = await seal.raise(signed, caller)
      expect(raised).toEqual({ level: 'B-LT', problem: null })
      expect(pdf.subarray(0, before.length).equals(before)).toBe(true)
      const [stamp, first] = signaturePlaces(pdf)
      expect(readSignature(stamp?.contents ?? Buffer.alloc(0)).encapContentInfo.eContentType).toBe(TST_INFO)
      expect(first?.end).toBe(before.length)
      const path = await keep('document-time-stamp', pdf)
      await copyFile(own.rootPath, path.replace('.pdf', '.pem'))
      expect((await validity(path))?.[0]).toBe(VALID)
      expect(await seal.raise(pdf, caller)).toMatchObject({ level: 'B-LT', problem: null })
    } finally {
      await own.close()
    }
  })

  test('addresses in certificates may not resolve to private networks unless allowed', async () => {
    authority.asked('ocsp')
    const seal = await open({ tsaAllowPrivate: false })
    const { level, problem } = await sealFile(seal, await aPdf())
    expect(level).toBe('B-T')
    expect(problem).toContain('TSA_ALLOW_PRIVATE=1')
    expect([authority.asked('ocsp')]).toEqual([0])
  })

  test('a certificate without addresses is reported, and does not prevent sealing', async () => {
    const own = await certificationAuthority()
    try {
      await own.stampBy('bare')
      const seal = await open({ tsaUrl: own.tsaUrl })
      const told = { level: 'B-T', problem: expect.stringContaining('it names no address to ask') }
      expect(await sealFile(seal, await aPdf())).toMatchObject(told)
      expect(await sealFile(seal, await aPdf())).toMatchObject(told)
    } finally {
      await own.close()
    }
  })

  test('a revoked certificate yields no validation data', async () => {
    const own = await certificationAuthority()
    try {
      await own.revoke('tsa')
      const seal = await open({ tsaUrl: own.tsaUrl })
      const told = { level: 'B-T', problem: 'The certificate of "Prova Time Stamps" was revoked' }
      expect(await sealFile(seal, await aPdf())).toMatchObject(told)
      own.set('ocsp', 500)
      expect(await sealFile(await open({ tsaUrl: own.tsaUrl }), await aPdf())).toMatchObject(told)
    } finally {
      await own.close()
    }
  })
})
