import type { Page } from '@playwright/test'
import { ada, adaTickets, anna, bruno, carla, daysAgo, manyTickets, mario, viola } from '../support/people.ts'
import { call, comment, expect, test } from '../support/portico.ts'

const titles = (page: Page) => page.locator('.row-link')
const dates = (page: Page) => page.getByRole('dialog', { name: 'Scegli le date' })
const anyDate = (page: Page) => page.getByRole('button', { name: 'Qualsiasi data' })
const typed = (day: string) => day.split('-').reverse().join('/')

const pressToday = 'Pressa ferma da stamattina'
const oven = 'Forno che scalda poco'
const belt = 'Nastro cambiato'
const trial = 'Collaudo della pressa'
const badge = 'Badge che non apre'
const phone = 'Telefono muto'

test.describe('my tickets', () => {
  test.use({ as: anna })

  test.beforeEach(async ({ page }) => {
    await page.goto('/brenta/tickets')
    await expect(titles(page)).toHaveText([pressToday, oven])
  })

  test('shows open tickets first and all on demand, as part of the URL', async ({ page, session }) => {
    await expect(page.getByRole('radio', { name: 'Aperti o in attesa' })).toBeChecked()
    await expect(page.getByText('2 ticket aperti o in attesa, tutti in elenco')).toBeVisible()
    await page.getByRole('radio', { name: 'Tutti' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2`)
    await expect(titles(page)).toHaveCount(4)
    await expect(page.locator('.page-count')).toHaveText('4')
    await page.getByRole('radio', { name: 'Aperti o in attesa' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await page.goBack()
    await expect(titles(page)).toHaveCount(4)
    await page.goForward()
    await expect(titles(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Mostra tutti' }).click()
    await expect(titles(page)).toHaveCount(4)
  })

  test.describe('in another time zone', () => {
    test.use({ timezoneId: 'America/New_York' })

    test('shows days and times in the time zone of the portal', async ({ page }) => {
      const moment = page.locator('.ticket-row time').first()
      const instant = new Date((await moment.getAttribute('datetime')) ?? '')
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('it', { timeZone: 'Europe/Rome', ...options }).format(instant)
      await expect(moment).toContainText(written({ weekday: 'long' }))
      await expect(moment).toContainText(written({ day: '2-digit', month: 'long' }))
      await expect(moment).toContainText(written({ hour: '2-digit', minute: '2-digit' }))
    })
  })

  test.describe('in a time zone that is a day ahead', () => {
    test.use({ timezoneId: 'Pacific/Kiritimati' })

    test('uses "today" of the portal', async ({ page, session }) => {
      await page.clock.setFixedTime(`${daysAgo(0)}T12:00:00Z`)
      await page.reload()
      await anyDate(page).click()
      await expect(dates(page).locator('.day--today')).toHaveText(String(Number(daysAgo(0).slice(-2))))
      await dates(page).getByRole('button', { name: 'Oggi', exact: true }).click()
      await expect(page).toHaveURL(`${session.url}/tickets?from=${daysAgo(0)}&to=${daysAgo(0)}`)
      await page.getByRole('button', { name: /^Creato ./ }).click()
      await expect(dates(page).getByRole('button', { name: 'Oggi', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    })
  })

  test('leaving a date field with an invalid date keeps the focus within the date picker', async ({ page }) => {
    await page.goto('/brenta/tickets?from=2026-01-01&to=2026-12-31')
    await page.getByRole('button', { name: /^Creato ./ }).click()
    const end = dates(page).getByRole('textbox', { name: 'Al', exact: true })
    await expect(end).toHaveAttribute('placeholder', 'GG/MM/AAAA')
    await end.fill('quando?')
    await page.keyboard.press('Tab')
    await expect(end).toHaveValue('')
    await expect(dates(page).getByRole('grid')).toHaveCount(1)
    await expect(dates(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dates(page)).toBeHidden()
    await expect(page.getByRole('button', { name: /^Creato ./ })).toBeFocused()
  })

  test('a preset of dates is marked and can be cleared', async ({ page, session }) => {
    await page.getByRole('radio', { name: 'Tutti' }).click()
    await expect(titles(page)).toHaveCount(4)
    await anyDate(page).click()
    await dates(page).getByRole('button', { name: 'Oggi', exact: true }).click()
    await expect(dates(page)).toBeHidden()
    await expect(titles(page)).toHaveText([pressToday])
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2&from=${daysAgo(0)}&to=${daysAgo(0)}`)
    await page.getByRole('button', { name: /^Creato ./ }).click()
    await expect(dates(page).getByRole('button', { name: 'Oggi', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await dates(page).getByRole('button', { name: 'Ieri', exact: true }).click()
    await expect(titles(page)).toHaveText([oven])
    await page.getByRole('button', { name: /^Creato ./ }).click()
    await dates(page).getByRole('button', { name: 'Anno scorso' }).click()
    await expect(titles(page).filter({ hasText: trial })).toBeVisible()
    await expect(titles(page).filter({ hasText: pressToday })).toHaveCount(0)
    await page.getByRole('button', { name: 'Deseleziona le date' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2`)
    await expect(titles(page)).toHaveCount(4)
  })

  test('dates can be typed, also only one end, and the last day is included to its end', async ({ page, session }) => {
    await page.getByRole('radio', { name: 'Tutti' }).click()
    await anyDate(page).click()
    const year = Number(daysAgo(0).slice(0, 4)) - 1
    await dates(page).getByRole('textbox', { name: 'Dal' }).fill(`01/01/${year}`)
    await expect(page).toHaveURL(new RegExp(`from=${year}-01-01$`))
    // A range with one open end shows one calendar.
    await expect(dates(page).getByRole('grid')).toHaveCount(1)
    await expect(titles(page)).toHaveCount(4)
    // Includes a ticket created at 23:30 on that day.
    await dates(page).getByRole('textbox', { name: 'Al', exact: true }).fill(`31/3/${year}`)
    await expect(titles(page)).toHaveText([trial])
    await expect(dates(page).getByText('90 giorni')).toBeVisible()
    await expect(dates(page).getByRole('grid')).toHaveCount(2)
    await dates(page).getByRole('textbox', { name: 'Dal' }).fill('quando?')
    await page.keyboard.press('Enter')
    await expect(dates(page).getByRole('textbox', { name: 'Dal' })).toHaveValue('')
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2&to=${year}-03-31`)
    await page.keyboard.press('Escape')
    await expect(dates(page)).toBeHidden()
    await expect(page.getByRole('button', { name: `Creato … – 31 mar ${year}` })).toBeFocused()
  })

  test('a range is chosen on the calendars', async ({ page }) => {
    await anyDate(page).click()
    const today = daysAgo(0)
    const day = dates(page)
      .getByRole('gridcell')
      .filter({ hasNot: page.locator('[data-outside-month]') })
    await expect(day.first()).toBeVisible()
    const cell = dates(page).locator('[data-today]').first()
    await cell.click()
    await cell.click()
    await expect(dates(page).getByRole('textbox', { name: 'Dal' })).toHaveValue(typed(today))
    await expect(dates(page).getByRole('textbox', { name: 'Al', exact: true })).toHaveValue(typed(today))
    await expect(titles(page)).toHaveText([pressToday])
  })

  test('assets are searched on the server', async ({ page, session }) => {
    await page.getByRole('radio', { name: 'Tutti' }).click()
    await page.getByRole('button', { name: 'Qualsiasi asset' }).click()
    const list = page.getByRole('listbox', { name: 'Asset' })
    await expect(list.getByRole('option')).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Cerca un asset' }).fill('PRÈSSA')
    await expect(list.getByRole('option')).toHaveText([/Asset con/, 'Reparto – Pressa Ghidini'])
    await expect(page.getByText('1 asset', { exact: true })).toBeVisible()
    await list.getByRole('option', { name: 'Reparto – Pressa Ghidini' }).click()
    await expect(titles(page)).toHaveText([pressToday, trial])
    await expect(page).toHaveURL(/wikiFilter=Pressa(\+|%20)Ghidini/)
    await page.reload()
    await expect(titles(page)).toHaveText([pressToday, trial])
    await page.getByRole('button', { name: 'Pressa Ghidini' }).click()
    await page.getByRole('combobox', { name: 'Cerca un asset' }).fill('niente di simile')
    await expect(page.getByText('Nessun elemento trovato')).toBeVisible()
    await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
    await expect(list.getByRole('option')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Deseleziona l’asset' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2`)
  })

  test('columns sort', async ({ page }) => {
    await page.getByRole('radio', { name: 'Tutti' }).click()
    const by = (name: string) => page.getByRole('columnheader', { name })
    await expect(by('Creato')).toHaveAttribute('aria-sort', 'descending')
    await by('Titolo').getByRole('button').click()
    await expect(by('Titolo')).toHaveAttribute('aria-sort', 'ascending')
    await expect(titles(page)).toHaveText([trial, oven, belt, pressToday])
    await by('Titolo').getByRole('button').click()
    await expect(titles(page)).toHaveText([pressToday, belt, oven, trial])
    await expect(page).toHaveURL(/sort=-title/)
    await by('Creato').getByRole('button').click()
    await by('Creato').getByRole('button').click()
    await expect(titles(page).last()).toHaveText(pressToday)
  })

  test('a list without matches says so and offers to clear the filters', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets?q=introvabile`)
    await expect(page.getByText('Nessun ticket corrisponde ai filtri impostati.')).toBeVisible()
    await page.getByRole('button', { name: 'Azzera i filtri' }).click()
    await expect(titles(page)).toHaveCount(2)
  })

  test('invalid parameters in the URL are ignored', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets?filter=7&from=2026-02-30&to=domani&webUserIds=a&sort=colore`)
    await expect(titles(page)).toHaveText([pressToday, oven])
    await page.goto(`${session.url}/tickets?filter=2&from=${daysAgo(0)}&to=${daysAgo(2)}`)
    await expect(titles(page)).toHaveText([pressToday, oven])
  })

  test('a list that fails to load offers to retry', async ({ page, session, faults }) => {
    faults.expect(/ERR_CONNECTION_REFUSED/)
    const list = /\/tickets\?status=all/
    await page.route(list, route => route.abort('connectionrefused'))
    await page.getByRole('radio', { name: 'Tutti' }).click()
    await page.goto(`${session.url}/tickets?filter=2`)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Non è stato possibile caricare i ticket')
    await expect(alert).toContainText('Impossibile raggiungere il portale.')
    await page.unroute(list)
    await alert.getByRole('button', { name: 'Riprova' }).click()
    await expect(titles(page)).toHaveCount(4)
  })

  test('going back from a ticket restores the list', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets?filter=2&sort=title`)
    await titles(page).filter({ hasText: belt }).click()
    await expect(page.getByRole('heading', { name: belt })).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'I miei ticket' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2&sort=title`)
  })
})

test.describe('all tickets', () => {
  test.use({ as: anna })

  test('can be filtered by colleagues', async ({ page, session, sessionOf }) => {
    await page.goto(`${session.url}/alltickets`)
    await expect(titles(page)).toHaveText([pressToday, badge, oven, phone])
    await page.getByRole('button', { name: 'Qualsiasi utente' }).click()
    const list = page.getByRole('listbox', { name: 'Colleghi' })
    await expect(list.getByRole('option')).toHaveText([/Anna Prova.*Tu/, /Bruno Prova/, /Carla Prova/])
    await list.getByRole('option', { name: bruno.name }).click()
    await expect(titles(page)).toHaveText([badge])
    await expect(page.getByRole('button', { name: '1 utente' })).toBeVisible()
    await list.getByRole('option', { name: carla.name }).click()
    await expect(titles(page)).toHaveText([badge, phone])
    await expect(page.getByText('2 su 3')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '2 utenti' })).toBeFocused()
    const ids = [(await sessionOf(bruno)).me.id, (await sessionOf(carla)).me.id]
    await expect(page).toHaveURL(new RegExp(`webUserIds=${ids.join('(,|%2C)')}$`))
    await page.reload()
    await expect(titles(page)).toHaveText([badge, phone])
    await page.getByRole('button', { name: '2 utenti' }).click()
    await page.getByRole('combobox', { name: 'Cerca un collega' }).fill('carla')
    await expect(list.getByRole('option')).toHaveText([/Carla Prova/])
    await list.getByRole('option').click()
    await expect(titles(page)).toHaveText([badge])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Deseleziona gli utenti' }).click()
    await expect(titles(page)).toHaveCount(4)
  })
})

