import type { CDPSession, Page } from '@playwright/test'
import { type Language, languages } from '@portico/contract/language'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { saraBellini, signInStaff } from '../support/staff.ts'

/** The router, which puts itself there: the screens are those of its routes, so that none is forgotten. */
type Routed = {
  __TSR_ROUTER__: {
    routesByPath: Record<string, unknown>
    state: { status: string; resolvedLocation?: { pathname: string } }
    navigate: (to: { to: string; replace: boolean }) => Promise<void>
  }
}

type Look = { language: Language; scheme: 'light' | 'dark'; width: number }
const desk: Look = { language: languages[0], scheme: 'light', width: 1440 }
const phone = 390
const others: Look[] = [
  { language: 'it-IT', scheme: 'dark', width: phone },
  { language: 'en-EN', scheme: 'light', width: phone },
  { language: 'es-ES', scheme: 'dark', width: 1920 },
]
const looks = process.env.FULL === '1' ? [desk, ...others] : [desk]

/** The first id of a list of the staff. */
const firstOf = async (page: Page, list: string): Promise<string> => {
  const rows = (await (await page.request.get(`/api/staff/${list}`)).json()) as { id: number }[]
  return String(rows[0]?.id)
}

/** The portal of which no colour is told to be too pale. */
const plainPortal = async (page: Page): Promise<string> => {
  const rows: { id: number; webPortalKey: string }[] = await (await page.request.get('/api/staff/portals')).json()
  return String(rows.find(({ webPortalKey }) => webPortalKey === 'brenta')?.id)
}

/** Makes a webhook that sends nothing. */
const makeWebhook = async (page: Page): Promise<string> => {
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const headers = { 'X-CSRF-Token': csrfToken }
  const data = { url: 'http://127.0.0.1:9/portico', types: [], portalIds: null }
  const { webhook } = await (await page.request.post('/api/staff/webhooks', { headers, data })).json()
  await page.request.patch(`/api/staff/webhooks/${webhook.id}`, { headers, data: { enabled: false } })
  return String(webhook.id)
}

/** Begins an import that nobody goes on with. */
const beginImport = async (page: Page): Promise<string> => {
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const file = {
    name: 'clienti.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Ragione sociale;Partita IVA\nUno Prova;\n'),
  }
  const address = `/api/staff/imports?portal=${await plainPortal(page)}`
  const answer = await page.request.post(address, { headers: { 'X-CSRF-Token': csrfToken }, multipart: { file } })
  return String((await answer.json()).id)
}

/** A value for each word of an address that stands for something: what a new route brings belongs here. */
const values: Record<string, (page: Page) => Promise<string>> = {
  $ticketid: page => firstOf(page, 'tickets'),
  $contactid: page => firstOf(page, 'customers'),
  $kind: async () => 'activity',
  $contractid: page => firstOf(page, 'contracts?kind=activity'),
  $assetid: page => firstOf(page, 'assets'),
  $portalid: plainPortal,
  $serviceid: async page => firstOf(page, `services?portal=${await plainPortal(page)}`),
  $webhookid: makeWebhook,
  $importid: beginImport,
}

/** What stands outside the room, and has tests of its own. */
const isElsewhere = (path: string) =>
  path === '/login' || path === '/second-factor' || /^\/(links|sign-ins)\//.test(path)

/** The addresses of the staff's program, without those that only lead on. */
const addressesIn = async (page: Page): Promise<string[]> => {
  const paths = await page.evaluate(() => Object.keys((window as unknown as Routed).__TSR_ROUTER__.routesByPath))
  const unique = [...new Set(paths.map(path => path.replace(/(?<=.)\/$/, '')))]
  const known = new Map<string, Promise<string>>()
  const valueFor = (word: string) => {
    const value = values[word]
    if (!value) throw new Error(`looks.spec.ts has no value for ${word} in the address of a screen`)
    const found = known.get(word) ?? value(page)
    known.set(word, found)
    return found
  }
  const written = unique
    .filter(path => !isElsewhere(path))
    .map(async path =>
      (await Promise.all(path.split('/').map(word => (word.startsWith('$') ? valueFor(word) : word)))).join('/'),
    )
  return Promise.all(written)
}

