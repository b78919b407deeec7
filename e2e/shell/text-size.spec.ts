import { chromium } from '../support/chromium.ts'
import { giulia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

// With a default font of twice the size, the page has the layout of a window of half the width.
test.use({
  as: giulia,
  launchOptions: {
    ...chromium.launchOptions,
    args: [...chromium.launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
})

const screens = ['tickets', 'alltickets', 'invoices', 'recurringAdvances', 'activitycontracts?filter=2', 'wiki']

test('with a font of twice the size nothing overlaps in the header and no column is cut off', async ({
  page,
  session,
}) => {
  for (const screen of screens) {
    await page.goto(`${session.url}/${screen}`)
    await expect(page.locator('.row-link, details.contract, td').first()).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    const found = await page.evaluate(() => {
      const boxOf = (element: Element) => element.getBoundingClientRect()
      const seen = (element: Element) => boxOf(element).width > 1
      const controls = [...document.querySelectorAll('.shell-header :is(a, button)')].filter(seen)
      const overlaps = controls.flatMap((one, index) =>
        controls
          .slice(index + 1)
          .filter(other => boxOf(one).right > boxOf(other).left + 1 && boxOf(other).right > boxOf(one).left + 1),
      )
      const edge = (document.querySelector('.shell-main') ?? document.body).getBoundingClientRect().right
      const cut = [...document.querySelectorAll('.data-table :is(th, td), .contract-head > *')].filter(
        cell => seen(cell) && boxOf(cell).right > edge + 1,
      )
      const names = (elements: Element[]) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120))
      const { scrollWidth, clientWidth } = document.documentElement
      return { overlaps: names(overlaps), cut: names(cut), wider: scrollWidth - clientWidth }
    })
    expect.soft(found, screen).toEqual({ overlaps: [], cut: [], wider: 0 })
  }
})