test.describe('many tickets', () => {
  test.use({ as: mario })

  test('load page after page on scrolling', async ({ page }) => {
    await page.goto('/brenta/tickets')
    await expect(titles(page).first()).toHaveText(`Serie ${manyTickets}`)
    await expect(titles(page)).toHaveCount(50)
    await expect(page.locator('.page-count')).toHaveText(String(manyTickets))
    await expect(page.getByText(`50 ticket su ${manyTickets}`)).toBeVisible()
    await titles(page).last().scrollIntoViewIfNeeded()
    await expect(titles(page)).toHaveCount(100)
    await titles(page).last().scrollIntoViewIfNeeded()
    await expect(titles(page)).toHaveCount(manyTickets)
    await expect(titles(page).last()).toHaveText('Serie 001')
    await expect(page.getByText(`${manyTickets} ticket aperti o in attesa, tutti in elenco`)).toBeVisible()
    const all = await titles(page).allTextContents()
    expect(new Set(all).size).toBe(manyTickets)
  })

  test('a page that fails to load can be retried', async ({ page, faults }) => {
    faults.expect(/ERR_CONNECTION_REFUSED/)
    await page.route(/cursor=/, route => route.abort('connectionrefused'))
    await page.goto('/brenta/tickets')
    await expect(titles(page)).toHaveCount(50)
    await titles(page).last().scrollIntoViewIfNeeded()
    await expect(page.getByText('Non è stato possibile caricare altri ticket.')).toBeVisible()
    await page.unroute(/cursor=/)
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(titles(page)).toHaveCount(100)
  })
})

