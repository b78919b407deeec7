import { choose, log } from '../support/files.ts'
import { anna, fabio, giulia } from '../support/people.ts'
import { expect, raise, test } from '../support/portico.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test.describe('reading', () => {
  test.use({ as: giulia })

  test('the bottom bar leads to the main sections, and More to the others', async ({ page, session }) => {
    await page.goto('/brenta')
    const bar = page.getByRole('navigation', { name: 'Menu principale' })
    await expect(bar.getByRole('link')).toHaveText(['Ticket', 'Tutti', 'Contratti', 'Abbonamenti'])
    await expect(bar.getByRole('link', { name: 'Ticket', exact: true })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Tutti' }).tap()
    await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeVisible()
    await bar.getByRole('button', { name: 'Altro' }).tap()
    await expect(page.getByRole('menuitem')).toHaveText([
      ...['Rapportini', 'Wiki', 'Preventivi', 'Fatture', 'File aziendali', 'File pubblici'],
      ...['Prenota un appuntamento', 'Informativa privacy', 'Contatti'],
    ])
    await page.getByRole('menuitem', { name: 'Contatti' }).tap()
    await expect(page).toHaveURL(`${session.url}/contacts`)
    // The second tap of a double tap falls on what the first has opened: it does nothing, and nobody is signed out.
    await bar.getByRole('button', { name: 'Altro' }).dblclick()
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(page).toHaveURL(`${session.url}/contacts`)
    await expect(page.getByRole('menuitem', { name: 'Esci' })).toHaveCount(0)
  })

  test('a single search field has the full width, and a card labels its date', async ({ page, session }) => {
    await page.goto(`${session.url}/recurringAdvances`)
    const date = page.locator('td[data-card="start"]').first()
    await expect(date).toBeVisible()
    expect(await date.evaluate(cell => getComputedStyle(cell, '::before').content)).toContain('Prossima scadenza')
    expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(340)
  })

  test('a card of the list shows the time of the next visit, not only its day', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets`)
    const visit = page.locator('td[data-card="meta"]:visible').first()
    await expect(visit).toContainText(/\d\d:\d\d/)
    expect(await visit.evaluate(cell => cell.scrollWidth <= cell.clientWidth)).toBe(true)
  })

  test('portal and language are in the user menu', async ({ page }) => {
    await page.goto('/brenta')
    await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
    await page.getByRole('button', { name: 'Il tuo account' }).tap()
    const menu = page.getByRole('menu', { name: 'Il tuo account' })
    await expect(menu.getByRole('group', { name: 'Lingua' }).getByRole('menuitemradio')).toHaveCount(3)
    await menu.getByRole('group', { name: 'Brenta Energia' }).getByRole('menuitemradio').tap()
    await expect(page).toHaveURL(/\/brenta-energia\/\d+\/tickets$/)
  })
})

test.describe('reading in Spanish on a narrow phone', () => {
  test.use({ as: giulia, kept: { language: 'es-ES' }, viewport: { width: 320, height: 640 } })

  test('the dates of cards are whole', async ({ page, session }) => {
    for (const section of ['recurringAdvances', 'tickets', 'invoices']) {
      await page.goto(`${session.url}/${section}`)
      const dates = page.locator('td.cell-date:visible')
      await expect(dates.first()).toBeVisible()
      const cut = await dates.evaluateAll(all =>
        all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent),
      )
      expect(cut, section).toEqual([])
    }
  })
})

test.describe('filters', () => {
  test.use({ as: anna })

  test('open as sheets at the bottom of the screen', async ({ page, session }) => {
    await page.goto(`${session.url}/alltickets`)
    await expect(page.locator('.row-link')).toHaveCount(4)
    await page.getByRole('button', { name: 'Qualsiasi utente' }).tap()
    const sheet = page.locator('.popover')
    await expect(page.getByRole('option', { name: /Bruno Prova/ })).toBeInViewport()
    const box = await sheet.boundingBox()
    expect(box).toMatchObject({ x: 0, width: 390 })
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
    await page.getByRole('option', { name: /Bruno Prova/ }).tap()
    await expect(page.locator('.row-link')).toHaveText(['Badge che non apre'])
    // A tap on a ticket outside the sheet only closes the sheet.
    const row = await page.locator('.row-link').boundingBox()
    await page.touchscreen.tap((row?.x ?? 0) + 20, (row?.y ?? 0) + 8)
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/alltickets\?/)
    await page.getByRole('button', { name: 'Qualsiasi data' }).tap()
    await page.getByRole('button', { name: 'Oggi', exact: true }).tap()
    await expect(page.getByText('Nessun ticket corrisponde ai filtri impostati.')).toBeVisible()
  })
})

test.describe('writing', () => {
  test.use({ as: fabio })

  test('a ticket is created with the round button', async ({ page, session }) => {
    await page.goto('/brenta')
    const fab = page.getByRole('link', { name: 'Nuovo ticket' }).first()
    await expect(fab).toBeInViewport()
    // The button does not cover the portal's footer.
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Brenta Servizi S.r.l.')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const end = await footer.boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await fab.boundingBox())?.y ?? 0)
    await fab.tap()
    await page.getByRole('textbox', { name: 'Titolo' }).fill('Dal telefono')
    await page.getByRole('button', { name: /^Tipo/ }).tap()
    await page.getByRole('option', { name: 'Guasto' }).tap()
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Scritto in corridoio')
    await page.getByRole('button', { name: 'Invia il ticket' }).tap()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await expect(page.locator('.row-link').filter({ hasText: 'Dal telefono' })).toBeVisible()
  })

  test('a ticket shows its details on demand and can be answered', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Letto sul telefono' })
    await page.goto(`${session.url}/tickets/${ticket.id}`)
    await expect(page.getByRole('heading', { name: ticket.title })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Dettagli del ticket' })).toBeHidden()
    await page.locator('summary').tap()
    await expect(page.locator('.ticket-summary').getByText('Assegnato a')).toBeVisible()
    await expect(page.locator('.ticket-summary').getByRole('button', { name: 'Chiudi il ticket' })).toBeVisible()
    const reply = page.getByRole('textbox', { name: 'Il tuo messaggio' })
    await reply.tap()
    await page.keyboard.type('Risposta dal telefono')
    await choose(page.getByRole('button', { name: 'Allega file' }), log)
    await expect(page.getByRole('listitem').filter({ hasText: log.name })).toHaveAttribute('data-state', 'done')
    await page.getByRole('button', { name: 'Invia il messaggio' }).tap()
    await expect(page.getByRole('article').filter({ hasText: 'Risposta dal telefono' })).toHaveAttribute(
      'id',
      /^comment/,
    )
  })
})
