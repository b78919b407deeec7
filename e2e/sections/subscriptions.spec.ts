import type { Page } from '@playwright/test'
import { giulia, viola } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const codes = (page: Page) => page.locator('td.subscription-code')

test.describe('the list', () => {
  test.use({ as: giulia })

  test('shows code, quantity, recurrence in words, next date and total, with search and order', async ({
    page,
    session,
  }) => {
    await page.goto(`${session.url}/recurringAdvances`)
    const servers = row(page, 'Monitoraggio dei server')
    await expect(servers).toContainText('MON-SRV')
    await expect(servers.locator('.subscription-quantity')).toHaveText('4')
    await expect(servers).toContainText('Ogni 2 settimane, di lunedì')
    await expect(servers).toContainText(/€\s58,56/)
    const [, day, month, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec((await servers.textContent()) ?? '') ?? []
    expect(new Date(`${year}-${month}-${day}T12:00:00Z`).getUTCDay(), 'a Monday').toBe(1)
    await expect(page.getByText('Ogni abbonamento viene fatturato per conto suo, alla sua scadenza.')).toBeVisible()
    await expect(page.locator('.page-sum')).toHaveText(/^Nei prossimi 12 mesi €\s[\d.]+,\d\d$/)
    await expect(row(page, 'PUL-CNC')).toContainText('Ogni settimana, di giovedì')
    await expect(row(page, 'M365-BP')).toContainText('Ogni mese, il giorno 1')
    await expect(row(page, 'VOIP-20')).toContainText('Ogni 3 mesi, il giorno 10')
    await expect(row(page, 'DOM-IT')).toContainText('Ogni anno, il giorno 15/03')

    const total = page.getByRole('columnheader', { name: 'Totale IVA inclusa' })
    await total.getByRole('button').click()
    await expect(total).toHaveAttribute('aria-sort', 'descending')
    await expect(codes(page).first()).toHaveText('ANT-EDR')
    await page.getByRole('searchbox', { name: 'Cerca per codice o descrizione' }).fill('m365')
    await expect(codes(page)).toHaveText(['M365-BP'])
    await expect(page).toHaveURL(`${session.url}/recurringAdvances?sort=-taxedTotal&q=m365`)
    await page.getByRole('searchbox').fill('introvabile')
    await page.getByRole('button', { name: 'Azzera i filtri' }).click()
    await expect(codes(page).first()).toHaveText('ANT-EDR')
  })

  for (const [language, words] of [
    ['en-EN', ['Every week on Thursday', 'Every 3 months on day 10', 'Yearly on 15/03']],
    ['es-ES', ['Cada semana, el jueves', 'Cada 3 meses, el día 10', 'Cada año, el 15/03']],
  ] as const)
    test.describe(language, () => {
      test.use({ kept: { language } })

      test('shows the recurrence in the reader’s language', async ({ page, session }) => {
        await page.goto(`${session.url}/recurringAdvances`)
        for (const text of words) await expect(page.getByText(text, { exact: true })).toBeVisible()
      })
    })
})

test.describe('an empty list', () => {
  test.use({ as: viola })

  test('says so', async ({ page, session }) => {
    await page.goto(`${session.url}/recurringAdvances`)
    await expect(page.getByRole('heading', { name: 'Nessun elemento trovato' })).toBeVisible()
    await expect(page.getByText('I tuoi abbonamenti attivi compariranno qui.')).toBeVisible()
  })
})
