import type { Flag } from '@portico/contract/permissions'
import { holders } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

const full = process.env.FULL === '1'

/** Screens that a flag gives access to, the one in the menu first. */
const screens: Record<Flag, string[]> = {
  manageTickets: ['tickets', 'tickets/new'],
  administrator: ['alltickets'],
  viewContactContracts: ['activitycontracts', 'servicecontracts'],
  viewRecurringAdvances: ['recurringAdvances'],
  viewContactActivityReports: ['activityreports'],
  viewContactWiki: ['wiki'],
  viewEstimates: ['estimates'],
  viewContactInvoices: ['invoices'],
  viewContactDocuments: ['documents'],
  uploadContactDocuments: [],
}

for (const { flag, person } of holders)
  test.describe(flag, () => {
    test.use({ as: person })

    test(`alone gives access to ${screens[flag].join(' and ') || 'nothing'}`, async ({ page, session }) => {
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      const shut = 'Non hai accesso a questa sezione'
      const inMenu = [...screens[flag].slice(0, 1), 'publicfiles']
      await page.goto(session.url)
      await expect(page).toHaveURL(new RegExp(`${session.url}/${inMenu[0]}$`))
      await expect(heading).not.toHaveText(shut)
      const entries = page.locator('.shell-menu .menu-group:not(.menu-group--end) .menu-item')
      await expect(entries).toHaveCount(inMenu.length)
      expect(await entries.evaluateAll(all => all.map(one => one.getAttribute('data-section')))).toEqual(inMenu)
      const others = Object.values(screens).flat()
      for (const path of full ? others : screens[flag].slice(1)) {
        await page.goto(`${session.url}/${path}`)
        await expect(heading).toBeVisible()
        if (screens[flag].includes(path)) await expect(heading).not.toHaveText(shut)
        else await expect(heading).toHaveText(shut)
      }
    })
  })
