import type { Page } from '@playwright/test'
import { fosca } from '../support/people.ts'
import { comment, expect, raise, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, openStaff, readStaffTicket, saraBellini, signInStaff } from '../support/staff.ts'

/** A title that no other attempt of the test has. */
const named = (title: string) => `${title}, ${attempt()} tentativo`
const attempt = () => ['primo', 'secondo', 'terzo'][test.info().retry]
const row = (page: Page, title: string) => page.locator('.queue-item').filter({ hasText: title })
const link = (page: Page, title: string) => row(page, title).getByRole('link')
const view = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Viste della coda' }).getByRole('link', { name })
/** Stands for the keyboard of a phone, which covers a part of the window without the layout knowing. */
const addKeyboard = (page: Page) =>
  page.addInitScript(() => {
    const seen = new EventTarget()
    const show = (covered: number) => {
      Object.assign(seen, { height: innerHeight - covered, offsetTop: 0, scale: 1 })
      seen.dispatchEvent(new Event('resize'))
    }
    show(0)
    Object.defineProperty(window, 'visualViewport', { value: seen })
    Object.assign(window, { showKeyboard: show })
  })
const showKeyboard = (page: Page, covered: number) =>
  page.evaluate(
    covered => (window as unknown as { showKeyboard: (covered: number) => void }).showKeyboard(covered),
    covered,
  )

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test.use({ as: fosca })

