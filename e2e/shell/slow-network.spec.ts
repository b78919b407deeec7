import { giulia } from '../support/people.ts'
import { expect, mainMenu, test } from '../support/portico.ts'

// The tests simulate a slow network by holding responses back until the page has been checked.
test.describe('on a slow network', () => {
  test.use({ as: giulia })

  test('the portal’s name and the page outline appear before any script has loaded', async ({ page, session }) => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async route => {
      await held
      await route.continue()
    })
    await page.goto(`${session.url}/tickets`, { waitUntil: 'commit' })
    await expect(page.locator('#loading')).toContainText('Brenta')
    await expect(page.locator('.loading-rows .skeleton').first()).toBeVisible()
    release()
    await expect(page.locator('.row-link').first()).toBeVisible()
    await expect(page.locator('.loading-rows')).toBeHidden()
  })

  test('a click in the menu gives feedback at once', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets`)
    await expect(page.locator('.row-link').first()).toBeVisible()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/assets\/.*\.js$|\/invoices/, async route => {
      await held
      await route.continue()
    })
    const entry = mainMenu(page).getByRole('link', { name: 'Fatture' })
    await entry.click()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('.progress-line')).toBeVisible()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Fatture')
    await expect(page.locator('.progress-line')).toHaveCount(0)
  })
})
