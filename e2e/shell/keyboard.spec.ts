import type { Page } from '@playwright/test'
import { password, tina } from '../support/people.ts'
import { expect, raise, test } from '../support/portico.ts'

/** Presses Tab until an element with this name has the focus. */
const tabTo = async (page: Page, name: string | RegExp, most = 40) => {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    const label = await focused.evaluateAll(([node]) => {
      if (!(node instanceof HTMLElement)) return ''
      const labels = node instanceof HTMLInputElement ? [...(node.labels ?? [])].map(one => one.textContent) : []
      return (node.getAttribute('aria-label') ?? (labels.join(' ') || node.textContent) ?? '').trim()
    })
    if (typeof name === 'string' ? label === name : name.test(label)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('sign in, filter, open, reply and close by keyboard alone', async ({ page, sessionOf }) => {
  const ticket = await raise(await sessionOf(tina), { title: 'Solo con i tasti' })
  await raise(await sessionOf(tina), { title: 'Un altro' })
  const { keyboard } = page
  await page.goto('/brenta/login')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await tabTo(page, 'Nome utente')
  await keyboard.type(tina.userName)
  await tabTo(page, 'Password')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()

  await tabTo(page, 'Aperti o in attesa')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tutti' })).toBeFocused()
  await expect(page).toHaveURL(/filter=2/)
  // A picker opens on focus and closes when the focus moves on.
  await keyboard.press('Tab')
  const dates = page.getByRole('dialog', { name: 'Scegli le date' })
  await expect(dates.getByRole('button', { name: 'Oggi', exact: true })).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(dates.getByRole('button', { name: 'Qualsiasi data' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByRole('button', { name: /^Creato ./ })).toBeFocused()
  await expect(dates).toBeHidden()

  await tabTo(page, ticket.title)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: ticket.title })).toBeFocused()
  await tabTo(page, 'Il tuo messaggio')
  await keyboard.type('Scritto senza mouse')
  await tabTo(page, 'Invia il messaggio')
  await keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Scritto senza mouse')

  await tabTo(page, 'Chiudi il ticket')
  await keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Chiudere il ticket?' })
  await expect(question.getByRole('button', { name: 'Lascialo aperto' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Chiudi il ticket' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('Ticket chiuso da te')).toBeVisible()
})
