import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { portico } from '../support/command-line.ts'
import { linkMailedTo } from '../support/outbox.ts'
import { giulia, ivo, marco, nora, type Person, password, piero, tea } from '../support/people.ts'
import { call, comment, expect, raise, type Session, signIn, test } from '../support/portico.ts'

const badge = (page: Page) => page.getByRole('button', { name: 'Il tuo account' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Titolo' })
const description = (page: Page) => page.getByRole('textbox', { name: 'Descrizione' })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Il tuo messaggio' })
const confirmLink = /http:\S+\/confirm\?key=[\w-]+/

/** Signs in on the sign-in page in this tab. */
const enter = async (page: Page, person: Person) => {
  await page.goto(`/${person.company}/login`)
  await page.getByLabel('Nome utente').fill(person.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(badge(page)).toContainText(person.name)
}

/** Sets a password with the link of a mail, which also signs in. */
const enterByLink = async (page: Page, person: Person) => {
  await page.goto(await linkMailedTo(`${person.userName}@prova.example`, confirmLink))
  await page.getByLabel('Password', { exact: true }).fill('una barca senza remi')
  await page.getByLabel('Ripeti la password').fill('una barca senza remi')
  await page.getByRole('button', { name: 'Conferma e accedi' }).click()
  await expect(badge(page)).toContainText(person.name)
}

const recover = (person: Person) =>
  fetch(`${process.env.PORTICO_URL}/api/auth/recovery`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName: person.userName, company: person.company, language: 'it-IT' }),
  })

