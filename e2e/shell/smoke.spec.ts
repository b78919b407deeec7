import type { Page } from '@playwright/test'
import { type Language, languages } from '@portico/contract/language'
import type { Ticket } from '@portico/contract/tickets'
import { giulia, sofia, zeno } from '../support/people.ts'
import { call, expect, type Session, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'

const full = process.env.FULL === '1'
type Look = { language: Language; scheme: 'light' | 'dark'; width: number }
const desk: Look = { language: languages[0], scheme: 'light', width: 1440 }
const widths = [390, 1440, 1920]

/**
 * Combinations of language, width and colour scheme for the nth test. With FULL=1 each test covers every language, width and scheme;
 * the combinations rotate, so that all tests together cover each language with each width and scheme.
 */
const looksOf = (nth: number): Look[] => {
  const others = languages.map((language, at): Look => {
    const isDark = at === 0 || (nth + at) % 2 === 0
    return { language, scheme: isDark ? 'dark' : 'light', width: widths[(nth + at) % 3] ?? desk.width }
  })
  return full ? [desk, ...others] : [desk]
}

/** Checks that the page has no accessibility faults and is not wider than the window. */
const isSound = async (page: Page, where: string) => {
  expect.soft(await foundByRuleEngines(page), where).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(beyond, `${where}: pixels beyond the window`).toBeLessThanOrEqual(0)
}

const settled = async (page: Page, screen: string) => {
  await expect(page.locator('html')).toHaveAttribute('data-screen', screen)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('#loading')).toBeHidden()
}

