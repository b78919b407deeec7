import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'
import { openSignedUrls } from './signed-url.ts'

const signedUrls = openSignedUrls(openSecrets('a secret key of the installation'))
const reader = { membershipId: 7, sessionId: 31 }
const file = { id: 12, name: 'foto (1) è/più?.png' }
const at = (time: string) => new Date(`2026-03-02T${time}Z`)

const proofOf = (address: string) => {
  const url = new URL(address, 'http://localhost')
  const [, , , fileId = '', name = ''] = url.pathname.split('/')
  const [m = '', n = '', e = '', s = ''] = ['m', 'n', 'e', 's'].map(key => url.searchParams.get(key) ?? '')
  return { fileId: Number(fileId), name: decodeURIComponent(name), m, n, e, s }
}

describe('a signed URL of a file', () => {
  test('contains file, membership, session, expiry and a signature of 128 bits', () => {
    const address = signedUrls.sign(file, reader, at('10:12:00'))
    expect(address).toMatch(/^\/api\/files\/12\/foto%20\(1\)%20%C3%A8%2Fpi%C3%B9%3F\.png\?m=7&n=31&e=\d+&s=[\w-]{22}$/)
    expect(proofOf(address).e).toBe(String(at('11:30:00').getTime() / 1000))
  })

  test('of a page that was open before an upgrade still opens', () => {
    // Signed by an earlier version. Whoever changes the form accepts this one too, for as long as an address is good.
    const before = '/api/files/12/foto.png?m=7&n=31&e=1772451000&s=-tjUsQ0-eT9gntE05FWOvw'
    expect(signedUrls.verify(proofOf(before), at('11:29:59'))).toEqual(reader)
    const ofPortal = { ...proofOf('/api/publicfiles/12/foto.png?m=7&n=31&e=1772451000&s=1hUMW7la-Khg9FmXC7A0wQ') }
    expect(signedUrls.verify({ ...ofPortal, collection: 'publicfiles' }, at('11:29:59'))).toEqual(reader)
  })

  test('stays the same within a half hour and changes with the next', () => {
    const first = signedUrls.sign(file, reader, at('10:00:00'))
    expect(signedUrls.sign(file, reader, at('10:29:59.999'))).toBe(first)
    expect(signedUrls.sign(file, reader, at('10:30:00'))).not.toBe(first)
  })

  test('is valid for at least one hour and at most 90 minutes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('00:00'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.nat(91 * 60),
        (now, seconds) => {
          const proof = proofOf(signedUrls.sign(file, reader, now))
          const opened = signedUrls.verify(proof, new Date(now.getTime() + seconds * 1000))
          if (seconds <= 3600) expect(opened).toEqual(reader)
          if (seconds >= 90 * 60) expect(opened).toBeUndefined()
        },
      ),
    )
  })

  test('is refused if any of its parts is changed', () => {
    const now = at('10:12:00')
    const proof = proofOf(signedUrls.sign(file, reader, now))
    expect(signedUrls.verify(proof, now)).toEqual(reader)
    for (const forged of [
      { fileId: 13 },
      { m: '8' },
      { m: '07' },
      { n: '32' },
      { n: '' },
      { m: '7.3', n: '1' },
      { e: String(Number(proof.e) + 1800) },
      { e: '' },
      { s: '' },
      { s: `${proof.s.slice(1)}A` },
      { s: `${proof.s}A` },
      { s: 'è'.repeat(22) },
    ]) {
      expect(signedUrls.verify({ ...proof, ...forged }, now)).toBeUndefined()
    }
    const { n: _session, ...older } = proof
    expect(signedUrls.verify(older, now)).toBeUndefined()
    expect(openSignedUrls(openSecrets('another')).verify(proof, now)).toBeUndefined()
  })

  test('round-trips any name', () => {
    fc.assert(
      // No file is called `.` or `..`: names are cleaned when they come in, and an address cannot hold them.
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter(name => !/^\.{1,2}$/.test(name)),
        name => {
          const proof = proofOf(signedUrls.sign({ id: 1, name }, reader, at('10:00')))
          expect(proof.name).toBe(name)
        },
      ),
    )
  })

  test('is cheap enough to sign every attachment of a list', () => {
    const now = at('10:12:00')
    const before = process.cpuUsage().user
    for (let id = 1; id <= 20_000; id += 1) signedUrls.sign({ id, name: 'foto.png' }, reader, now)
    expect((process.cpuUsage().user - before) / 20_000).toBeLessThan(50)
  })
})
