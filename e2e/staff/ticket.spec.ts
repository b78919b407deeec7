import type { Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { choose, log } from '../support/files.ts'
import { fosca, giulia } from '../support/people.ts'
import { call, comment, expect, raise, type Session, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, openStaff, readStaffTicket, saraBellini, signInStaff } from '../support/staff.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Testo della risposta' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Testo della nota' })
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversazione' })
const held = (page: Page) => page.locator('.bubble--held')

const seenByCustomer = async ({ token, company, contactid }: Session, id: number) =>
  (await call<Ticket>(token, 'GET', `/api/${company}/${contactid}/tickets/${id}`)).comments.map(
    ({ message }) => message,
  )

const open = async (page: Page, { id, title }: Pick<Ticket, 'id' | 'title'>) => {
  await page.goto(`/staff/tickets/${id}/full`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await text(page).click()
}

test.use({ as: giulia })

test('an answer that was taken back is sent as it was, and the same note twice is two notes', async ({
  page,
  session,
}) => {
  const ticket = await raise(session, { title: 'Vetro rigato' })
  await signInStaff(page, elenaConti)
  await open(page, ticket)
  await page.keyboard.type('Arriviamo domani')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Annulla/ }).click()
  await expect(text(page)).toHaveText('Arriviamo domani')
  await text(page).click()
  await page.keyboard.press('Control+Enter')
  await expect(held(page)).toContainText('Arriviamo domani')
  await expect
    .poll(() => seenByCustomer(session, ticket.id), { timeout: 60_000 })
    .toEqual([expect.stringContaining('Arriviamo domani')])

  await text(page).click()
  await page.keyboard.press('Tab')
  for (const count of [1, 2]) {
    await note(page).click()
    await page.keyboard.type('Non risponde')
    await page.keyboard.press('Control+Enter')
    await expect(conversation(page).getByText('Non risponde')).toHaveCount(count)
  }
  await page.reload()
  await expect(conversation(page).getByText('Non risponde')).toHaveCount(2)
})

test('typed minutes survive a reload; Ctrl+Z takes back what was sent with closing, minutes and all', async ({
  page,
  session,
}) => {
  const ticket = await raise(session, { title: 'Porta che cigola' })
  const minutes = page.getByRole('textbox', { name: 'Minuti' })
  await signInStaff(page, elenaConti)
  await open(page, ticket)
  await page.keyboard.type('Fatto')
  await minutes.fill('25')
  await page.getByRole('combobox', { name: 'Attività' }).fill('Telefonata')
  await page.reload()
  await expect(minutes).toHaveValue('25')
  await expect(text(page)).toHaveText('Fatto')
  await text(page).click()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('heading', { name: ticket.title, level: 1 })).toHaveCount(0)
  await expect(page.getByText('sta partendo')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { name: ticket.title })).toBeVisible()
  await expect(text(page)).toHaveText('Fatto')
  await expect(minutes).toHaveValue('25')
  expect(await seenByCustomer(session, ticket.id)).toEqual([])
})