const longTicket = async ({ token, company, contactid }: Session) => {
  const [found] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets/all?q=E-14&limit=1`)
  return found?.id
}

/** Opens each path, waits for its screen and checks it. */
const areSound = async (page: Page, origin: string, screens: readonly (readonly [string, string])[]) => {
  for (const [path, screen] of screens)
    await test.step(`/${path}`, async () => {
      await page.goto(`${origin}/${path}`)
      await settled(page, screen)
      await isSound(page, `/${path}`)
    })
}

test.describe.configure({ timeout: 600_000 })

let tests = 0

/** Defines a test in each of its combinations. */
const inItsLooks = (make: (look: Look) => void) => {
  for (const look of looksOf(tests++)) {
    const { language, scheme, width } = look
    test.describe(`${language}, ${scheme}, ${width}`, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: 900 }, kept: { language } })
      make(look)
    })
  }
}

test.describe('with all permissions', () => {
  test.use({ as: giulia })

  for (const [title, screens] of Object.entries({
    'lists of tickets, and the form of a new ticket': [
      ['tickets', 'tickets'],
      ['alltickets?filter=2', 'alltickets'],
      ['tickets?q=introvabile', 'tickets'],
      ['tickets/new', 'ticket-new'],
    ],
    'contracts, subscriptions, reports and assets': [
      ['activitycontracts', 'activitycontracts'],
      ['servicecontracts', 'servicecontracts'],
      ['recurringAdvances', 'recurringAdvances'],
      ['activityreports', 'activityreports'],
      ['wiki', 'wiki'],
      ['wiki?q=introvabile', 'wiki'],
    ],
    'estimates, invoices and files': [
      ['estimates', 'estimates'],
      ['invoices', 'invoices'],
      ['invoices?q=introvabile', 'invoices'],
      ['documents', 'documents'],
      ['publicfiles', 'publicfiles'],
    ],
    'pages outside the sections': [
      ['account', 'account'],
      ['privacy', 'privacy'],
      ['contacts', 'contacts'],
      ['altrove', 'not-found'],
    ],
  } as const))
    inItsLooks(() => {
      test(title, async ({ page, session }) => areSound(page, session.url, screens))
    })

  inItsLooks(({ width }) => {
    test('a ticket, read, answered and closed', async ({ page, session }) => {
      await page.goto(`${session.url}/tickets/${await longTicket(session)}`)
      await settled(page, 'ticket')
      await isSound(page, 'ticket')
      await page.locator('.ticket-reply [role="textbox"]').focus()
      await expect(page.locator('.editor-toolbar button').first()).toBeVisible()
      await page.locator('.reply-cc').click()
      // On a phone the focus may have scrolled a link halfway under the header.
      if (width < 1000) await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await isSound(page, 'ticket, editor focused')
      const close = width < 1000 ? page.locator('.ticket-summary') : page.locator('.ticket-side')
      if (width < 1000) await page.locator('.ticket-summary summary').click()
      await close.locator('.button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await isSound(page, 'ticket, closing')
    })
  })

  inItsLooks(() => {
    test('an asset', async ({ page, session }) => {
      await page.goto(`${session.url}/wiki?q=nas`)
      await page.locator('.asset .row-link').first().click()
      await expect(page.locator('.side-panel .details')).toBeVisible()
      await isSound(page, 'an asset')
    })
  })

  inItsLooks(() => {
    test('a document beside a list', async ({ page, session }) => {
      await page.goto(`${session.url}/invoices`)
      await settled(page, 'invoices')
      await page.locator('.row-link').first().click()
      await expect(page.locator('.pdf-words span').first()).toBeAttached()
      await isSound(page, 'invoice')
    })
  })

  inItsLooks(() => {
    test('the overlays of a list', async ({ page, session }) => {
      await page.goto(`${session.url}/alltickets`)
      await settled(page, 'alltickets')
      const filters = page.locator('.filter-bar .filter-button')
      for (const [index, inside] of ['.date-preset', '.option', '.option'].entries()) {
        await filters.nth(index).click()
        await expect(page.locator('.popover').locator(inside).first()).toBeVisible()
        await isSound(page, `filter ${index + 1}`)
        await page.keyboard.press('Escape')
        await expect(page.locator('.popover')).toBeHidden()
      }
      await page.locator('.user-badge').click()
      await expect(page.getByRole('menu')).toBeVisible()
      await isSound(page, 'user menu')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('compressore')
      await expect(page.getByRole('dialog').locator('mark').first()).toBeVisible()
      await isSound(page, 'palette')
    })
  })
})

test.describe('a form', () => {
  test.use({ as: sofia })

  inItsLooks(() => {
    test('with all fields missing, and its pickers open', async ({ page, session }) => {
      await page.goto(`${session.url}/tickets/new`)
      await settled(page, 'ticket-new')
      await page.locator('[type="submit"]').click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await isSound(page, 'required fields')
      await page.locator('.field[data-invalid] .select-button').click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await isSound(page, 'type picker')
    })
  })
})

test.describe('without permissions', () => {
  test.use({ as: zeno })

  inItsLooks(() => {
    test('the start page, and a section that is denied', async ({ page, session }) =>
      areSound(page, session.url, [
        ['', 'dashboard'],
        ['tickets', 'forbidden'],
      ]))
  })
})

for (const [title, screens] of Object.entries({
  'sign-in pages': [
    ['Login', 'login'],
    ['brenta/login', 'login'],
    ['brenta-energia/login', 'login'],
    ['lagorai/login', 'login'],
    ['brenta/login?forgot=true', 'login'],
  ],
  'public pages': [
    ['confirm?key=demo-invitation', 'confirm'],
    ['brenta/privacy', 'privacy'],
    ['brenta/contacts', 'contacts'],
    ['verify', 'verify'],
  ],
  'documents to sign': [
    ['brenta/documents/demo-to-sign', 'document'],
    ['brenta/documents/demo-to-sign/confirm', 'document'],
    ['brenta/documents/demo-no-phone', 'document'],
    ['brenta/documents/demo-signed', 'document'],
  ],
} as const))
  inItsLooks(() => {
    test(title, async ({ page }) => areSound(page, '', screens))
  })