const settled = async (page: Page) => {
  await expect(page.locator('main, [role="main"]').first()).toBeVisible()
  await expect(page.locator(':is(h1, h2):visible').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .skeleton, .setting-skeleton')).toHaveCount(0)
}

/** Goes to an address within the program; returns where that leads. */
const goTo = async (page: Page, address: string): Promise<string> => {
  await page.evaluate(to => (window as unknown as Routed).__TSR_ROUTER__.navigate({ to, replace: true }), address)
  const arrived = await page.waitForFunction(() => {
    const { status, resolvedLocation } = (window as unknown as Routed).__TSR_ROUTER__.state
    return status === 'idle' && resolvedLocation?.pathname
  })
  await settled(page)
  return String(await arrived.jsonValue())
}

/** How many pixels the page is wider than the window, and the cells of tables that lie upon each other. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const beyond = document.documentElement.scrollWidth - window.innerWidth
    const rows = [...document.querySelectorAll(':is(.data-table, .plain-table) tbody tr:nth-child(-n + 4)')]
    const crossing = rows.flatMap(row => {
      const cells = [...row.children].filter(cell => cell.checkVisibility({ contentVisibilityAuto: true }))
      return cells.flatMap((one, at) =>
        cells.slice(at + 1).flatMap(other => {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
          return across > 1 && down > 1 ? [`${one.textContent} upon ${other.textContent}`] : []
        }),
      )
    })
    return [...(beyond > 0 ? [`${beyond} pixels beyond the window`] : []), ...crossing]
  })

/** Rows may come in between: what is misplaced has to stay so. */
const isPlaced = (page: Page, where: string) =>
  expect
    .configure({ soft: true })
    .poll(() => misplaced(page), { message: where, timeout: 20_000 })
    .toEqual([])

/** The screen in its look; besides on a phone, and with letters of twice their size in a window that leaves 360 px of usual ones. */
const isSound = async (page: Page, browser: CDPSession, { width }: Look) => {
  const at = page.url()
  expect.soft(await foundByRuleEngines(page), at).toEqual([])
  await isPlaced(page, at)
  if (width !== phone) await page.setViewportSize({ width: phone, height: 900 })
  await isPlaced(page, `${at}, on a phone`)
  await page.setViewportSize({ width: 720, height: 900 })
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await isPlaced(page, `${at}, with large letters`)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await page.setViewportSize({ width, height: 900 })
}

/** Visits each address that `isMeant`, once. */
const visit = async (page: Page, look: Look, isMeant: (address: string) => boolean) => {
  await signInStaff(page, saraBellini)
  await page.goto('/staff/tickets')
  await settled(page)
  const browser = await page.context().newCDPSession(page)
  const seen = new Set<string>()
  for (const address of (await addressesIn(page)).filter(isMeant))
    await test.step(address, async () => {
      const arrived = await goTo(page, address)
      if (seen.has(arrived)) return
      seen.add(arrived)
      await expect(page.locator('html')).not.toHaveAttribute('data-screen', /not-found/)
      await isSound(page, browser, look)
    })
  expect(seen.size).toBeGreaterThan(3)
}

const isSetting = (address: string) => address.startsWith('/settings')

test.describe.configure({ timeout: 600_000 })

for (const look of looks) {
  const { language, scheme, width } = look
  test.describe(`${language}, ${scheme}, ${width}`, () => {
    test.use({ colorScheme: scheme, viewport: { width, height: 900 }, kept: { language } })
    test('every page of the settings is sound', ({ page }) => visit(page, look, isSetting))
    test('every other screen of the staff is sound', async ({ page, faults }) => {
      // The rule engines look into the preview of a portal, which runs no scripts.
      faults.expect(/Blocked script execution in 'about:srcdoc'/)
      await visit(page, look, address => !isSetting(address))
    })
  })
}