test('a ticket is answered with a file, noted, assigned and closed; the customer sees the answer alone', async ({
  page,
  session,
}) => {
  const ticket = await raise(session, { title: 'Perdita dal radiatore' })
  await signInStaff(page, elenaConti)
  await open(page, ticket)

  await test.step('an answer is taken back: nobody has seen it, and it is in the composer again', async () => {
    await page.keyboard.type('Arriviamo domani')
    await page.keyboard.press('Control+Enter')
    await expect(held(page)).toContainText('Arriviamo domani')
    await page.getByRole('button', { name: /^Annulla/ }).click()
    await expect(held(page)).toHaveCount(0)
    await expect(text(page)).toHaveText('Arriviamo domani')
    expect(await seenByCustomer(session, ticket.id)).toEqual([])
  })

  await test.step('an answer goes with its file and its time', async () => {
    await choose(page.getByRole('button', { name: 'Allega file' }), log)
    await expect(page.getByRole('listitem').filter({ hasText: log.name })).toHaveAttribute('data-state', 'done')
    await page.getByRole('textbox', { name: 'Minuti' }).fill('15')
    await page.getByRole('combobox', { name: 'Attività' }).fill('Telefonata')
    await page.getByRole('button', { name: /^Invia Ctrl/ }).click()
    await expect(held(page)).toContainText('Arriviamo domani')
    // It survives a reload, and so does the way back.
    await page.reload()
    await expect(held(page)).toContainText('Arriviamo domani')
    await expect(page.locator('.bubble--mine:not(.bubble--held)')).toContainText('Arriviamo domani')
    expect(await seenByCustomer(session, ticket.id)).toEqual([expect.stringContaining('Arriviamo domani')])
    await expect(conversation(page).getByText('15 min, Telefonata')).toBeVisible()
  })

  await test.step('Tab in the empty composer leads to a note, which stays with the staff', async () => {
    await text(page).click()
    await page.keyboard.press('Tab')
    await expect(note(page)).toBeFocused()
    await expect(page.getByText('la vede solo la squadra')).toBeVisible()
    await page.keyboard.type('Il ricambio è in magazzino')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('.bubble--note')).toContainText('Il ricambio è in magazzino')
    expect(await seenByCustomer(session, ticket.id)).toHaveLength(1)
  })

  await test.step('a draft is there again after a reload', async () => {
    await text(page).or(note(page)).click()
    await page.keyboard.type('Da finire')
    await expect.poll(async () => (await readStaffTicket(page, ticket.id)).drafts).toHaveLength(1)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(note(page)).toHaveText('Da finire')
    await note(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await expect.poll(async () => (await readStaffTicket(page, ticket.id)).drafts).toHaveLength(0)
  })

  await test.step('a canned answer comes with a slash, its fields filled in', async () => {
    await page.getByRole('radio', { name: 'Risposta' }).click()
    await text(page).click()
    await page.keyboard.type('/vis')
    const answers = page.getByRole('listbox', { name: 'Risposte pronte' })
    await expect(answers.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(text(page)).not.toContainText('/vis')
    await expect(text(page)).toContainText('Giulia')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
  })

  await test.step('a canned answer is changed where one writes, and comes as it is now', async () => {
    await page.keyboard.type('/remota')
    await page.getByRole('button', { name: 'Modifica le risposte pronte' }).click()
    const all = page.getByRole('dialog', { name: 'Risposte pronte' })
    await all.getByRole('button', { name: 'Modifica Assistenza remota' }).click()
    const form = page.getByRole('dialog', { name: 'Modifica «Assistenza remota»' })
    await form.getByRole('textbox', { name: 'Testo, Italiano' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Restiamo in linea fino alle 18.')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Hai scritto qualcosa che non è salvato' })
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await form.getByRole('button', { name: 'Salva' }).click()
    await all.getByRole('button', { name: 'Chiudi' }).click()
    await text(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('/remota')
    await page.getByRole('option', { name: /Assistenza remota/ }).click()
    await expect(text(page)).toContainText('Restiamo in linea fino alle 18.')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
  })

  await test.step('what stands beside the ticket leads to it, the sheet of keys has those of the text, and a copy’s reply address is revoked', async () => {
    const side = page.getByRole('complementary', { name: 'Cliente e contratto' })
    await expect(side.getByRole('link', { name: 'Apri la scheda' })).toHaveAttribute('href', /\/staff\/customers\/\d+$/)
    await expect(side.getByRole('link', { name: /^Tutti, \d+/ })).toHaveAttribute('href', /view=all&contact=\d+/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Tasti' })
    await expect(keys).toContainText('Invia, chiudi e passa al prossimo')
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    const partner = 'socia@client.example'
    await comment(session, ticket.id, 'Metto in copia la mia socia.', partner)
    await side.getByRole('button', { name: `Revoca l’indirizzo di risposta di ${partner}` }).click()
    const revoking = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(revoking).toContainText('non scrive più nel ticket')
    await revoking.getByRole('button', { name: 'Revoca', exact: true }).click()
    await expect(page.getByText(`L’indirizzo di risposta di ${partner} è revocato`)).toBeVisible()
  })

  await test.step('it is assigned and closed', async () => {
    await page.getByRole('button', { name: /^Assegnatario/ }).click()
    await page.getByRole('option', { name: 'A me' }).click()
    await expect(page.getByRole('button', { name: 'Assegnatario: Elena Conti' })).toBeVisible()
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click()
    await expect(conversation(page).getByText('Ticket chiuso da Elena Conti')).toBeVisible()
    expect(await readStaffTicket(page, ticket.id)).toMatchObject({
      assignee: { displayName: 'Elena Conti' },
      step: { taskStatus: 2 },
    })
  })
})

test('an answer that would cross a message is stopped, shown beside it, and sent when its writer says so', async ({
  page,
  session,
  faults,
}) => {
  faults.expect(/409/)
  const ticket = await raise(session, { title: 'Cancello bloccato' })
  await signInStaff(page, elenaConti)
  await open(page, ticket)
  await page.keyboard.type('Veniamo alle 15')
  await expect(text(page)).toHaveText('Veniamo alle 15')
  await comment(session, ticket.id, '<p>Abbiamo risolto da soli</p>')
  await expect(page.getByRole('button', { name: '1 nuovo messaggio' })).toBeVisible()
  await text(page).press('Control+Enter')
  const dialog = page.getByRole('alertdialog', { name: 'La risposta non è partita' })
  await expect(dialog).toContainText('Abbiamo risolto da soli')
  await expect(dialog).toContainText('Veniamo alle 15')
  await expect(dialog.getByRole('button', { name: 'Modifica' })).toBeFocused()
  expect(await seenByCustomer(session, ticket.id)).toHaveLength(1)

  await dialog.getByRole('button', { name: 'Modifica' }).click()
  await expect(text(page)).toHaveText('Veniamo alle 15')
  await text(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' comunque')
  await page.keyboard.press('Control+Enter')
  await expect(held(page)).toContainText('Veniamo alle 15 comunque')

  // What is written in the ten seconds stops it too.
  await comment(session, ticket.id, '<p>Anzi, venite</p>')
  await expect(page.getByRole('button', { name: 'Confronta' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Confronta' }).click()
  await expect(dialog).toContainText('Anzi, venite')
  await dialog.getByRole('button', { name: 'Invia comunque' }).click()
  await expect(held(page)).toContainText('Veniamo alle 15 comunque')
  await expect.poll(() => seenByCustomer(session, ticket.id), { timeout: 60_000 }).toHaveLength(3)
})

test('colleagues see who looks and who writes; what two choose at once stays until one counts', async ({
  page,
  browser,
  session,
  faults,
}) => {
  faults.expect(/409/)
  const ticket = await raise(session, { title: 'Quadro elettrico' })
  await signInStaff(page, elenaConti)
  const sara = await openStaff(browser, faults, saraBellini)
  await open(page, ticket)
  await open(sara, ticket)
  await expect(page.getByText('Sara Bellini sta guardando')).toBeVisible()
  await sara.keyboard.type('Ciao')
  await expect(page.getByText('Sara Bellini sta scrivendo')).toBeVisible()

  // Elena's choice leaves her screen before Sara's, and arrives after it.
  let isFirst = true
  await page.route(`**/api/staff/tickets/${ticket.id}`, async route => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false
      await sara.getByRole('button', { name: /^Assegnatario/ }).click()
      await sara.getByRole('option', { name: 'A me' }).click()
      await expect(sara.getByRole('button', { name: 'Assegnatario: Sara Bellini' })).toBeVisible()
    }
    await route.continue()
  })
  await page.getByRole('button', { name: /^Assegnatario/ }).click()
  await page.getByRole('option', { name: 'Marco Ferraris' }).click()
  await expect(page.getByText('Sara Bellini ha scelto diversamente')).toBeVisible()
  await page.getByRole('button', { name: /Usa la mia, «Marco Ferraris»/ }).click()
  await expect(page.getByRole('button', { name: 'Assegnatario: Marco Ferraris' })).toBeVisible()
  await sara.getByRole('link', { name: 'Torna alla coda' }).click()
  await expect(page.getByText('Sara Bellini sta')).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`the screen in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('breaks no rule of accessibility, with a note and beside the queue', async ({ page, session }) => {
      const ticket = await raise(session, { title: 'Lampada rotta' })
      await signInStaff(page, elenaConti)
      await open(page, ticket)
      expect(await foundByRuleEngines(page)).toEqual([])
      await page.keyboard.press('Tab')
      await expect(note(page)).toBeFocused()
      await page.goto(`/staff/tickets/${ticket.id}`)
      await expect(text(page)).toBeVisible()
      expect(await foundByRuleEngines(page)).toEqual([])
    })
  })

test.describe('on a phone', () => {
  test.use({ as: fosca, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a ticket with a visit is as wide as the window', async ({ page, session }) => {
    const ticket = await raise(session, { title: `Visita sul telefono ${test.info().retry}` })
    await signInStaff(page, elenaConti)
    const from = Date.now() + 3_600_000
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    const planned = await page.request.post('/api/staff/visits', {
      headers: { 'X-CSRF-Token': csrfToken, 'Idempotency-Key': crypto.randomUUID() },
      data: {
        ticketId: ticket.id,
        staffId: null,
        activityTypeName: 'Intervento in sede',
        startsOn: new Date(from).toISOString(),
        endsOn: new Date(from + 3_600_000).toISOString(),
        title: 'Controllo',
      },
    })
    expect(planned.status(), await planned.text()).toBe(201)
    await page.goto(`/staff/tickets/${ticket.id}`)
    await expect(page.locator('.desk-props').getByRole('link', { name: /^Prossima visita/ })).toBeAttached()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expect(page.locator('.shell-tabbar')).toBeInViewport()
  })
})
