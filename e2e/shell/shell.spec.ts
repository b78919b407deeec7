import type { Page } from '@playwright/test'
import { giulia, lia, lino, password, zeno } from '../support/people.ts'
import { expect, mainMenu, menuEntries, test } from '../support/portico.ts'

const htmlOf = (page: Page) => page.locator('html')
const kept = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)
const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
const tickets = (page: Page) => page.getByRole('heading', { name: 'I miei ticket' })

test.describe('with all permissions', () => {
  test.use({ as: giulia })

  test('another portal has its own colours, style sheet and footer', async ({ page, session }) => {
    await page.goto('/brenta')
    await expect(tickets(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('Brenta Servizi S.r.l.')
    const brenta = await styleOf(page, '.shell-header', 'background-color')
    await page.getByRole('button', { name: 'Portale e contatto' }).click()
    const menu = page.getByRole('menu', { name: 'Portale e contatto' })
    await expect(menu.getByRole('menuitemradio')).toHaveCount(2)
    await expect(menu.getByRole('group', { name: 'Brenta Servizi' }).getByRole('menuitemradio')).toBeChecked()
    await menu.getByRole('group', { name: 'Brenta Energia' }).getByRole('menuitemradio').click()
    await expect(page).toHaveURL(/\/brenta-energia\/\d+\/tickets$/)
    await expect(htmlOf(page)).toHaveAttribute('data-portal', 'brenta-energia')
    await expect(page.getByRole('contentinfo')).toContainText('una divisione di Brenta Servizi')
    await expect(page).toHaveTitle('I miei ticket · Brenta Energia')
    // The portal's customCss comes last, outside all cascade layers.
    await expect.poll(() => styleOf(page, '.page-title', 'border-inline-start-width')).toBe('4px')
    expect(await styleOf(page, '.shell-header', 'background-color')).not.toBe(brenta)
    expect(await kept(page, 'portal')).toBe('brenta-energia')

    await page.getByRole('button', { name: 'Portale e contatto' }).click()
    await page.getByRole('group', { name: 'Brenta Servizi' }).getByRole('menuitemradio').click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await expect.poll(() => styleOf(page, '.page-title', 'border-inline-start-width')).toBe('0px')
    expect(await styleOf(page, '.shell-header', 'background-color')).toBe(brenta)
    expect(await kept(page, 'portal')).toBe('brenta')
    expect(await kept(page, 'contactid')).toBe(String(session.contactid))
  })

  test('a URL without portal or contact is completed', async ({ page, session }) => {
    const { url } = session
    for (const [wanted, shown] of [
      ['/brenta', `${url}/tickets`],
      ['/brenta/alltickets?filter=2', `${url}/alltickets?filter=2`],
      ['/tickets', `${url}/tickets`],
      [`${url}`, `${url}/tickets`],
      ['/brenta/999999/tickets', `${url}/tickets`],
      ['/altrove/tickets', `${url}/tickets`],
      [url.toUpperCase(), `${url}/tickets`],
      [`${url}/AllTickets`, `${url}/AllTickets`],
      ['/', `${url}/tickets`],
    ] as const) {
      await page.goto(wanted)
      await expect(page, wanted).toHaveURL(shown)
      await expect(page.locator('.page-title'), wanted).toBeVisible()
    }
  })

  test('a URL without a portal leads to the stored portal', async ({ page }) => {
    await page.goto('/brenta-energia')
    await expect(page).toHaveURL(/\/brenta-energia\/\d+\/tickets$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/brenta-energia\/\d+\/tickets$/)
  })

  test('an unknown URL is reported as not found, inside and outside the shell', async ({ page, session, faults }) => {
    faults.expect(/404 .*altrove/, /console: .*altrove/)
    await page.goto(`${session.url}/altrove`)
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible()
    await expect(mainMenu(page)).toBeVisible()
    await expect(htmlOf(page)).toHaveAttribute('data-screen', 'not-found')
    await page.goto('/brenta/altrove/qui')
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible()
    await expect(mainMenu(page)).toBeHidden()
    await expect(htmlOf(page)).toHaveAttribute('data-portal', 'brenta')
    await page.getByRole('link', { name: "Vai all'inizio" }).click()
    await expect(tickets(page)).toBeVisible()
  })

  test('the colour scheme is light, dark or that of the system', async ({ page }) => {
    await page.goto('/brenta')
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'light')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Il tuo account' }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    const light = await styleOf(page, 'body', 'background-color')
    await choose('Scuro')
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'dark')
    expect(await styleOf(page, 'body', 'background-color')).not.toBe(light)
    await page.reload()
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'dark')
    await choose('Sistema')
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'dark')
    await choose('Chiaro')
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'light')
    expect(await kept(page, 'scheme')).toBe('light')
  })

  test('rows are comfortable or compact', async ({ page }) => {
    await page.goto('/brenta')
    const row = page.getByRole('row').nth(1)
    await expect(row.getByRole('link')).toBeVisible()
    const height = (await row.boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'Il tuo account' }).click()
    await page.getByRole('menuitemradio', { name: 'Compatta' }).click()
    await expect(htmlOf(page)).toHaveAttribute('data-density', 'compact')
    expect((await row.boundingBox())?.height).toBeLessThan(height)
    expect(await kept(page, 'density')).toBe('compact')
  })

  test('a skip link leads to the content, and a new screen moves the focus to its heading', async ({ page }) => {
    await page.goto('/brenta')
    await expect(tickets(page)).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Vai al contenuto' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await mainMenu(page).getByRole('link', { name: 'Tutti i ticket' }).click()
    await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeFocused()
    await mainMenu(page).getByRole('link', { name: 'Contatti' }).click()
    await expect(page.getByRole('heading', { name: 'Contatti', level: 1 })).toBeFocused()
  })

  test('a menu closes on Escape and on a click outside, and restores the focus', async ({ page }) => {
    await page.goto('/brenta')
    const button = page.getByRole('button', { name: 'Il tuo account' })
    await button.click()
    await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Esci' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.click()
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
    await expect(page.getByRole('menu')).toBeHidden()
  })

  test('the page has attributes for portal, screen, scheme and density for the portal’s style sheet', async ({
    page,
    session,
  }) => {
    await page.goto(`${session.url}/tickets`)
    await expect(htmlOf(page)).toHaveAttribute('data-screen', 'tickets')
    await expect(htmlOf(page)).toHaveAttribute('data-portal', 'brenta')
    await expect(htmlOf(page)).toHaveAttribute('data-scheme', 'light')
    await expect(htmlOf(page)).toHaveAttribute('data-density', 'comfortable')
    await expect(htmlOf(page)).toHaveAttribute('lang', 'it')
    for (const [path, screen] of [
      ['alltickets', 'alltickets'],
      ['tickets/new', 'ticket-new'],
      ['account', 'account'],
      ['privacy', 'privacy'],
      ['contacts', 'contacts'],
    ] as const) {
      await page.goto(`${session.url}/${path}`)
      await expect(htmlOf(page)).toHaveAttribute('data-screen', screen)
    }
  })

  test('the overlay covers the page until the portal’s settings have loaded', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets`)
    const overlay = page.locator('#loading')
    await expect(overlay).toHaveAttribute('data-gone')
    await expect(overlay).toBeHidden()
  })

  test('the menu shows the number of open tickets', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets`)
    const count = await page.locator('.page-count').textContent()
    await expect(mainMenu(page).getByRole('link', { name: `I miei ticket ${count} ticket aperti` })).toBeVisible()
  })
})

