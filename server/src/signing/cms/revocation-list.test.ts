import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasOpenssl } from '../../../test/fixtures/certification-authority.ts'
import { processorTime } from '../../../test/servers/event-loop.ts'
import { readCertificate } from './certificate.ts'
import { readRevocationList } from './revocation-list.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-crl-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })

const CONFIG = `[ca]\ndefault_ca = ca\n[ca]\ndatabase = index.txt\ndefault_md = sha256\ndefault_crl_days = 30\ncrlnumber = number
[req]\ndistinguished_name = dn\n[dn]\n[authority]\nbasicConstraints = critical,CA:TRUE\nkeyUsage = critical,keyCertSign,cRLSign
[delta]\n2.5.29.27 = critical,ASN1:INTEGER:1\n`

/** A line of the index of `openssl ca` for a revoked certificate; the serial number in hexadecimal. */
const revoked = (serial: string) => `R\t360101000000Z\t260101000000Z\t${serial}\tunknown\t/CN=${serial}\n`

const authorityOf = async (name: string) => {
  const subject = ['-subj', '/CN=Lists', '-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', '30']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await openssl('req', '-x509', '-config', 'ca.cnf', '-extensions', 'authority', ...key, ...subject)
  await openssl('x509', '-in', `${name}.crt`, '-outform', 'DER', '-out', `${name}.der`)
  return readCertificate(await readFile(join(folder, `${name}.der`)))
}

const listOf = async (serials: string[], ...more: string[]) => {
  await writeFile(join(folder, 'index.txt'), serials.map(revoked).join(''))
  await writeFile(join(folder, 'number'), '01')
  const by = ['-config', 'ca.cnf', '-keyfile', 'own.key', '-cert', 'own.crt', ...more]
  await openssl('ca', '-gencrl', ...by, '-out', 'list.pem')
  await openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der')
  return readFile(join(folder, 'list.der'))
}

describe.runIf(hasOpenssl)('a list of revocations', () => {
  let issuer: Awaited<ReturnType<typeof authorityOf>>
  beforeAll(async () => {
    await writeFile(join(folder, 'ca.cnf'), CONFIG)
    issuer = await authorityOf('own')
  })

  test('has its times and serial numbers', async () => {
    const list = await readRevocationList(await listOf(['0A', '00FF01', '1234']), issuer)
    expect(['0A', '00FF01', '1234', '0B', '1235', ''].map(hex => list.includes(Buffer.from(hex, 'hex')))).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
    const days = ((list.nextUpdate?.getTime() ?? 0) - list.thisUpdate.getTime()) / 86_400_000
    expect(days).toBe(30)
    expect(Math.abs(Date.now() - list.thisUpdate.getTime())).toBeLessThan(60_000)
    expect((await readRevocationList(await listOf([]), issuer)).includes(Buffer.of(10))).toBe(false)
  })

  test('with tens of thousands of entries is read without blocking', async () => {
    const serials = Array.from({ length: 40_000 }, (_, n) => (0x100000 + n).toString(16).toUpperCase())
    const der = await listOf(serials)
    const start = processorTime()
    const list = await readRevocationList(der, issuer)
    expect(list.includes(Buffer.from('109C40', 'hex'))).toBe(false)
    expect(processorTime() - start).toBeLessThan(1000)
    expect(list.includes(Buffer.from('109C3F', 'hex'))).toBe(true)
  }, 60_000)

  test('is rejected if signed by another key, a delta, changed, truncated or malformed', async () => {
    const der = await listOf(['0A'])
    await expect(readRevocationList(der, await authorityOf('other'))).rejects.toThrow('is not signed by the issuer')
    const delta = await listOf(['0A'], '-crlexts', 'delta')
    await expect(readRevocationList(delta, issuer)).rejects.toThrow('is not a whole list')
    const changed = Buffer.from(der)
    changed[changed.indexOf(Buffer.from('02010a', 'hex')) + 2] = 0x0b
    await expect(readRevocationList(changed, issuer)).rejects.toThrow('is not signed by the issuer')
    for (let end = 0; end < der.length; end += 7)
      await expect(readRevocationList(der.subarray(0, end), issuer), String(end)).rejects.toThrow()
    for (const bytes of ['<html>', '0\x80', '0\x84\xff\xff\xff\xff'])
      await expect(readRevocationList(Buffer.from(bytes, 'latin1'), issuer)).rejects.toThrow()
  })
})
