import { generateKeyPairSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { dkimSign } from 'mailauth/lib/dkim/sign'
import { describe, expect, test } from 'vitest'
import { judgeSender, SenderUnknown } from './authentication.ts'

const log = { warn: () => undefined } as unknown as FastifyBaseLogger
const notFound = (name: string) => Object.assign(new Error(`no record of ${name}`), { code: 'ENOTFOUND' })

type Given = { raw?: string | Buffer; results?: string[]; records?: Record<string, string | Error> }

const judge = ({ raw = 'From: anna@client.example\r\n\r\nCiao\r\n', results = [], records = {} }: Given) =>
  judgeSender(
    {
      log,
      resolveDns: async name => {
        const found = records[name]
        if (found === undefined) throw notFound(name)
        if (found instanceof Error) throw found
        return [[found]]
      },
    },
    { raw: Buffer.from(raw), from: 'anna@client.example', results, authservIds: ['mx.service.example'], peer: null },
  )

const own = (rest: string) => `mx.service.example; ${rest}`

describe('what the own server has found', () => {
  test.each([
    [
      'Gmail',
      'dkim=pass header.i=@client.example header.s=a header.b=x1; spf=pass (google.com: domain of anna@client.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=anna@client.example; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=client.example',
    ],
    [
      'OpenDKIM',
      'dkim=pass (2048-bit key; unprotected) header.d=client.example header.i=@client.example header.a=rsa-sha256 header.s=a',
    ],
    [
      'rspamd',
      'dkim=pass header.d=client.example header.s=a header.b=x; dmarc=pass (policy=quarantine) header.from=client.example; spf=pass (mx.service.example: domain of anna@client.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=anna@client.example',
    ],
    [
      'a server that writes blanks, versions and quotes',
      'dkim/1 = pass (a (nested) comment) header.d = "client.example"',
    ],
  ])('%s: proven', async (_, rest) => {
    expect(await judge({ results: [own(rest)] })).toBe('proven')
  })

  // A server copies parts of what the sender says into its results: the envelope's sender, the signature's tags.
  test.each([
    'spf=pass smtp.mailfrom="; dkim=pass header.d=client.example"@evil.example',
    'spf=pass smtp.mailfrom="; dmarc=pass header.from=client.example; x="@evil.example',
    'spf=pass smtp.mailfrom="\\"; dmarc=pass header.from=client.example; x=\\""@evil.example',
    'spf=pass (domain of "a); dmarc=pass header.from=client.example (b"@evil.example) smtp.mailfrom=x@evil.example',
    'spf=pass (a (b) ; dmarc=pass ) smtp.mailfrom=x@evil.example',
    'spf=pass (domain of a\\); dmarc=pass \\(@evil.example) smtp.mailfrom=x@evil.example',
    'spf=pass smtp.mailfrom=x@evil.example (unclosed; dmarc=pass header.from=client.example',
    'spf=pass smtp.mailfrom="unclosed; dmarc=pass header.from=client.example',
    'spf=pass smtp.mailfrom=x@evil.example ) ; dmarc=pass header.from=client.example',
    'spf=pass smtp.mailfrom==?utf-8?q?=3B_dmarc=3Dpass?=@evil.example',
    'spf=pass smtp.mailfrom="anna@client.example"@evil.example',
    'spf=pass smtp.helo=client.example smtp.mailfrom=x@evil.example',
    'spf=pass smtp.mailfrom=evil.example smtp.mailfrom=client.example',
    'dkim=pass header.d=evil.example header.i=@client.example',
    'dkim=pass header.i="@client.example"@evil.example',
    'dkim=pass header.d=evil.example header.d=client.example',
    'dkim=fail (dkim=pass header.d=client.example) header.d=client.example',
    'dkim=pass header.d=example',
    'dkim=pass header.d=notclient.example',
    'dkim=pass reason="header.d=client.example" header.d=evil.example',
    'dkim=passed header.d=client.example',
    'xdkim=pass header.d=client.example',
    'arc=pass header.d=client.example; iprev=pass policy.iprev=192.0.2.1; auth=pass smtp.auth=anna@client.example',
    `dmarc=pass (${'('.repeat(60)}`,
    'none',
    '',
  ])('%s: not proven', async rest => {
    expect(await judge({ results: [own(rest)] })).toBe('unproven')
  })

  test('another sender than the one that is read is rejected', async () => {
    const evil = own('dmarc=pass header.from=evil.example')
    expect(await judge({ results: [evil] })).toBe('rejected')
    expect(await judge({ results: [own('dmarc=fail (p=NONE) header.from=client.example')] })).toBe('unproven')
    expect(await judge({ results: [own('dmarc=fail header.from=client.example')] })).toBe('rejected')
  })

  test('a name that is only like that of the own server is another’s', async () => {
    for (const server of [
      'mx.service.example.evil.example',
      'xmx.service.example',
      'mx.service.example/',
      '"mx.service.example;"',
      '(mx.service.example) evil.example',
      'mx.service.example@evil.example',
    ])
      expect(await judge({ results: [`${server}; dmarc=pass header.from=client.example`] }), server).toBe('unproven')
    // Nor does it count below the header of another.
    const honest = own('dmarc=pass header.from=client.example')
    expect(await judge({ results: ['mx.evil.example; none', honest] })).toBe('unproven')
    expect(await judge({ results: [honest] })).toBe('proven')
  })
})

describe('what we find ourselves', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  const records = { 's._domainkey.client.example': key, '_dmarc.client.example': 'v=DMARC1; p=reject' }
  const mail = 'From: anna@client.example\r\nSubject: Ciao\r\nTo: x@y.example\r\n\r\nUno\r\n'
  const signed = async (options: object = {}, given = mail) => {
    const { signatures, errors } = await dkimSign(given, {
      canonicalization: 'relaxed/relaxed',
      signTime: new Date(),
      signatureData: [
        {
          signingDomain: 'client.example',
          selector: 's',
          privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
          ...options,
        },
      ],
      ...options,
    } as never)
    expect(errors).toEqual([])
    return signatures + given
  }

  test('a signature of the domain proves its mail, and its policy rejects what the signature does not cover', async () => {
    const raw = await signed()
    expect(await judge({ raw, records })).toBe('proven')
    expect(await judge({ raw: raw.replace('Uno', 'Due'), records })).toBe('rejected')
    expect(await judge({ raw: raw.replace('anna@', 'bruno@'), records })).toBe('rejected')
  })

  test('a signature over a part of the text, or without From, proves nothing', async () => {
    const partly = await signed({ maxBodyLength: 5 })
    expect(partly).toMatch(/\bl=5\b/)
    expect(await judge({ raw: partly, records })).toBe('proven')
    expect(await judge({ raw: `${partly}E il mio IBAN\r\n`, records })).toBe('unproven')
    const withoutFrom = await signed({}, mail.replace(/^From:.*\r\n/, ''))
    expect(await judge({ raw: `From: anna@client.example\r\n${withoutFrom}`, records })).toBe('unproven')
  })

  test('what cannot be looked up now is not judged now', async () => {
    const raw = await signed()
    for (const name of Object.keys(records)) {
      const broken = { ...records, [name]: Object.assign(new Error('SERVFAIL'), { code: 'ESERVFAIL' }) }
      const unsigned = name.startsWith('_dmarc') ? mail : raw
      await expect(judge({ raw: unsigned, records: broken }), name).rejects.toThrow(SenderUnknown)
    }
  })

  test('other work has its turn while a long mail is hashed', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await judge({
      raw: Buffer.concat([Buffer.from(await signed()), Buffer.alloc(8 * 1024 * 1024, 'abc\r\n')]),
      records,
    })
    isOver = true
    expect(turns).toBeGreaterThan(20)
  })
})
