import type { Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { giulia } from '../support/people.ts'
import { call, expect, test } from '../support/portico.ts'

/** Records the layout shifts of a page from the start of its load. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const moved: { value: number; what: string[] }[] = []
    Object.assign(window, { moved })
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          moved.push({ value, what: sources.map(({ node }) => (node instanceof Element ? node.className : 'text')) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const isStill = async (page: Page) => {
  const moved = await page.evaluate(() => (window as unknown as { moved: { value: number; what: string[] }[] }).moved)
  const sum = moved.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(moved)).toBeLessThan(0.01)
}

test('nothing shifts while the sign-in page loads', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/brenta/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await isStill(page)
})

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('nothing shifts while a list loads', async ({ page, session }) => {
    await watchShifts(page)
    await page.goto(`${session.url}/alltickets`)
    await expect(page.locator('.row-link').first()).toBeVisible()
    await expect(page.locator('.shell-footer p').first()).toBeVisible()
    await expect(page.locator('#loading')).toBeHidden()
    await isStill(page)
  })

  test('nothing shifts while a ticket loads', async ({ page, session }) => {
    const { token, company, contactid } = session
    const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets/all?q=E-14&limit=1`)
    await watchShifts(page)
    await page.goto(`${session.url}/tickets/${ticket?.id}`)
    await expect(page.getByRole('heading', { name: ticket?.title })).toBeVisible()
    await expect(page.locator('.ticket-description img')).toHaveJSProperty('complete', true)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('.shell-footer p').first()).toBeAttached()
    await isStill(page)
  })
})
