import type { Page } from '@playwright/test'
import { giulia, sofia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const controls =
  'button, summary, a[href], [role^="menuitem"], [role="option"], [role="radio"], label.check, input.input'

/** Checks that every control is at least 44 by 44 px. Links in running text are exempt, and the link of a row counts as its row. */
const fitsFingers = async (page: Page, where: string) => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const small = await page.evaluate(selector => {
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      getComputedStyle(element).clipPath !== 'none' ||
      element.matches('.skip-link')
    const isInText = (element: Element) =>
      element.matches('.row-link') || getComputedStyle(element).display === 'inline'
    return [...document.querySelectorAll(selector)].flatMap(element => {
      const { width, height } = element.getBoundingClientRect()
      if (isHidden(element) || width < 2 || isInText(element)) return []
      if (width > 43.5 && height > 43.5) return []
      return [`${Math.round(width)}x${Math.round(height)} ${element.outerHTML.slice(0, 110)}`]
    })
  }, controls)
  expect.soft(small, where).toEqual([])
}

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('lists and their overlays', async ({ page, session }) => {
    await page.goto(`${session.url}/alltickets`)
    await expect(page.locator('.row-link').first()).toBeVisible()
    expect(await page.evaluate(() => matchMedia('(any-pointer: coarse) and (pointer: coarse)').matches)).toBe(true)
    await fitsFingers(page, 'alltickets')
    for (const [index, inside] of ['.date-preset', '.option', '.option'].entries()) {
      await page.locator('.filter-bar .filter-button').nth(index).tap()
      await expect(page.locator('.popover').locator(inside).first()).toBeVisible()
      await fitsFingers(page, `filter ${index + 1}`)
      await page.keyboard.press('Escape')
      await expect(page.locator('.popover')).toBeHidden()
    }
    for (const name of ['Altro', 'Il tuo account']) {
      await page.getByRole('button', { name }).tap()
      await expect(page.getByRole('menu')).toBeVisible()
      await fitsFingers(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    }
    for (const section of [
      'documents',
      'publicfiles',
      'recurringAdvances',
      'activitycontracts',
      'account',
      'contacts',
    ]) {
      await page.goto(`${session.url}/${section}`)
      await expect(page.locator('h1')).toBeVisible()
      await fitsFingers(page, section)
    }
  })

  test('the periods of a date filter stand side by side', async ({ page, session }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${session.url}/invoices`)
      await page.getByRole('button', { name: 'Qualsiasi data' }).tap()
      const periods = page.locator('.date-preset')
      await expect(periods.first()).toBeVisible()
      const overlaps = await periods.evaluateAll(all =>
        all.filter((one, at) => {
          const next = all[at + 1]
          const isCut = one.scrollWidth > one.clientWidth
          return isCut || (next && next.getBoundingClientRect().left < one.getBoundingClientRect().right)
        }),
      )
      expect(overlaps).toHaveLength(0)
    }
  })

  test('a date filter stays within a phone on its side and a tablet', async ({ page, session }) => {
    for (const { width, height } of [
      { width: 844, height: 390 },
      { width: 667, height: 375 },
      { width: 768, height: 1024 },
      { width: 1024, height: 768 },
    ]) {
      await page.setViewportSize({ width, height })
      await page.goto(`${session.url}/invoices`)
      await page.getByRole('button', { name: 'Qualsiasi data' }).tap()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('.day').first()).toBeAttached()
      const size = `${width}x${height}`
      await expect
        .poll(() => dialog.evaluate(node => node.scrollWidth - node.clientWidth), `${size}, cut inside`)
        .toBeLessThan(1)
      const box = await dialog.boundingBox()
      expect(box?.x, size).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), size).toBeLessThanOrEqual(width)
      expect((box?.y ?? 0) + (box?.height ?? 0), size).toBeLessThanOrEqual(height)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), size).toBe(width)
    }
  })

  test('panels beside a list', async ({ page, session }) => {
    await page.goto(`${session.url}/invoices`)
    await page.locator('.row-link').first().tap()
    await expect(page.locator('.pdf-words span').first()).toBeAttached()
    await fitsFingers(page, 'invoice')
    await page.goto(`${session.url}/wiki?q=nas`)
    await page.locator('.asset .row-link').first().tap()
    await expect(page.locator('.side-panel .details')).toBeVisible()
    await fitsFingers(page, 'asset')
  })

  test('a ticket and its reply box', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets`)
    await page.locator('.row-link').first().tap()
    await expect(page.locator('.ticket-title')).toBeVisible()
    await fitsFingers(page, 'ticket')
    await page.locator('.ticket-reply [role="textbox"]').tap()
    await expect(page.locator('.editor-toolbar button').first()).toBeVisible()
    await fitsFingers(page, 'answer')
  })
})

test.describe('a user who writes', () => {
  test.use({ as: sofia })

  test('a new ticket, where files are selected, not dropped', async ({ page, session }) => {
    await page.goto(`${session.url}/tickets/new`)
    await expect(page.locator('.editor-toolbar button').first()).toBeVisible()
    await fitsFingers(page, 'new ticket')
    await expect(page.getByText('Trascina qui i file')).toBeHidden()
    const choose = page.getByRole('button', { name: 'scegli dal dispositivo' })
    await expect(choose).toBeVisible()
    // Alone it begins with a capital, which a flex box would not have.
    await expect(choose).toHaveCSS('display', 'inline-block')
  })
})

test('pages before sign-in', async ({ page }) => {
  for (const path of ['brenta/login', 'brenta/login?forgot=true', 'verify', 'brenta/documents/demo-to-sign']) {
    await page.goto(`/${path}`)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('#loading')).toBeHidden()
    await fitsFingers(page, path)
  }
  await page.goto('/appointments/brenta')
  await page.getByRole('main').getByRole('link').first().tap()
  await expect(page.locator('.slot').first()).toBeVisible()
  await fitsFingers(page, 'booking')
})