test.describe('languages', () => {
  test.use({ as: lia })

  test('the language changes without a reload and is stored in the browser and the account', async ({
    page,
    openAs,
  }) => {
    await page.goto('/brenta')
    await expect(tickets(page)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('button', { name: 'Lingua' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
    await expect(htmlOf(page)).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle('My Tickets · Brenta Servizi')
    expect(await kept(page, 'language')).toBe('en-EN')
    await page.getByRole('button', { name: 'Language' }).click()
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect(page.getByRole('heading', { name: 'Mis tickets' })).toBeVisible()
    await expect(htmlOf(page)).toHaveAttribute('lang', 'es')
    expect(await kept(page, 'language')).toBe('es-ES')
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await saved
    const elsewhere = await openAs(lia)
    await elsewhere.goto('/brenta')
    await expect(elsewhere.getByRole('heading', { name: 'Mis tickets' })).toBeVisible()
  })
})

test('a page that is opened from a mail begins in the language of the mail, unless the browser has one', async ({
  page,
}) => {
  await page.goto('/brenta/login?language=en-EN')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(htmlOf(page)).toHaveAttribute('lang', 'en')
  await page.goto('/staff/login?language=es-ES')
  await expect(htmlOf(page)).toHaveAttribute('lang', 'es')
  await page.evaluate(() => localStorage.setItem('language', 'it-IT'))
  await page.goto('/brenta/login?language=en-EN')
  await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible()
})

test.describe('without permissions', () => {
  test.use({ as: zeno })

  test('the start page says so and shows the portal’s contacts', async ({ page }) => {
    await page.goto('/brenta-energia')
    await expect.poll(() => menuEntries(page)).toEqual(['Informativa privacy', 'Contatti', 'Esci'])
    await expect(page.getByRole('heading', { name: 'Ancora nessuna sezione disponibile' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: '049 555 0120' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cerca nei ticket' })).toBeHidden()
  })

  test('tickets are denied, with a link back to what is allowed', async ({ page, session }) => {
    for (const path of ['tickets', 'tickets/new', 'tickets/1', 'alltickets', 'invoices']) {
      await page.goto(`${session.url}/${path}`)
      await expect(page.getByRole('heading', { name: 'Non hai accesso a questa sezione' })).toBeVisible()
      await expect(htmlOf(page)).toHaveAttribute('data-screen', 'forbidden')
    }
    await page.getByRole('link', { name: 'Vai alle sezioni disponibili' }).click()
    await expect(page.getByRole('heading', { name: 'Ancora nessuna sezione disponibile' })).toBeVisible()
  })
})

test('a missing text and an unknown language fall back', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'de-DE'))
  await page.goto('/brenta/login')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await page.getByLabel('Nome utente').fill(lino.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(tickets(page)).toBeVisible()
})
