import { writeFileSync } from 'node:fs'
import { portico } from '../support/command-line.ts'
import { filled, forEachReader, isSound } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { people, tickets } from '../support/personas.ts'
import { comment, expect, raise, test } from '../support/portico.ts'

const stopLink = /http:\S+\/brenta\/notifications\/[\w-]{43}(?![\w.-])/
const closeLink = /(?<=La luce.*)http:\S+\/brenta\/notifications\/x[a-z0-7]+\.\d{5}/s

/** Imports an answer of the service company to a ticket. */
const answer = async (ticket: string, message: string) => {
  const file = test.info().outputPath('answer.jsonl')
  const line = { type: 'comment', externalId: `${ticket}-risposta`, ticket, message, staff: 'ferraris' }
  writeFileSync(file, `${JSON.stringify({ ...line, creationDate: new Date().toISOString() })}\n`)
  await portico(['import', file])
}

forEachReader('it-phone', reader => {
  const { access } = reader.words
  const { notifications: texts } = access
  const { raiser, copier } = people(reader)
  const address = `${raiser.userName}@prova.example`

  test.describe('the author of a ticket', () => {
    test.use({ as: raiser })

    test('receives the answer by mail, opens the ticket from it, and stops and resumes such mails', async ({
      page,
      session,
    }) => {
      await answer(tickets(reader), '<p>Passiamo domani mattina.</p>')
      const { link, mail } = await mailTo(address, /http:\S+\/brenta\/\d+\/tickets\/\d+/)
      expect(mail.html).toContain(`<html lang="${reader.language.slice(0, 2)}">`)
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Il cancello resta aperto')
      await expect(page.getByText('Passiamo domani mattina.')).toBeVisible()
      await isSound(page, reader)

      const stop = stopLink.exec(mail.text ?? '')?.[0] ?? ''
      const choice = page.getByLabel(access.account.mail.ticketReply)
      await page.goto(stop)
      await expect(page.getByText(texts.ticketReply)).toBeVisible()
      await isSound(page, reader)
      // Opening the link does not unsubscribe yet.
      await page.goto(`${session.url}/account`)
      await expect(choice).toBeChecked()
      await page.goto(stop)
      await page.getByRole('button', { name: texts.stop }).click()
      await expect(page.getByRole('heading', { name: texts.stopped })).toBeVisible()
      await isSound(page, reader)
      await page.goto(`${session.url}/account`)
      await expect(choice).not.toBeChecked()
      await choice.check()
      await expect(page.getByText(access.account.mailsKept)).toBeVisible()
      await page.reload()
      await expect(choice).toBeChecked()
      await expect(page.getByText(filled(access.account.mailsHint, { email: address }))).toBeVisible()
      await isSound(page, reader)

      // The request of a mail client for one-click unsubscribe.
      const post = /<(http[^>]+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1]
      const body = 'List-Unsubscribe=One-Click'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await fetch(post ?? '', { method: 'POST', headers, body })).status).toBe(204)
      await page.reload()
      await expect(choice).not.toBeChecked()
    })
  })

  if (!reader.thorough) return

  test.describe('the author of a message', () => {
    test.use({ as: copier })

    test('closes a ticket from its mail without signing in', async ({ browser, contextOptions, session }) => {
      const { closing } = access
      await raise(session, { title: 'La luce del vano scale' })
      const { link } = await mailTo(`${copier.userName}@prova.example`, closeLink)
      const context = await browser.newContext({ ...contextOptions, baseURL: process.env.PORTICO_URL ?? '' })
      await context.addInitScript(`localStorage.setItem('language', '${reader.language}')`)
      const page = await context.newPage()
      await page.goto(link)
      await expect(page.getByRole('heading', { name: closing.title })).toBeVisible()
      await expect(page.getByText('La luce del vano scale')).toBeVisible()
      await isSound(page, reader)
      await page.reload()
      await page.getByRole('button', { name: closing.close }).click()
      await expect(page.getByRole('heading', { name: closing.closed })).toBeVisible()
      await isSound(page, reader)
      await page.reload()
      await expect(page.getByRole('heading', { name: closing.closedBefore })).toBeVisible()
      const changed = link.replace(/\.\d+$/, '.99999')
      await page.goto(changed)
      await expect(page.getByRole('heading', { name: closing.unknown })).toBeVisible()
      await isSound(page, reader)
      await context.close()
    })

    test('adds a copy recipient, who unsubscribes without an account', async ({ browser, contextOptions, session }) => {
      const copied = `copia.${reader.id}@prova.example`
      const { id } = await raise(session, { title: 'Chi ha le chiavi?' })
      await comment(session, id, 'Le ha il custode.', copied)
      const { link } = await mailTo(copied, stopLink)
      const context = await browser.newContext({ ...contextOptions, baseURL: process.env.PORTICO_URL ?? '' })
      await context.addInitScript(`localStorage.setItem('language', '${reader.language}')`)
      const page = await context.newPage()
      await page.goto(link)
      await expect(page.getByText(texts.ticketCopy)).toBeVisible()
      await page.getByRole('button', { name: texts.stop }).click()
      await expect(page.getByText(texts.stoppedCopy)).toBeVisible()
      await isSound(page, reader)
      await context.close()
    })
  })

  test('a truncated link unsubscribes nothing', async ({ page, faults }) => {
    faults.expect(/404/)
    await page.goto('/brenta/notifications/troncata')
    await expect(page.getByRole('heading', { name: texts.unknown })).toBeVisible()
    await isSound(page, reader)
  })
})