test('views, live rows, search, and two tickets that are assigned, given back and closed', async ({
  page,
  session,
  browser,
  faults,
}) => {
  const first = await raise(session, { title: named('Frantoio fermo') })
  const second = await raise(session, { title: named('Frantoio rumoroso') })
  const third = named('Frantoio nuovo')
  await signInStaff(page, elenaConti)
  await page.goto('/staff/tickets')
  await expect(page).toHaveTitle(/^Da rispondere \(\d+\)/)

  await test.step('a view, and what comes in while it is open', async () => {
    await view(page, /^Non assegnati/).click()
    await expect(page).toHaveURL(/view=unassigned/)
    await page.getByRole('button', { name: 'Per scadenza' }).click()
    await page.getByRole('menuitemradio', { name: 'Dal più recente' }).click()
    await expect(row(page, first.title)).toContainText('Ditta Fosca Prova, Fosca Prova')
    await raise(session, { title: third })
    await expect(row(page, third)).toBeVisible()
  })

  await test.step('two are selected, assigned, and given back', async () => {
    await row(page, first.title).hover()
    await row(page, first.title).getByRole('checkbox').check()
    await row(page, second.title).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Ticket selezionati' })
    await expect(bar).toContainText('2 selezionati')
    await bar.getByRole('button', { name: 'Assegna' }).click()
    await page.getByRole('combobox', { name: 'Cerca' }).fill('dal pozzo')
    await expect(page.getByRole('option', { name: 'Anna Dal Pozzo' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(toast(page, '2 ticket assegnati a Anna Dal Pozzo')).toBeVisible()
    await expect(row(page, first.title)).toHaveCount(0)
    await expect(bar).toHaveCount(0)
    expect((await readStaffTicket(page, second.id)).assignee?.displayName).toBe('Anna Dal Pozzo')
    await page.getByRole('button', { name: 'Annulla', exact: true }).click()
    await expect(row(page, second.title)).toBeVisible()
    expect((await readStaffTicket(page, first.id)).assignee).toBeNull()
  })

  await test.step('by keys alone: search, move, select a range, assign to me, close', async () => {
    const { keyboard } = page
    await keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Cerca in tutti i ticket' })).toBeFocused()
    await keyboard.type(`frantoio ${attempt()}`)
    await expect(page).toHaveURL(/q=frantoio.+/)
    await expect(page.locator('.queue-item')).toHaveCount(3)
    // Letters are text while one types; Escape would clear the search.
    await keyboard.press('Tab')
    await keyboard.press('j')
    await expect(link(page, third)).toBeFocused()
    await keyboard.press('j')
    await expect(link(page, second.title)).toBeFocused()
    await keyboard.press('Shift+A')
    await expect(page.getByText('3 selezionati')).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('x')
    await page.getByRole('button', { name: 'Seleziona i 3 in elenco' }).click()
    await expect(page.getByText('3 selezionati')).toBeVisible()
    await keyboard.press('Escape')
    await link(page, second.title).focus()
    await keyboard.press('x')
    await keyboard.press('j')
    await keyboard.press('Shift+X')
    await expect(page.getByText('2 selezionati')).toBeVisible()
    await keyboard.press('i')
    await expect(toast(page, '2 ticket assegnati a Elena Conti')).toBeVisible()
    await keyboard.press('s')
    await page.getByRole('combobox', { name: 'Cerca' }).fill('chius')
    await expect(page.getByRole('option', { name: /chius/i }).first()).toBeVisible()
    await keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Chiudere questo ticket?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Chiudi' }).click()
    await expect(toast(page, 'Ora è «')).toBeVisible()
    expect((await readStaffTicket(page, first.id)).step.taskStatus).toBe(2)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/staff/tickets/${first.id}\\?`))
    await expect(page.getByRole('heading', { name: first.title })).toBeVisible()
    await expect(row(page, first.title)).not.toHaveCSS('box-shadow', 'none')
    await expect(row(page, third)).toHaveCSS('box-shadow', 'none')
  })

  await test.step('who else looks is at the corner of the row, and goes again', async () => {
    const other = await openStaff(browser, faults, saraBellini)
    const { csrfToken } = await (await other.request.get('/api/staff/me')).json()
    const tell = (state: string) =>
      other.request.put(`/api/staff/tickets/${second.id}/presence`, {
        data: { state },
        headers: { 'X-CSRF-Token': csrfToken },
      })
    await tell('looking')
    await expect(row(page, second.title)).toContainText('Sara Bellini sta guardando')
    await tell('writing')
    await expect(row(page, second.title)).toContainText('Sara Bellini sta rispondendo')
    await tell('gone')
    await expect(row(page, second.title)).not.toContainText('Sara Bellini')
    await other.context().close()
  })

  await test.step('no rule of accessibility is broken, in light and dark', async () => {
    await page.goto('/staff/tickets?view=all')
    await expect(page.locator('.queue-item').first()).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await foundByRuleEngines(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await foundByRuleEngines(page)).toEqual([])
  })
})

test('a ticket is raised for somebody who phones', async ({ page }) => {
  await signInStaff(page, elenaConti)
  await page.goto('/staff/tickets')
  await expect(page.locator('.queue-item').first()).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Nuovo ticket' })).toBeFocused()
  await page.getByRole('button', { name: 'Apri il ticket' }).click()
  await expect(page.getByText('Scegli il cliente.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Cliente/ }).click()
  await page.getByRole('combobox', { name: 'Cerca' }).fill('fosca')
  await page.getByRole('option', { name: /Ditta Fosca Prova/ }).click()
  await page.getByRole('textbox', { name: 'Titolo' }).fill('Chiama per la caldaia')
  await page.getByRole('button', { name: /^Tipo/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'Descrizione' }).click()
  await page.keyboard.type('Perde acqua da ieri.')
  expect(await foundByRuleEngines(page)).toEqual([])
  await page.getByRole('button', { name: 'Apri il ticket' }).click()
  await expect(page.getByRole('heading', { name: 'Chiama per la caldaia' })).toBeVisible()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(await readStaffTicket(page, id)).toMatchObject({ raiser: { referentName: 'Fosca Prova' } })
})

test('the list shows the row of a ticket that is opened by its address', async ({ page }) => {
  await signInStaff(page, elenaConti)
  await page.goto('/staff/tickets')
  await expect(page.locator('.queue-item[data-ticket]').nth(20)).toBeAttached()
  const last = page.locator('.queue-item[data-ticket]').last()
  const id = await last.getAttribute('data-ticket')
  await page.goto(`/staff/tickets/${id}`)
  await expect(page.locator('.queue-item[data-open]')).toBeInViewport({ ratio: 1 })
})

test('a new ticket that is opened by its address has the full width of a small window', async ({ page }) => {
  await signInStaff(page, elenaConti)
  for (const width of [390, 600, 768]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/staff/tickets/new')
    await expect(page.getByRole('heading', { name: 'Nuovo ticket' })).toBeVisible()
    const { left, right } = await page.locator('.raise').evaluate(form => {
      const [box, around] = [form.getBoundingClientRect(), form.parentElement?.getBoundingClientRect()]
      return { left: box.left - (around?.left ?? 0), right: (around?.right ?? 0) - box.right }
    })
    expect({ width, left, right }).toEqual({ width, left: 0, right: 0 })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a ticket takes the list’s place, and the list is where it was', async ({ page, session }) => {
    const ticket = await raise(session, { title: named('Tapparella bloccata') })
    await comment(session, ticket.id, '<p>Ancora io</p>')
    await signInStaff(page, elenaConti)
    await addKeyboard(page)
    // The rich text comes late: what is typed until then is text, and neither keys nor lost.
    let isTyped = () => {}
    const typed = new Promise<void>(resolve => {
      isTyped = resolve
    })
    await page.route('**/rich-editor-*.js', async route => {
      await typed
      await route.continue()
    })
    await page.goto('/staff/tickets?view=unassigned&sort=-createdOn')
    await expect(view(page, /^Non assegnati/)).toBeInViewport({ ratio: 1 })
    await link(page, ticket.title).tap()
    await expect(page.getByRole('heading', { name: ticket.title })).toBeVisible()
    await expect(row(page, ticket.title)).toBeHidden()

    // With the keyboard of a small phone, all of the composer is above it, and so is what is answered.
    const answer = page.getByRole('textbox', { name: 'Testo della risposta' })
    await answer.tap()
    await answer.pressSequentially('Nel pomeriggio. ')
    isTyped()
    await expect(page.locator('.editor-toolbar[role="toolbar"]')).toBeAttached()
    await expect(answer).toHaveText('Nel pomeriggio.')
    await showKeyboard(page, 400)
    await answer.pressSequentially(
      'Arriviamo nel primo pomeriggio, tra le due e le tre, con la molla nuova. '.repeat(3),
    )
    await expect(page.getByRole('button', { name: 'Invia', exact: true })).toBeEnabled()
    for (const shown of [
      answer,
      page.getByRole('button', { name: 'Invia', exact: true }),
      page.getByText('Ancora io'),
    ]) {
      const box = await shown.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - 400)
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await showKeyboard(page, 0)

    await page.goBack()
    await expect(link(page, ticket.title)).toBeFocused()
    await page.getByRole('button', { name: 'Seleziona', exact: true }).tap()
    await row(page, ticket.title).tap()
    await expect(page.getByText('1 selezionato')).toBeVisible()
    expect(await foundByRuleEngines(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
