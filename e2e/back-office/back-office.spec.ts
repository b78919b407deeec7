import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { access } from '../../web/src/text/it/access.ts'
import { signing } from '../../web/src/text/it/signing.ts'
import { portico } from '../support/command-line.ts'
import { codeSentTo, linkMailedTo } from '../support/outbox.ts'
import { expect, test } from '../support/portico.ts'
import { environmentOf, type Running, startProgram } from '../support/server-process.ts'
import type { Book } from './book.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Creates a service company with an empty portal on the command line, and returns an API key for its program. */
const aCompany = async (id: string) => {
  await portico(['company', 'add', 'Officina Moretti', '--id', id])
  const named = ['--key', id, '--name', 'Officina Moretti', '--support-email', `ufficio@${id}.example`]
  await portico(['portal', 'add', '--company', id, ...named, '--ticket-types', ''])
  const { stdout } = await portico(['apikey', 'add', '--company', id, '--name', 'Gestionale', '--json'])
  return (JSON.parse(stdout) as { key: string }).key
}

/** The company's program as a process that can be stopped and started again; its stored state remains. */
const aBackOffice = (portal: string, key: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-back-office-'))
  const { PORTICO_URL = '' } = process.env
  const env = environmentOf({ PORTICO_URL, PORTICO_API_KEY: key, PORTAL_KEY: portal, BOOK_FOLDER: folder })
  let running: Running | undefined

  const book = (): Partial<Book> => {
    const path = join(folder, 'book.json')
    const read: Partial<Book> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    const failure = read.failure ?? (running?.child.exitCode ? running.said.join('') : undefined)
    if (failure) throw new Error(`The back office has stopped: ${failure}`)
    return read
  }
  const end = async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
  }
  return {
    folder,
    book,
    start: () => {
      running = startProgram(process.execPath, ['--import', 'tsx', program], env)
    },
    end,
    /** Waits until the stored state contains a value. */
    noted: async <Found>(find: (book: Partial<Book>) => Found | undefined): Promise<Found> => {
      await expect.poll(() => find(book()), { timeout: 60_000 }).toBeDefined()
      return find(book()) as Found
    },
    /** Stops the program and deletes its state. If it has failed before, throws that error, as the cause of the test's failure. */
    close: async () => {
      try {
        book()
      } finally {
        await end()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

const comeIn = async (page: Page, email: string) => {
  await page.goto(await linkMailedTo(email, /http:\S+\/confirm\?key=[\w-]+/))
  await page.getByLabel(access.confirm.password, { exact: true }).fill('una barca senza remi')
  await page.getByLabel(access.confirm.repeat).fill('una barca senza remi')
  await page.getByRole('button', { name: access.confirm.submit }).click()
}

const raise = async (page: Page, title: string) => {
  await page.getByRole('link', { name: 'Nuovo ticket' }).first().click()
  await page.getByRole('textbox', { name: 'Titolo' }).fill(title)
  await page.getByRole('button', { name: /^Tipo/ }).click()
  await page.getByRole('option', { name: 'Riparazione' }).click()
  const description = page.getByRole('textbox', { name: 'Descrizione' })
  await expect(description).not.toHaveAttribute('aria-busy')
  await description.fill('La impastatrice gira a vuoto.')
  await page.getByRole('button', { name: 'Invia il ticket' }).click()
  await page.getByRole('button', { name: 'Apri il ticket' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

const sign = async (page: Page, phone: string) => {
  await page.getByRole('link', { name: signing.sign }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: signing.data.submit }).click()
  await page.getByRole('textbox', { name: signing.code.label }).fill(await codeSentTo(phone))
  await expect(page.getByRole('heading', { name: signing.done.title })).toBeVisible()
}

test('a company runs a portal from its own program, which knows only the OpenAPI documents', async ({ page }) => {
  test.setTimeout(600_000)
  const portal = `officina-${randomBytes(4).toString('hex')}`
  const office = aBackOffice(portal, await aCompany(portal))
  try {
    office.start()
    const { email, phone } = await office.noted(({ customer }) => customer)
    await comeIn(page, email)
    await expect(page.getByRole('heading', { name: 'Ticket', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${portal}/\\d+/tickets`))
    await expect(page.getByRole('banner')).toContainText('Officina Moretti')
    await expect(page.locator('html')).toHaveCSS('--portal-base', 'hsl(285,55%,36%)')

    await raise(page, 'Impastatrice ferma')
    await page.evaluate('window.since = "the ticket was opened"')
    const answer = page.getByRole('region', { name: 'Conversazione' }).getByRole('article')
    await expect(answer).toContainText('Arriviamo domani mattina.', { timeout: 60_000 })
    await expect(answer.locator('.bubble-author')).toHaveText('Anna Moretti')
    await expect(page.getByText('In carico').first()).toBeVisible()
    expect(await page.evaluate('window.since')).toBe('the ticket was opened')
    expect(Object.values(office.book().tickets ?? {})).toEqual([{ title: 'Impastatrice ferma' }])

    const order = page.waitForEvent('popup')
    await answer.getByRole('link', { name: 'ordine da firmare' }).click()
    const paper = await order
    // A program that is stopped for a moment loses no event.
    await office.end()
    await sign(paper, phone)
    await paper.close()
    office.start()
    const signed = await office.noted(({ documents }) => Object.values(documents ?? {})[0]?.signedFile)
    if (existsSync('/usr/bin/pdfsig')) {
      const seen = execFileSync('pdfsig', ['-nocert', join(office.folder, signed)], { encoding: 'utf8' })
      expect(seen).toContain('Signature is Valid')
      expect(seen).toContain('Total document signed')
    }

    const [number, { file }] = await office.noted(({ invoices }) => Object.entries(invoices ?? {})[0])
    await page.getByRole('link', { name: 'Fatture' }).click()
    await expect(page.locator('.row-link')).toContainText(number)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Scarica Fattura ${number}` }).click()
    const taken = readFileSync(await (await download).path())
    expect(taken.equals(readFileSync(join(office.folder, file)))).toBe(true)

    // An unsigned delivery is refused.
    const { listening, refused, inbox } = office.book()
    const forged = await fetch(listening ?? '', { method: 'POST', body: '{"type":"ticket.created","data":{}}' })
    expect([refused, forged.status, office.book().refused]).toEqual([0, 401, 1])
    expect(inbox?.map(({ event }) => event.type).sort()).toEqual([
      'document.signed',
      'invitation.accepted',
      'ticket.created',
    ])
  } finally {
    await office.close()
  }
})
