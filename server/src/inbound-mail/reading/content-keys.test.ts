import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { longestBlock } from '../../../test/servers/event-loop.ts'
import { contentKeysOf } from './content-keys.ts'
import { MAIL_MAX } from './read-mail.ts'

const PART = 256 * 1024
const mailWith = (body: string, headers = 'Message-ID: <1@client.example>\r\nFrom: Anna <Anna@client.example>') =>
  Buffer.from(`${headers}\r\n\r\n${body}`, 'latin1')
const keyOf = async (raw: Buffer) => (await contentKeysOf(raw)).contentKey.toString('hex')

/** The key from the whole body at once, as it is stored of mails that came in so far. */
const keyAtOnce = (before: string, body: string) =>
  createHash('sha256')
    .update(`${before}\0${body.replace(/\r\n/g, '\n').trimEnd()}`)
    .digest('hex')

test.each([
  ['a line end between two parts', `${'a'.repeat(PART - 1)}\r\nb`],
  ['a carriage return alone between two parts', `${'a'.repeat(PART - 1)}\rb`],
  ['white space over several parts, and more text', `a${' \r\n'.repeat(PART)}b\r\n\r\n`],
  ['white space over several parts at the end', `a${'\r\n'.repeat(PART)}\r`],
  ['signs beyond ASCII', 'perch\xe9\xa0 non\xa0 va\xe0\r\n'],
  ['nothing', ''],
])('the keys of a body with %s are those of the whole body', async (_name, body) => {
  const { contentKey, olderContentKey } = await contentKeysOf(mailWith(body))
  expect(contentKey.toString('hex')).toBe(keyAtOnce('<1@client.example>\0anna@client.example', body))
  expect(olderContentKey.toString('hex')).toBe(keyAtOnce('<1@client.example>', body))
})

test('line ends and headers that servers add make no other mail; sender, id and text do', async () => {
  const key = await keyOf(mailWith('one\r\ntwo\r\n'))
  expect(await keyOf(mailWith('one\ntwo'))).toBe(key)
  const added = 'Received: from a by b\r\nMessage-ID: <1@client.example>\r\nFrom: "A." <anna@client.example>'
  expect(await keyOf(mailWith('one\r\ntwo', added))).toBe(key)
  const others = [
    mailWith('one\r\n two\r\n'),
    mailWith('one\r\ntwo', 'Message-ID: <2@client.example>\r\nFrom: anna@client.example'),
    mailWith('one\r\ntwo', 'Message-ID: <1@client.example>\r\nFrom: bruno@client.example'),
  ]
  for (const other of others) expect(await keyOf(other)).not.toBe(key)
})

test('the largest mail does not block other work', async () => {
  const raw = mailWith(`${'A'.repeat(76)}\r\n`.repeat(MAIL_MAX / 78))
  await contentKeysOf(raw.subarray(0, 1024 * 1024))
  const start = performance.now()
  const longest = await longestBlock(() => contentKeysOf(raw))
  // At once it would be nearly the whole time, about 440 ms; in parts it is about 11 ms.
  expect(longest).toBeLessThan((performance.now() - start) / 2)
})
