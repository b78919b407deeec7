import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { findReply } from './find-reply.ts'
import { parseMail } from './parse-mail.ts'
import { READ_LIMIT_MS } from './read-mail.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Milliseconds of processor time; each of these mails takes far less, but for the one below. */
const LIMIT = 4000
/** For a text of very many lines, which the parser joins one by one: 4 to 8 s on a slow machine. */
const LIMIT_OF_MANY_LINES = READ_LIMIT_MS / 2
/** Other work slows a processor for a while, but a mail that is too much for its reader is so each time. */
const TRIES = 3

const parsed = async (raw: string | Uint8Array, limit = LIMIT) => {
  const bytes = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw
  for (let tries = 1; ; tries += 1) {
    const before = process.cpuUsage()
    const found = await parseMail(bytes)
    const { user, system } = process.cpuUsage(before)
    const took = (user + system) / 1000
    if (tries === TRIES) expect(took).toBeLessThan(limit)
    if (took < limit) return found
  }
}

const htmlMail = (body: string) => `From: a@b.it\r\nSubject: Re: x\r\nContent-Type: text/html\r\n\r\n${body}`
const textMail = (body: string) => `From: a@b.it\r\nSubject: Re: x\r\n\r\n${body}`

const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  )

describe('mails made to break their reader', () => {
  test('parts within parts beyond 50 are refused; a message within a message is a file', async () => {
    expect(await parsed(nested(60))).toEqual({ refused: 'too_deep' })
    const messages = `${'Content-Type: message/rfc822\r\n\r\n'.repeat(5000)}Testo`
    expect(await parsed(messages)).toMatchObject({ mail: { attachments: [{ contentType: 'message/rfc822' }] } })
  })

  test('headers without end are refused', async () => {
    expect(await parsed(`X-A: ${'a'.repeat(3_000_000)}\r\n\r\nTesto`)).toEqual({ refused: 'too_many_headers' })
  })

  test.each([
    ['HTML nested 20 000 deep', htmlMail(`${'<div>'.repeat(20_000)}Ciao`)],
    ['blockquotes nested 400 deep', htmlMail(`<p>Ciao</p>${'<blockquote>'.repeat(400)}x`)],
    ['100 000 empty elements', htmlMail(`<p>Ciao</p>${'<i></i>'.repeat(100_000)}`)],
    ['a text of 300 000 lines', textMail(`Ciao\n${'> On 1.1.2026, x\n'.repeat(300_000)}`), LIMIT_OF_MANY_LINES],
    ['openings of attributions that never end', textMail(`Ciao\n${'On 1.1.2026 <a\n'.repeat(60_000)}`)],
    ['fences of code that never end', textMail(`Ciao\n${'```a\n'.repeat(100_000)}`)],
    ['lines of dashes', textMail(`Ciao\n${'-- \n'.repeat(100_000)}`)],
    ['names in two lines that never come to an end', textMail(`Ciao\n${'Anna Rossi\n<a@b.it>\n'.repeat(20_000)}`)],
    ['one line of a megabyte', textMail(`Ciao ${'- '.repeat(500_000)}`)],
    ['quote marks without end', textMail(`Ciao\n${'>'.repeat(400_000)}`)],
    ['100 000 addresses', `To: ${'x@y.it, '.repeat(100_000)}\r\n${textMail('Ciao')}`],
    [
      '4 000 parts',
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nCiao\r\n${'--b\r\nContent-Type: x/y\r\n\r\nz\r\n'.repeat(4000)}--b--`,
    ],
  ])('%s', async (_, raw, limit = LIMIT) => {
    const found = await parsed(raw, limit)
    if (!('mail' in found)) throw new Error(found.refused)
    expect(found.mail.text).toContain('Ciao')
    expect(found.mail.to.length).toBeLessThanOrEqual(1000)
    expect(found.mail.attachments.length).toBeLessThanOrEqual(1000)
  })

  test('control characters do not leave a subject, a name or a file name', async () => {
    const raw =
      'From: =?utf-8?Q?A=0D=0ABcc:_x=40y.it?= <a@b.it>\r\nSubject: =?utf-8?Q?Ciao=0D=0ABcc:_x?=\r\nContent-Type: application/x; name="=?utf-8?Q?a=0D=0A=00b.txt?="\r\n\r\nx'
    const found = await parsed(raw)
    if (!('mail' in found)) throw new Error(found.refused)
    expect(found.mail.subject).toBe('Ciao Bcc: x')
    const { from, attachments } = found.mail
    expect(`${from?.name}${from?.address}${attachments[0]?.name}`).not.toMatch(/\p{Cc}/u)
  })

  test('unknown and broken charsets, and missing headers, still give the text', async () => {
    for (const type of ['text/plain; charset=klingon', 'text/plain; charset="', 'text/plain;;;', '']) {
      const found = await parsed(`${type && `Content-Type: ${type}\r\n`}\r\nCiao`)
      expect(found, type).toMatchObject({ mail: { text: 'Ciao', from: null, messageId: null } })
    }
    const broken = Buffer.concat([
      Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nPerch'),
      Buffer.from([0xe8]),
    ])
    expect(await parsed(broken)).toMatchObject({ mail: { text: 'Perchè' } })
  })

  test('any bytes are read without an error', async () => {
    const piece = fc.constantFrom(
      ...[
        'Content-Type: ',
        'multipart/mixed; boundary=b',
        'text/html',
        '; charset=x',
        '\r\n',
        '\r\n\r\n',
        '--b',
        '--',
        '> ',
        'From: ',
      ],
      ...[
        '<blockquote>',
        '</p>',
        '<pre>',
        'On 1.1.2026 x wrote:',
        '=?utf-8?B?',
        '?=',
        'Content-Transfer-Encoding: base64\r\n',
        'é',
        '\0',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 }), async pieces => {
        expect(await parseMail(Buffer.from(pieces.join('')))).toHaveProperty('mail')
      }),
      { numRuns: 400 },
    )
  })

  test('no line is both kept and left out, and nothing is invented', () => {
    const line = fc.constantFrom(
      'Ciao',
      '',
      '> q',
      'On 1.1.2026 at 10:12 x wrote:',
      '--',
      'Sent from my x',
      'From: a',
      '— Rispondi sopra questa riga —',
      'To: b',
      'Subject: c',
      'wrote',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), lines => {
        expect(findReply(lines, { isAnswer: true })).toHaveLength(lines.length)
      }),
      { numRuns: 1000 },
    )
  })
})
