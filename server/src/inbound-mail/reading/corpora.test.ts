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

  /** Shown, where its authors fold: an attribution over blank lines, and what stands below a quotation and a line. */
  const shown = ['embedded_email_12.txt', 'embedded_email_7.txt']

  test.each(readdirSync(emails))('%s is cut as its authors expect', name => {
    const expected = read(`${folder('email-reply-trimmer/trimmed')}${name}`).trim()
    const { reply } = splitText(read(`${emails}${name}`).trim(), { isAnswer: true })
    if (shown.includes(name)) expect(reply.length).toBeGreaterThan(expected.length)
    else expect(reply).toBe(expected)
  })
})

/** What the tests of a project say of a text: the whole reply, or pieces of what it shows and folds. */
type Expected = { reply?: string; whole?: true; shown?: string[]; folded?: string[] }

describe.each(['crisp', 'zapier'])('texts of %s', project => {
  const expected = Object.entries(JSON.parse(read(`${folder(project)}expected.json`)) as Record<string, Expected>)
  /** Shown, where its authors fold: what follows the line of a telephone, and a name below "Regards" without any mark. */
  const shown = ['email_15.txt', 'email_german_3.txt', 'email_with_regards.txt']

  test.each(expected)('%s', (name, { reply, whole, shown: pieces = [], folded = [] }) => {
    const text = read(`${folder(project)}${name}`).replaceAll('\r\n', '\n')
    const found = splitText(text, { isAnswer: true })
    if (shown.includes(name)) expect(found.reply).toBe(text.trim())
    else if (reply !== undefined) expect(found.reply).toBe(reply)
    if (whole) expect(found.quoted).toBe('')
    for (const piece of pieces) expect(found.reply).toContain(piece)
    for (const piece of folded) {
      expect(found.quoted).toContain(piece)
      expect(found.reply).not.toContain(piece)
    }
  })
})

describe('mails of talon', () => {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

  test.each(readdirSync(folder('talon')).filter(name => name.endsWith('.html')))('%s', async name => {
    const html = read(`${folder('talon')}${name}`)
    const found = await parseMail(
      Buffer.from(`Subject: Re: Test\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`),
    )
    if (!('mail' in found)) throw new Error(found.refused)
    expect(plain(found.mail.text)).toBe('Hi. I am fine. Thanks, Alex')
    expect(found.mail.quotedHtml).toContain('How are you?')
  })

  test.each(readdirSync(folder('talon')).filter(name => name.endsWith('.eml')))('%s', async name => {
    const found = await parseMail(readFileSync(`${folder('talon')}${name}`), [])
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