test.describe('many tickets, with several pages loaded', () => {
  test.use({ as: mario })

  test('a change made elsewhere is shown without reloading all pages', async ({ page, session }) => {
    await page.goto('/brenta/tickets')
    await expect(titles(page)).toHaveCount(50)
    for (const count of [100, manyTickets]) {
      await titles(page).last().scrollIntoViewIfNeeded()
      await expect(titles(page)).toHaveCount(count)
    }
    const { token, company, contactid } = session
    const path = `/api/${company}/${contactid}/tickets`
    const [deep] = (await call<{ id: number; title: string }[]>(token, 'GET', `${path}?sort=createdOn&limit=1`)) ?? []
    const asked: string[] = []
    page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      if (pathname === path) asked.push(search)
    })
    // Closing the oldest ticket elsewhere removes it from a list of open tickets with three pages loaded.
    await call(token, 'POST', `${path}/${deep?.id}/close`, {})
    await expect(page.locator('.page-count')).toHaveText(String(manyTickets - 1))
    await expect(titles(page)).toHaveCount(manyTickets - 1)
    await expect(titles(page).filter({ hasText: deep?.title ?? '-' })).toHaveCount(0)
    // Requests the first page and the row, and the count for the menu.
    const lists = asked.filter(search => search.includes('limit=50') || search.includes('id='))
    expect(lists).toHaveLength(2)
    expect(asked.every(search => !search.includes('cursor='))).toBe(true)
    // A message reopens it at its former place, which requires all pages.
    await comment(session, deep?.id ?? 0, '<p>Ancora.</p>')
    await expect(titles(page)).toHaveCount(manyTickets)
    await expect(page.locator('.page-count')).toHaveText(String(manyTickets))
    const before = asked.length
    // Another message changes an existing row, which again takes two requests.
    await comment(session, deep?.id ?? 0, '<p>E ancora.</p>')
    await expect.poll(() => asked.slice(before).filter(search => search.includes('id=')).length).toBe(1)
    expect(asked.slice(before).some(search => search.includes('cursor='))).toBe(false)
  })
})

