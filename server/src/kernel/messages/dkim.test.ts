import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { keyFolder, rsaKey, signedMail } from '../../../test/fixtures/signed-mail.ts'
import { openDkimKey } from './dkim.ts'

const { folder, write, writeKey } = keyFolder()

const verify = async (raw: Buffer, record: string) => {
  const resolver = async (name: string, type: string) => {
    if (name === 'portico._domainkey.service.example' && type === 'TXT') return [record.match(/.{1,255}/g) ?? []]
    throw Object.assign(new Error(`no record of ${name}`), { code: 'ENOTFOUND' })
  }
  const { results } = await dkimVerify(raw, { resolver })
  return results.map(({ status }) => ({ result: status.result, aligned: status.aligned }))
}

test('a signed mail is valid, and nothing of it that readers and programs go by may be changed', async () => {
  const { raw, record } = await signedMail(writeKey('good.pem', rsaKey()))
  expect(await verify(raw, record)).toEqual([{ result: 'pass', aligned: 'service.example' }])
  const changes: [string, string][] = [
    ['bene', 'male'],
    ['Subject: ', 'Subject: x'],
    ['portal@service.example', 'other@service.example'],
    ['ticket+abc@', 'ticket+xyz@'],
    ['notifications/x/stop', 'notifications/y/stop'],
    ['=One-Click', '=Two-Clicks'],
    ['In-Reply-To: <ticket-0@', 'In-Reply-To: <ticket-9@'],
    ['auto-generated', 'no'],
  ]
  const text = raw.toString('latin1')
  for (const [from, to] of changes) {
    const at = text.indexOf(from, text.indexOf('\r\nList-Unsubscribe:'))
    const place = at < 0 ? text.indexOf(from) : at
    expect(place, from).toBeGreaterThan(0)
    const changed = Buffer.from(text.slice(0, place) + to + text.slice(place + from.length), 'latin1')
    expect(await verify(changed, record), from).not.toMatchObject([{ result: 'pass' }])
  }
})

test.each<[string, () => string, RegExp]>([
  ['a file that is not there', () => join(folder, 'none.pem'), /cannot be read/],
  ['a file without a key', () => write('text.pem', 'secret'), /no private key/],
  [
    'a public key',
    () => write('public.pem', rsaKey().publicKey.export({ type: 'spki', format: 'pem' }) as string),
    /no private key/,
  ],
  [
    'a key with a password',
    () =>
      write(
        'sealed.pem',
        rsaKey().privateKey.export({
          type: 'pkcs8',
          format: 'pem',
          cipher: 'aes-256-cbc',
          passphrase: 'x',
        }) as string,
      ),
    /no private key/,
  ],
  ['a key too short', () => writeKey('short.pem', rsaKey(512)), /no RSA key of 1024/],
  ['a key of another kind', () => writeKey('ed.pem', generateKeyPairSync('ed25519')), /no RSA key/],
])('%s is told at the start', (_, file, sentence) => {
  expect(() => openDkimKey({ keyFile: file(), selector: 'portico', domain: 'service.example' })).toThrow(sentence)
})
