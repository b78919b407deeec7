import type { Page } from '@playwright/test'
import type { Comment } from '@portico/contract/tickets'
import { elsa, gino } from '../support/people.ts'
import { comment, expect, mainMenu, raise, type Session, test } from '../support/portico.ts'

test.use({ as: elsa })
// The tests share the counter in the menu, so they must not run in parallel.
test.describe.configure({ mode: 'serial' })

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const newLine = (page: Page) => page.getByRole('heading', { name: 'Nuovi messaggi' })
const menuEntry = (page: Page) => mainMenu(page).getByRole('link', { name: /^I miei ticket/ })
const toNewest = (page: Page) => page.getByRole('button', { name: 'Vai al più recente' })

const mark = ({ token, company, contactid }: Session, ticketId: number, commentId: number) =>
  fetch(`${process.env.PORTICO_URL}/api/${company}/${contactid}/tickets/${ticketId}/read`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ commentId }),
  })

test('a new answer marks its row, the menu and the tab until it is read', async ({ page, session, sessionOf }) => {
  const colleague = await sessionOf(gino)
  const title = 'Risposta in arrivo'
  const ticket = await raise(session, { title })
  await raise(session, { title: 'Ancora senza risposta' })
  await page.goto(`${session.url}/tickets`)
  await expect(row(page, title)).toBeVisible()
  await expect(row(page, title)).not.toHaveAttribute('data-unread')
  await comment(colleague, ticket.id, '<p>Ci penso io.</p>')
  await expect(row(page, title).getByRole('link', { name: `1 messaggio non letto: ${title}` })).toBeVisible()
  await expect(page.locator('tr[data-unread]')).toHaveCount(1)
  await expect(menuEntry(page)).toHaveAccessibleName(/1 ticket con messaggi non letti/)
  await expect(page).toHaveTitle(/^\(1\) I miei ticket/)

  // Another tab of the same user is updated too.
  const other = await page.context().newPage()
  await other.goto(`${session.url}/contacts`)
  await expect(other).toHaveTitle(/^\(1\) /)
  await page.bringToFront()

  await row(page, title).getByRole('link').click()
  await expect(newLine(page)).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^#\\d+ ${title}`))
  await expect(other).not.toHaveTitle(/^\(/)
  await page.getByRole('link', { name: 'I miei ticket' }).first().click()
  await expect(row(page, title)).toBeVisible()
  await expect(page.locator('tr[data-unread]')).toHaveCount(0)
})

test('a long ticket opens at its first unread message, and is marked as read when its end has been visible', async ({
  page,
  session,
  sessionOf,
}) => {
  const colleague = await sessionOf(gino)
  const ticket = await raise(session, { title: 'Storia lunga' })
  const written: Comment[] = []
  for (let n = 1; n <= 30; n++)
    written.push((await comment(colleague, ticket.id, `<p>Passo ${n}</p>${'<p>Ancora</p>'.repeat(4)}`)) as Comment)
  await mark(session, ticket.id, written[14]?.id ?? 0)

  await page.goto(`${session.url}/tickets/${ticket.id}`)
  await expect(newLine(page)).toBeInViewport()
  await expect(page.getByText('Passo 16', { exact: true })).toBeInViewport()
  await expect(page.getByText('Passo 15', { exact: true })).not.toBeInViewport()
  await expect(page).toHaveTitle(/^\(1\) /)
  await toNewest(page).click()
  await expect(page.getByText('Passo 30', { exact: true })).toBeInViewport()
  await expect(toNewest(page)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^\(/)

  // Without unread messages it opens at the top, with a button to the newest.
  const again = await page.context().newPage()
  await again.goto(`${session.url}/tickets/${ticket.id}`)
  await expect(again.getByRole('heading', { name: 'Storia lunga', level: 1 })).toBeInViewport()
  await expect(newLine(again)).toHaveCount(0)
  await toNewest(again).click()
  await expect(again.getByText('Passo 30', { exact: true })).toBeInViewport()
})

test('a list can be sorted by last message at any width', async ({ page, session, sessionOf }) => {
  const colleague = await sessionOf(gino)
  const old = await raise(session, { title: 'Vecchio ma vivo' })
  await raise(session, { title: 'Appena aperto' })
  await comment(colleague, old.id, '<p>Eccomi.</p>')
  const first = page.locator('.ticket-row').first()
  const sort = (now: string) => page.getByRole('button', { name: `Ordina: ${now}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${session.url}/tickets`)
  await expect(first).toContainText('Appena aperto')
  await sort('Creato').click()
  await page.getByRole('menuitemradio', { name: 'Ultimo messaggio' }).click()
  await expect(first).toContainText('Vecchio ma vivo')
  await expect(page).toHaveURL(/sort=-lastCommentOn/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Ultimo messaggio' })).toHaveAttribute('aria-sort', 'descending')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(sort('Ultimo messaggio')).toBeHidden()
  await page.getByRole('columnheader', { name: 'Creato' }).getByRole('button').click()
  await expect(first).toContainText('Appena aperto')
  await expect(page.getByRole('columnheader', { name: 'Ultimo messaggio' })).toBeVisible()
})

test("a colleague's ticket selects All tickets in the menu, however it was opened", async ({
  page,
  session,
  sessionOf,
}) => {
  const theirs = await raise(await sessionOf(gino), { title: 'Del collega' })
  const current = mainMenu(page).locator('[aria-current="page"]')
  await page.goto(`${session.url}/alltickets`)
  await row(page, 'Del collega').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Del collega', level: 1 })).toBeVisible()
  await expect(current).toHaveText('Tutti i ticket')
  const direct = await page.context().newPage()
  await direct.goto(`${session.url}/tickets/${theirs.id}`)
  await expect(mainMenu(direct).locator('[aria-current="page"]')).toHaveText('Tutti i ticket')
})

test('sending a message reloads its ticket once, and the reports', async ({ page, session }) => {
  const ticket = await raise(session, { title: 'Una volta sola' })
  await page.goto(`${session.url}/tickets/${ticket.id}`)
  await expect(page.getByText('Ancora nessun messaggio')).toBeVisible()
  const open = mainMenu(page).locator('.menu-count > [aria-hidden]')
  /** Waits until all events so far have arrived. */
  const caughtUp = async () => {
    const before = Number(await open.textContent())
    await raise(session, { title: 'Un altro' })
    await expect(open).toHaveText(String(before + 1))
  }
  await caughtUp()
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.getByRole('textbox', { name: 'Il tuo messaggio' }).fill('Ecco')
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(page.locator('.bubble--mine')).toHaveAttribute('id', /^comment-/)
  await caughtUp()
  expect(asked.filter(path => path.endsWith(`/tickets/${ticket.id}`))).toHaveLength(1)
  expect(asked.filter(path => path.endsWith('/activityreports'))).toHaveLength(1)
})