/** Records the tokens with which this tab sends requests from now on. */
const senders = (page: Page) => {
  const found: string[] = []
  page.on('request', request => {
    const token = request.headers().authorization?.replace('Bearer ', '')
    if (token) found.push(token)
  })
  return found
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

/** Opens a tab with a signed-in user at one of the user's URLs. */
const tabOf = async (context: BrowserContext, person: Person, path: (session: Session) => string) => {
  const session = await signIn(person)
  const page = await context.newPage()
  await page.goto('/brenta/privacy')
  await page.evaluate(token => localStorage.setItem('token', token), session.token)
  await page.goto(path(session))
  await expect(badge(page)).toContainText(person.name)
  return { page, session }
}

const typeTicket = async (page: Page, text: string) => {
  await title(page).fill(text)
  await expect(page.getByRole('toolbar', { name: 'Formattazione del testo' })).toBeVisible()
  await description(page).fill(`${text}, in breve`)
}

test('a tab switches to the user who signs in in another tab, and an unfinished ticket stays with its author', async ({
  context,
}) => {
  const { page: first, session } = await tabOf(context, giulia, ({ url }) => `${url}/tickets/new`)
  await typeTicket(first, 'Bozza di Giulia')
  const sent = senders(first)
  const second = await context.newPage()
  await enter(second, marco)
  const marcos = await tokenOf(second)

  await test.step('the first tab shows the other user and nothing of the author', async () => {
    await expect(badge(first)).toContainText(marco.name)
    await expect(first).toHaveURL(`${session.url}/tickets/new`)
    await expect(title(first)).toHaveValue('')
    await expect(description(first)).toHaveText('')
    await expect(first.getByText(giulia.name)).toHaveCount(0)
    // He may see only tickets; she may see everything.
    await expect(first.getByRole('link', { name: 'Fatture' })).toHaveCount(0)
    const ofMarco = sent.indexOf(marcos)
    expect(ofMarco).toBeGreaterThanOrEqual(0)
    expect(new Set(sent.slice(ofMarco))).toEqual(new Set([marcos]))
  })

  await test.step('what the other user writes there belongs to that user', async () => {
    await typeTicket(first, 'Bozza di Marco')
  })

  await test.step('each user finds the own draft again', async () => {
    await enter(second, giulia)
    await expect(badge(first)).toContainText(giulia.name)
    await expect(title(first)).toHaveValue('Bozza di Giulia')
    await expect(description(first)).toHaveText('Bozza di Giulia, in breve')
    await enter(second, marco)
    await expect(title(first)).toHaveValue('Bozza di Marco')
  })
})

test('a section that the new user may not see is denied', async ({ context }) => {
  const { page: first } = await tabOf(context, giulia, ({ url }) => `${url}/invoices`)
  await expect(first.getByRole('row').nth(1)).toBeVisible()
  await enter(await context.newPage(), marco)
  await expect(first.getByRole('heading', { name: 'Non hai accesso a questa sezione' })).toBeVisible()
  await expect(badge(first)).toContainText(marco.name)
  await expect(first.getByRole('row')).toHaveCount(0)
})

test('a new user of another company is redirected to the own portal', async ({ context }) => {
  const { page: first, session } = await tabOf(context, nora, ({ url }) => `${url}/tickets`)
  await enter(await context.newPage(), giulia)
  await expect(badge(first)).toContainText(giulia.name)
  await expect(first).not.toHaveURL(new RegExp(`${session.url}/`))
  await expect(first.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
})

test('resetting a password switches the user too; a pending reply is sent in the name of its author', async ({
  context,
}) => {
  const author = await signIn(nora)
  const ticket = await raise(author, { title: 'Due persone, un computer' })
  const { page: first, session } = await tabOf(context, nora, ({ url }) => `${url}/tickets/${ticket.id}`)
  await reply(first).click()
  await expect(first.getByRole('toolbar', { name: 'Formattazione del testo' })).toBeVisible()
  await reply(first).fill('Lo dice Nora')
  const second = await context.newPage()

  await test.step('the other user sees the ticket as a reader and receives its events', async () => {
    const herStream = first.waitForEvent('requestfailed', request => /\/events$/.test(request.url()))
    await recover(piero)
    await enterByLink(second, piero)
    await herStream
    await expect(badge(first)).toContainText(piero.name)
    await expect(first.getByText(/^Aperto da Nora Prova, /)).toBeVisible()
    await expect(reply(first)).toHaveText('')
    await comment(author, ticket.id, '<p>Arriva da sola</p>')
    await expect(first.getByText('Arriva da sola')).toBeVisible()
  })

  await test.step('the author signs in again', async () => {
    await enter(second, nora)
    await expect(badge(first)).toContainText(nora.name)
    await expect(reply(first)).toHaveText('Lo dice Nora')
    await first.getByRole('button', { name: 'Invia il messaggio' }).click()
    const message = first.getByRole('article').filter({ hasText: 'Lo dice Nora' })
    await expect(message).toHaveAttribute('id', /^comment-\d+$/)
    await expect(message.locator('.bubble-author')).toHaveText('Tu')
    const { token, url } = session
    const { comments } = await call<{ comments: { senderContactWebUser: { referentName: string } }[] }>(
      token,
      'GET',
      `/api${url}/tickets/${ticket.id}`,
    )
    expect(comments.map(one => one.senderContactWebUser.referentName)).toEqual([nora.name, nora.name])
  })
})

test('accepting an invitation switches the user too', async ({ context }) => {
  const { page: first } = await tabOf(context, nora, ({ url }) => `${url}/tickets/new`)
  await typeTicket(first, 'Non è di Ivo')
  await portico(['invite', ivo.userName])
  await enterByLink(await context.newPage(), ivo)
  await expect(badge(first)).toContainText(ivo.name)
  await expect(title(first)).toHaveValue('')
})

test('a tab that has not noticed the new user yet sends nothing in that name', async ({ context }) => {
  // Simulates a tab that the browser has suspended.
  await context.addInitScript(() => {
    const deaf = (event: Event) => event.stopImmediatePropagation()
    for (const name of ['storage', 'focus', 'pageshow']) window.addEventListener(name, deaf, true)
    document.addEventListener('visibilitychange', deaf, true)
  })
  const { page: first } = await tabOf(context, giulia, ({ url }) => `${url}/tickets/new`)
  await typeTicket(first, 'Non è di Marco')
  await first.getByRole('button', { name: /^Tipo/ }).click()
  await first.getByRole('option', { name: 'Guasto' }).click()
  const written: string[] = []
  first.on('request', request => request.method() === 'POST' && written.push(request.url()))
  const marcos = await signIn(marco)
  const second = await context.newPage()
  await second.goto('/brenta/privacy')
  await second.evaluate(token => localStorage.setItem('token', token), marcos.token)
  await first.getByRole('button', { name: 'Invia il ticket' }).click()
  await expect(badge(first)).toContainText(marco.name)
  await expect(title(first)).toHaveValue('')
  expect(written).toEqual([])
})

test('losing a permission and then the contact takes effect without a reload', async ({ context, faults }) => {
  faults.expect(/404 GET .*\/events$/, /console: .*404.*\/events$/)
  const membership = (change: object) => {
    const file = join(tmpdir(), `portico-membership-${process.pid}.jsonl`)
    const line = { type: 'membership', externalId: tea.userName, contact: tea.userName, webUser: tea.userName }
    writeFileSync(file, `${JSON.stringify({ ...line, referentName: tea.name, flags: ['manageTickets'], ...change })}\n`)
    return portico(['import', file]).finally(() => rmSync(file))
  }
  const { page } = await tabOf(context, tea, ({ url }) => `${url}/tickets`)
  await expect(page.getByRole('link', { name: 'Fatture' }).first()).toBeVisible()
  await membership({})
  await expect(page.getByRole('link', { name: 'Fatture' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
  await membership({ active: false })
  await expect(page.getByText('Non sei ancora collegato a nessuna azienda.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '049 555 0100' })).toBeVisible()
})

test('a tab on the sign-in page continues when the user signs in in another tab', async ({ context }) => {
  const first = await context.newPage()
  const { url } = await signIn(giulia)
  await first.goto(`${url}/alltickets`)
  await expect(first.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await enter(await context.newPage(), giulia)
  await expect(first).toHaveURL(`${url}/alltickets`)
  await expect(badge(first)).toContainText(giulia.name)
})

test('signing out with an unfinished ticket keeps the ticket until the next sign-in', async ({ context }) => {
  const { page, session } = await tabOf(context, giulia, ({ url }) => `${url}/tickets/new`)
  await typeTicket(page, 'Domani la finisco')
  await badge(page).click()
  await page.getByRole('menuitem', { name: 'Esci' }).click()
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await enter(page, giulia)
  await page.goto(`${session.url}/tickets/new`)
  await expect(title(page)).toHaveValue('Domani la finisco')
})