test.describe('a URL with filters', () => {
  test.use({ as: anna })

  test('is readable, and an older form has the same meaning', async ({ page, session, sessionOf }) => {
    const { id } = (await sessionOf(bruno)).me
    await page.goto(`${session.url}/alltickets?webUserIds=%22${id}%22`)
    await expect(titles(page)).toHaveText([badge])
    await page.goto(`${session.url}/alltickets`)
    await page.getByRole('button', { name: 'Qualsiasi utente' }).click()
    await page.getByRole('option', { name: bruno.name }).click()
    await expect(page).toHaveURL(`${session.url}/alltickets?webUserIds=${id}`)
    await page.reload()
    await expect(titles(page)).toHaveText([badge])
    await page.goto(`${session.url}/invoices?q=%222026%22`)
    await expect(page.getByRole('searchbox')).toHaveValue('2026')
    await page.getByRole('searchbox').fill('2025')
    await expect(page).toHaveURL(`${session.url}/invoices?q=2025`)
  })

  test('loses users who do not belong to the contact', async ({ page, session, sessionOf, faults }) => {
    faults.expect(/404/)
    const { id } = (await sessionOf(bruno)).me
    await page.goto(`${session.url}/alltickets?webUserIds=${id},999999999`)
    await expect(titles(page)).toHaveText([badge])
    await expect(page).toHaveURL(`${session.url}/alltickets?webUserIds=${id}`)
    await page.goto(`${session.url}/alltickets?webUserIds=999999999&filter=2`)
    await expect(titles(page).first()).toBeVisible()
    await expect(page).toHaveURL(`${session.url}/alltickets?filter=2`)
  })
})

