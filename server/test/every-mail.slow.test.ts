import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@portico/contract/language'
import { expect, test } from 'vitest'
import { customerAccountMails, staffAccountMails } from './every-mail/account-mails.ts'
import { aMailWorld, type SampleMail } from './every-mail/mail-world.ts'
import { bookingMails, ownAnswers, publishingMails, signingMails } from './every-mail/other-mails.ts'
import { ticketMails, visitMails } from './every-mail/ticket-mails.ts'
import { testApp } from './fixtures/app.ts'

// One mail of each kind in each language, as the product writes it. `MAIL_FOLDER` names a folder for them, to look at.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.brenta.example' } })

/** The HTML with its pictures in it, as a mail program shows it. */
const withPictures = async ({ html, attachments }: SampleMail['mail']) =>
  attachments.reduce(
    (text, { cid, mediaType, content }) =>
      cid === undefined
        ? text
        : text.replaceAll(`cid:${cid}`, `data:${mediaType};base64,${content.toString('base64')}`),
    html,
  )

const write = async (folder: string, { kind, reader, mail }: SampleMail, n: number) => {
  const name = `${String(n).padStart(3, '0')} ${kind} (${reader})`.replace(/[^\w ()]/g, '')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.html`), await withPictures(mail))
  const { subject, headers, text, calendar, attachments } = mail
  const head = { subject, replyTo: mail.replyTo, ...headers, files: attachments.map(file => file.name).join(', ') }
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`)
  writeFileSync(join(folder, `${name}.txt`), `${lines.join('\n')}\n\n${text}\n\n${calendar?.content ?? ''}`)
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

/** The text that a mail program shows beside the subject in a list of mails. */
const previewOf = (html: string) => /<div class="portico-preview"[^>]*>([^<&]*)/.exec(html)?.[1] ?? ''

test.each(languages)(
  'every mail in %s has a text that says the same, a preview, and links that lead somewhere',
  {
    timeout: 180_000,
  },
  async language => {
    const world = await aMailWorld(app, language)
    const ticketId = await ticketMails(world)
    await visitMails(world, ticketId)
    await bookingMails(world)
    await signingMails(world)
    await publishingMails(world)
    await customerAccountMails(world)
    await staffAccountMails(world)
    await ownAnswers(world)
    const { MAIL_FOLDER } = process.env
    for (const [n, sample] of world.mails.entries()) {
      const { kind, reader, mail } = sample
      if (MAIL_FOLDER) await write(join(MAIL_FOLDER, language), sample, n)
      const about = `${kind} to ${reader}`
      expect(mail.html, about).toContain(`<html lang="${language.slice(0, 2)}">`)
      const preview = previewOf(mail.html)
      expect(preview.length, about).toBeGreaterThan(10)
      expect(preview, about).not.toMatch(/^—/)
      for (const url of linksIn(mail.html)) {
        expect(url, about).toMatch(/^(?:https?:\/\/|mailto:|tel:)/)
        expect(mail.text, about).toContain(url)
      }
      // Keys of links may have any letters.
      for (const shown of [mail.subject, mail.html, mail.text].map(text => text.replace(/https?:\/\/[^\s"<]+/g, ''))) {
        expect(shown, about).not.toMatch(/\b(?:undefined|null|NaN)\b|\[object |Invalid Date/)
        expect(shown, about).not.toMatch(/\{\w+\}/)
      }
      expect(mail.text, about).not.toMatch(/<\/?\w+[^>]*>|&(?:amp|lt|gt|quot|#\d+);/)
      expect(mail.text, about).not.toMatch(/\n{4}/)
      for (const [, cid] of mail.html.matchAll(/src="cid:([^"]*)"/g))
        expect(
          mail.attachments.map(file => file.cid),
          about,
        ).toContain(cid)
    }
    const kinds = new Set(world.mails.map(({ kind, reader }) => `${kind} (${reader})`))
    expect(kinds.size).toBeGreaterThan(80)
  },
)
