import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { splitText } from './find-reply.ts'
import { parseMail } from './parse-mail.ts'
import { readTnef } from './tnef.ts'

// Mails and expectations that others wrote; each folder has its licence.
const folder = (name: string) => fileURLToPath(new URL(`../../../test/mails/${name}/`, import.meta.url))
const read = (path: string) => readFileSync(path, 'utf8')

describe('mails of email-reply-trimmer', () => {
  const emails = folder('email-reply-trimmer/emails')

  test.each(readdirSync(emails))('%s is cut as its authors expect', name => {
    const expected = read(`${folder('email-reply-trimmer/trimmed')}${name}`).trim()
    expect(splitText(read(`${emails}${name}`).trim()).reply).toBe(expected)
  })
})

describe('mails of talon', () => {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

  test.each(readdirSync(folder('talon')).filter(name => name.endsWith('.html')))('%s', async name => {
    const html = read(`${folder('talon')}${name}`)
    const found = await parseMail(Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`))
    if (!('mail' in found)) throw new Error(found.refused)
    expect(plain(found.mail.text)).toBe('Hi. I am fine. Thanks, Alex')
    expect(found.mail.quotedHtml).toContain('How are you?')
  })

  test.each(readdirSync(folder('talon')).filter(name => name.endsWith('.eml')))('%s', async name => {
    const found = await parseMail(readFileSync(`${folder('talon')}${name}`))
    if (!('mail' in found)) throw new Error(found.refused)
    expect(plain(found.mail.text)).toBe(name === 'outlook.eml' ? 'Allo! Follow up MIME!' : 'Hello')
  })
})

describe('a winmail.dat of Outlook', () => {
  test('gives the files that Outlook put into it', () => {
    const files = readTnef(readFileSync(`${folder('poi')}quick-winmail.dat`))
    expect(files.map(({ name }) => name)).toEqual(['quick.doc', 'quick.html', 'quick.pdf', 'quick.txt', 'quick.xml'])
    for (const { name, content } of files)
      expect(Buffer.from(content).equals(readFileSync(`${folder('poi')}${name}`)), name).toBe(true)
  })

  test('cut off anywhere, gives files without an error', () => {
    const whole = readFileSync(`${folder('poi')}quick-winmail.dat`)
    const counts = Array.from({ length: 200 }, (_, at) => readTnef(whole.subarray(0, at * 331)).length)
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
  })
})
