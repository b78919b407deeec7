import type { Page } from '@playwright/test'
import { paste, picture } from '../support/files.ts'
import { sofia } from '../support/people.ts'
import { call, comment, expect, raise, type Session, test } from '../support/portico.ts'

test.use({ as: sofia })

const reply = (page: Page) => page.getByRole('textbox', { name: 'Il tuo messaggio' })
const send = (page: Page) => page.getByRole('button', { name: 'Invia il messaggio' })
const messages = (page: Page) => page.getByRole('region', { name: 'Conversazione' }).getByRole('article')
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifiche', exact: true })

const openTicket = async (page: Page, { url }: Session, { id, title }: { id: number; title: string }) => {
  await page.goto(`${url}/tickets/${id}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

test('a picture in a message opens enlarged, by mouse and keyboard', async ({ page, session }) => {
  const ticket = await raise(session, { title: 'Schermata nel testo' })
  await openTicket(page, session, ticket)
  await reply(page).click()
  await expect(page.getByRole('toolbar', { name: 'Formattazione del testo' })).toBeVisible()
  await paste(page, picture)
  await expect(reply(page).getByRole('img')).toBeVisible()
  await send(page).click()
  const shown = messages(page).getByRole('button', { name: /^Apri l’immagine / })
  await expect(shown).toHaveCSS('cursor', 'zoom-in')
  await shown.click()
  const lightbox = page.getByRole('dialog', { name: /^Immagine 1 di 1/ })
  await expect(lightbox.getByRole('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(shown).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lightbox).toBeVisible()
})

test('a double click sends one message; an empty message needs a separate click', async ({ page, session }) => {
  const ticket = await raise(session, { title: 'Doppio clic' })
  await openTicket(page, session, ticket)
  await reply(page).fill('Ecco')
  await send(page).dblclick()
  await expect(messages(page)).toHaveAttribute('id', /^comment-/)
  // A click while the first request is pending sends nothing.
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/comments$/i, async route => {
    await held
    await route.continue()
  })
  await reply(page).fill('Di nuovo')
  await send(page).click()
  await expect(page.locator('[data-state="sending"]')).toHaveCount(1)
  await send(page).click()
  await expect(page.locator('[data-state="sending"]')).toHaveCount(1)
  release()
  await expect(page.locator('[data-state="sending"]')).toHaveCount(0)
  await expect(messages(page)).toHaveCount(2)
  await send(page).click()
  await expect(messages(page)).toHaveCount(3)
  await expect(messages(page).last()).toContainText('Messaggio senza testo')
})

test('toasts disappear when they no longer apply, and do not cover the bottom of the page', async ({
  page,
  session,
}) => {
  const ticket = await raise(session, { title: 'Chiuso e riaperto' })
  await openTicket(page, session, ticket)
  await page.locator('.ticket-side').getByRole('button', { name: 'Chiudi il ticket' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Chiudi il ticket' }).click()
  const closed = toasts(page).getByText('Ticket chiuso')
  await expect(closed).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  const toast = await toasts(page).boundingBox()
  const foot = await page.locator('.shell-footer').boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  await comment(session, ticket.id, '<p>Invece no.</p>')
  await expect(page.getByText('Ticket riaperto')).toBeVisible()
  await expect(closed).toHaveCount(0)

  const [type] = await call<{ name: string }[]>(session.token, 'GET', `/api/settings/${session.company}/tickets/types`)
  await page.goto(`${session.url}/tickets/new`)
  await page.getByRole('textbox', { name: 'Titolo' }).fill('Con il suo avviso')
  await page.getByRole('button', { name: /^Tipo/ }).click()
  await page.getByRole('option', { name: type?.name ?? '', exact: true }).click()
  await page.getByRole('textbox', { name: 'Descrizione' }).fill('Ecco')
  await page.getByRole('button', { name: 'Invia il ticket' }).click()
  const open = toasts(page).getByRole('button', { name: 'Apri il ticket' })
  await expect(open).toBeVisible()
  await page.locator('.ticket-row').getByRole('link', { name: 'Con il suo avviso' }).first().click()
  await expect(page.getByRole('heading', { name: 'Con il suo avviso', level: 1 })).toBeVisible()
  await expect(open).toHaveCount(0)
})

test('a ticket and a list are printed without controls', async ({ page, session }) => {
  const ticket = await raise(session, { title: 'Da stampare' })
  await comment(session, ticket.id, '<p>Detto da me.</p>')
  await page.setViewportSize({ width: 718, height: 1000 })
  await openTicket(page, session, ticket)
  await expect(page.getByText('Detto da me.')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('#main')
  await expect(printed).toHaveAttribute('data-print-head', 'Brenta Servizi · Ufficio Prova')
  await expect(printed.getByText('Assegnato a').filter({ visible: true })).toHaveCount(1)
  await expect(printed.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('Vai al contenuto')).toBeHidden()
  await expect(page.locator('.back-link')).toBeHidden()
  await expect(page.locator('.bubble--mine .bubble-body')).toHaveCSS('border-top-style', 'solid')

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${session.url}/tickets`)
  await expect(page.locator('.ticket-row').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'I miei ticket', level: 1 })).toBeVisible()
  await expect(page.locator('.filter-bar')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Nuovo ticket' })).toBeHidden()
  await expect(page.getByText('Mostra tutti')).toBeHidden()
})
