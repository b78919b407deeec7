import type { Page } from '@playwright/test'
import { giulia, vanda, vito } from '../support/people.ts'
import { call, comment, expect, mainMenu, raise, type Session, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, saraBellini, signInStaff } from '../support/staff.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Stai guardando come un cliente' })
const ended = (page: Page) => page.getByRole('heading', { name: 'La visione è terminata' })

/** Opens the portal as the person of a ticket sees it, from beside the ticket. */
const seeAs = async (page: Page, ticketid: number, name: string) => {
  await page.goto(`/staff/tickets/${ticketid}/full`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Vedi come ${name}` }).click()
  const tab = await opened
  await expect(bar(tab)).toContainText(`Stai guardando come ${name}`)
  return tab
}

const unread = async ({ token, url }: Session) =>
  (await call<{ id: number }[]>(token, 'GET', `/api${url}/tickets?unread=1`)).map(({ id }) => id)

test.describe('in a browser in which Giulia herself is signed in', () => {
  test.use({ as: giulia })

  test('her invoices are seen, and nothing of hers is touched; Escape ends it', async ({ page, context, session }) => {
    const ticket = await raise(session, { title: 'Vetro appannato' })
    const sessions = async () => (await call<unknown[]>(session.token, 'GET', '/api/auth/sessions')).length
    const before = await sessions()
    await signInStaff(page, elenaConti)
    const own = await context.newPage()
    await own.goto(`${session.url}/documents`)
    await expect(own.getByRole('heading', { level: 1, name: 'File aziendali' })).toBeVisible()
    const stored = () => own.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
    const kept = await stored()

    const tab = await seeAs(page, ticket.id, 'Giulia Rossi')
    expect(new URL(tab.url()).search + new URL(tab.url()).hash).toBe('')
    await mainMenu(tab).getByRole('link', { name: 'Fatture' }).click()
    await expect(tab.getByRole('row').nth(3)).toBeVisible()
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme })
      expect(await foundByRuleEngines(tab)).toEqual([])
    }

    await own.reload()
    await expect(own.getByRole('heading', { level: 1, name: 'File aziendali' })).toBeVisible()
    await expect(bar(own)).toHaveCount(0)
    expect(await stored()).toBe(kept)
    expect(await sessions()).toBe(before)

    const closed = tab.waitForEvent('close')
    await tab.locator('h1').click()
    // The tab may be gone before the key is let go.
    await tab.keyboard.press('Escape').catch(() => undefined)
    await closed
  })
})

test('nothing is marked read or written; reload and sign-out end it, and no other page puts a token in', async ({
  page,
  faults,
  sessionOf,
}) => {
  const session = await sessionOf(vanda)
  const { id, title } = await raise(session, { title: `Vetrina rotta ${Date.now()}` })
  await comment(await sessionOf(vito), id, '<p>Anche da me</p>')
  expect(await unread(session)).toContain(id)
  await signInStaff(page, saraBellini)

  await test.step('the unread message is seen, and stays unread', async () => {
    const tab = await seeAs(page, id, 'Vanda Prova')
    await mainMenu(tab).getByRole('link', { name: 'I miei ticket' }).click()
    await expect(tab.getByRole('link', { name: 'Nuovo ticket' })).toHaveAttribute('aria-disabled', 'true')
    await tab.getByRole('link', { name: title }).click()
    await expect(tab.getByText('Anche da me')).toBeVisible()
    await expect(tab.getByRole('textbox')).toHaveCount(0)
    await tab.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

    // What writes cannot be used, and what no sight may read is not there.
    await tab.getByRole('button', { name: 'Il tuo account' }).click()
    await tab.getByRole('menuitem', { name: 'Account' }).click()
    await expect(tab.getByRole('checkbox').first()).toBeDisabled()
    await expect(tab.locator('input[type="password"]')).toHaveCount(0)
    expect(await unread(session)).toContain(id)

    await tab.reload()
    await expect(ended(tab)).toBeVisible()
    expect(await foundByRuleEngines(tab)).toEqual([])
    const closed = tab.waitForEvent('close')
    await tab.getByRole('button', { name: 'Torna al banco' }).click()
    await closed
  })

  await test.step('it ends with the sign-out of the employee', async () => {
    faults.expect(/401 GET .*\/api\//, /console: .*401/)
    const tab = await seeAs(page, id, 'Vanda Prova')
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    await page.request.post('/api/staff/auth/logout', { headers: { 'X-CSRF-Token': csrfToken } })
    await expect(ended(tab)).toBeVisible()
    await tab.close()
  })

  await test.step('a tab that gets no token from its opener shows nothing, whatever else it is told', async () => {
    await page.goto('/brenta/login')
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => {
      const tab = window.open('/brenta/tickets', 'portico-see-as:chiave')
      const said = {
        about: 'portico-see-as',
        key: 'altra',
        says: 'token',
        token: 'x'.repeat(50),
        expiresAt: '2099-01-01T00:00:00Z',
      }
      setInterval(() => tab?.postMessage(said, location.origin), 100)
    })
    const tab = await opened
    await tab.waitForLoadState('networkidle')
    await expect(tab.locator('.shell, .auth, .viewing-bar')).toHaveCount(0)
    await tab.reload()
    await expect(ended(tab)).toBeVisible()
  })
})