test.describe('an administrator who may not open tickets', () => {
  test.use({ as: ada })
  const why = 'Puoi vedere questi ticket ma non aprirli: il tuo accesso non comprende la gestione dei ticket.'

  test('sees rows without links, and why', async ({ page }) => {
    await page.goto('/brenta/alltickets')
    await expect(page.locator('.row-name')).toHaveText(adaTickets)
    await expect(page.getByText(why)).toBeVisible()
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(0)

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Cerca nei ticket' })
    await palette.getByRole('combobox').fill('serra')
    const found = palette.getByRole('group', { name: 'Ticket', exact: true }).getByRole('option')
    await expect(found).toHaveText(adaTickets.map(title => new RegExp(title)))
    await expect(palette.getByText('2 ticket trovati')).toBeVisible()
    await expect(palette.getByText(why)).toBeVisible()
    await expect(found.first()).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/alltickets\?q=serra&filter=2$/)
    await expect(page.locator('.row-name')).toHaveText(adaTickets)
  })
})

test.describe('on a tablet', () => {
  test.use({ as: anna })

  for (const width of [820, 720])
    test(`the date column that sorts a list stays visible at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/brenta/tickets')
      await expect(page.getByRole('columnheader', { name: 'Creato' })).toBeVisible()
      await expect(page.locator('.ticket-row time:visible').last()).toBeInViewport({ ratio: 1 })
      await page.goto('/brenta/alltickets')
      await expect(page.getByRole('columnheader', { name: 'Creato' })).toBeVisible()
      await expect(page.locator('.ticket-row').first().locator('td:visible').last()).toBeInViewport({ ratio: 1 })
    })
})

test.describe('on a wide screen', () => {
  test.use({ as: anna, viewport: { width: 1920, height: 1000 } })

  test('the details of a ticket keep a column of fixed width beside it', async ({ page }) => {
    await page.goto('/brenta/tickets')
    await titles(page).first().click()
    await expect(page.locator('.ticket-main')).toBeVisible()
    await expect(page.locator('.ticket-side')).toBeVisible()
    const { width = 0 } = (await page.locator('.ticket-side').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(300)
    expect(width).toBeLessThanOrEqual(400)
  })
})

test.describe('no ticket at all', () => {
  test.use({ as: viola })

  test('says so, and how to create the first', async ({ page, session }) => {
    await page.goto('/brenta/tickets')
    await expect(page.getByText('Ancora nessun ticket')).toBeVisible()
    await expect(page.getByText('È tutto risolto.')).toHaveCount(0)
    await page.getByRole('link', { name: 'Nuovo ticket' }).last().click()
    await expect(page.getByRole('heading', { name: 'Nuovo ticket' })).toBeVisible()
    await page.goto(`${session.url}/alltickets?filter=2`)
    await expect(page.getByText('Qui compariranno i ticket di tutte le persone di Ditta Viola Prova.')).toBeVisible()
  })
})
