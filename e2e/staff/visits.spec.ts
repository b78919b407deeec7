import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { BookableService, Booked, Slot } from '@portico/contract/appointments'
import type { StaffBooking } from '@portico/contract/staff/planning/bookings'
import type { StaffVisit, VisitBoard } from '@portico/contract/staff/planning/visits'
import { mailTo } from '../support/outbox.ts'
import { fosca } from '../support/people.ts'
import { expect, raise, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, openStaff, signInStaff } from '../support/staff.ts'

const DAY = 86_400_000

/** A weekday so many weeks ahead that nothing can be booked for it, and that no other attempt of the test has. */
const aDay = (weeks: 30 | 40) => {
  const day = new Date(Date.now() + (weeks + test.info().retry) * 7 * DAY)
  while ([0, 6].includes(day.getUTCDay())) day.setTime(day.getTime() + DAY)
  return day.toISOString().slice(0, 10)
}

const visit = (page: Page, text: string) => page.getByRole('gridcell').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text })
const taskLink = /http:\S+\/tasks\/[\w-]+/

/** The newest mail to an address, and its calendar entry. */
const entryTo = async (address: string, form: RegExp) => {
  const { mail } = await mailTo(address, form)
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const text = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
  const field = (name: string) => new RegExp(`^${name}[:;](.*)$`, 'm').exec(text)?.[1]?.trim()
  return {
    subject: mail.subject,
    uid: field('UID'),
    sequence: Number(field('SEQUENCE')),
    start: field('DTSTART'),
    status: field('STATUS'),
  }
}

/** Drags an element by the mouse to another place, in steps. */
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 4, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
}

/** The hour in UTC of an hour in Rome. */
const fromRome = (day: string, hour: number) => {
  const noon = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', hour: 'numeric', hour12: false })
  return String(hour - (Number(noon.format(new Date(`${day}T12:00:00Z`))) - 12)).padStart(2, '0')
}

test.use({ as: fosca })

test('a visit is planned from its ticket, moved by drag and by keys, and what collides is told', async ({
  page,
  session,
  browser,
  faults,
}) => {
  faults.expect(/409/)
  const day = aDay(30)
  const ticket = await raise(session, { title: `Bollitore freddo ${day} ${randomInt(1e6)}` })
  const email = `bollitore.${randomInt(1e9)}@prova.example`
  let uid = ''
  await signInStaff(page, elenaConti)
  await page.goto(`/staff/tickets/${ticket.id}`)

  await test.step('by the form that the ticket leads to', async () => {
    await expect(page.getByRole('heading', { name: ticket.title })).toBeVisible()
    await page.keyboard.press('v')
    const form = page.getByRole('dialog', { name: `Pianifica una visita per il ticket ${ticket.ticketNumber}` })
    await form.getByLabel('Giorno').fill(day)
    await form.getByLabel('Ora').fill('09:00')
    await form.getByRole('button', { name: /^Tecnico/ }).click()
    await page.getByRole('option', { name: /Davide Rossetti/ }).click()
    await form.getByLabel('E-mail del cliente').fill(email)
    await expect(form.getByText('Libero tutto il giorno.')).toBeVisible()
    await form.getByRole('button', { name: 'Pianifica e avvisa' }).click()
    await expect(toast(page, /Visita fissata per .*09:00–10:00/)).toBeVisible()
    const entry = await entryTo(email, taskLink)
    expect(entry).toMatchObject({ sequence: 0, start: `${day.replaceAll('-', '')}T${fromRome(day, 9)}0000Z` })
    uid = entry.uid ?? ''
  })

  await page.goto(`/staff/visits?day=${day}`)
  const mine = visit(page, ticket.title)
  await expect(row(page, 'Davide Rossetti').getByRole('gridcell')).toHaveCount(1)
  expect(await foundByRuleEngines(page)).toEqual([])

  await test.step('by drag, and told by mail with the same entry', async () => {
    const [box, target] = [await mine.boundingBox(), await row(page, 'Anna Dal Pozzo').boundingBox()]
    if (!box || !target) throw new Error('the board is not drawn')
    await drag(page, { x: box.x + 6, y: box.y + 10 }, { x: box.x + 6 + box.width, y: target.y + 20 })
    await expect(page.locator('.visit-drop')).toContainText('libero')
    await page.mouse.up()
    await expect(toast(page, /Spostata a .*, 10:00–11:00/)).toBeVisible()
    await expect(row(page, 'Anna Dal Pozzo').getByRole('gridcell')).toHaveAccessibleName(/^10:00–11:00, Ditta Fosca/)
    await expect.poll(async () => (await entryTo(email, taskLink)).sequence).toBe(1)
  })

  await test.step('by keys, where a colleague has just taken the time', async () => {
    const colleague = await openStaff(browser, faults, elenaConti)
    await colleague.goto(`/staff/visits?day=${day}`)
    await row(colleague, 'Davide Rossetti').getByRole('rowheader').focus()
    await colleague.keyboard.press('Enter')
    const form = colleague.getByRole('dialog', { name: 'Nuova visita' })
    await form.getByRole('button', { name: /^Cliente/ }).click()
    await colleague.getByRole('combobox', { name: /Cerca/ }).fill('fosca')
    await colleague.getByRole('option', { name: /Ditta Fosca/ }).click()
    await form.getByLabel('Ora').fill('11:00')
    await form.getByLabel('Che cosa c’è da fare').fill('Controllo del collega')
    await form.getByRole('button', { name: 'Pianifica', exact: true }).click()
    // The board of the first is renewed by itself.
    await expect(visit(page, 'Controllo del collega')).toBeVisible()
    await colleague.context().close()

    await mine.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.locator('.visit-drop')).toContainText('occupato: Ditta Fosca')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Davide Rossetti ha già qualcos’altro')).toContainText('11:00–12:00: Ditta Fosca')
    await expect(mine).toHaveAccessibleName(/^10:00–11:00/)
    await expect(mine).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(toast(page, /Spostata a .*, 10:15–11:15/)).toBeVisible()
    await toast(page, 'Spostata').getByRole('button', { name: 'Annulla' }).click()
    await expect(toast(page, 'Di nuovo com’era')).toBeVisible()
    await expect(mine).toHaveAccessibleName(/^10:00–11:00/)
    await expect.poll(async () => (await entryTo(email, taskLink)).sequence).toBe(3)
  })

  await test.step('what is typed in its form is not lost by a key, a click beside it or the way back', async () => {
    const form = page.getByRole('dialog', { name: ticket.title })
    const question = page.getByRole('alertdialog', { name: 'Hai scritto qualcosa che non è salvato' })
    const notes = form.getByLabel(/^Note per il tecnico|^Note/)
    await mine.click()
    await notes.fill('Chiave in portineria')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await expect(notes).toHaveValue('Chiave in portineria')
    await form.getByRole('button', { name: 'Fatta' }).click()
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await form.getByRole('link', { name: /^Ditta Fosca/ }).click()
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await expect(notes).toHaveValue('Chiave in portineria')
    await form.getByRole('button', { name: 'Chiudi' }).click()
    await question.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect(form).toHaveCount(0)
    await mine.click()
    await expect(notes).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('of a short visit the name has one line, and its state is in sight', async () => {
    await page.goto('/staff/visits')
    const block = visit(page, 'VPN della filiale')
    await expect(block).toBeVisible()
    const { lines, beyond } = await block.evaluate(one => {
      const [name, state] = [one.querySelector('b'), one.querySelector('.visit-state .icon')]
      const bottom = one.getBoundingClientRect().bottom
      return {
        lines: name && Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight)),
        beyond: state && state.getBoundingClientRect().bottom > bottom,
      }
    })
    // Before it begins it has no state.
    expect({ lines, beyond: beyond ?? false }).toEqual({ lines: 1, beyond: false })
  })

  await test.step('in a week nothing lies upon another row, however much a day has', async () => {
    await page.goto('/staff/visits?view=week')
    await expect(page.getByRole('gridcell').filter({ hasText: 'VPN della filiale' })).toBeVisible()
    const beyond = await page.locator('.board-row:not(.board-row--head)').evaluateAll(
      rows =>
        rows.flatMap(row => {
          const end = row.getBoundingClientRect().bottom
          return [...row.querySelectorAll('.visit')].filter(one => one.getBoundingClientRect().bottom > end + 1)
        }).length,
    )
    expect(beyond).toBe(0)
    // Nor does the way back leave what is typed.
    await page.getByRole('navigation').getByRole('link', { name: 'Coda' }).first().click()
    await page.getByRole('navigation').getByRole('link', { name: 'Visite' }).first().click()
    await page.getByRole('gridcell', { name: /VPN della filiale/ }).click()
    await page.getByRole('dialog').getByLabel('Note per il tecnico').fill('Chiave')
    await page.goBack()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resta qui' }).click()
    await expect(page.getByRole('dialog').getByLabel('Note per il tecnico')).toHaveValue('Chiave')
    await page.goto(`/staff/visits?day=${day}`)
  })

  await test.step('on a phone the day is a list, and the visit is cancelled by its form', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('region', { name: 'Anna Dal Pozzo' })).toContainText(ticket.title)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('region', { name: 'Anna Dal Pozzo' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Annulla la visita' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Annulla la visita' }).click()
    await expect(page.getByText('Nessuna visita').or(page.getByText('Controllo del collega'))).toBeVisible()
    await expect(page.getByRole('region', { name: 'Anna Dal Pozzo' })).toHaveCount(0)
    await expect.poll(() => entryTo(email, /annullat/)).toMatchObject({ uid, sequence: 4, status: 'CANCELLED' })
  })
})

test.describe('in another time zone than the browser’s', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a booking is moved on the board while its customer moves it: one wins, both are told', async ({
    page,
    session,
    browser,
    faults,
  }) => {
    faults.expect(/409/)
    const api = async <Body>(path: string, body?: object): Promise<Body> => {
      const options = body && { method: 'POST', data: body }
      const answer = await page.request.fetch(`/api/appointments/brenta${path}`, options || {})
      if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
      return answer.json()
    }
    const [service] = await api<BookableService[]>('')
    if (!service) throw new Error('the demo has no service')
    const slots = await api<Slot[]>(`/${service.key}/slots`)
    const slot = slots[Math.floor(slots.length / 2) + randomInt(4)]
    const companyName = `Ditta in due ${randomInt(1e6)}`
    const { eventKey } = await api<Booked>(`/${service.key}`, {
      start: slot?.start,
      phone: `049 ${randomInt(2_000_000, 9_999_999)}`,
      companyName,
    })
    const day = slot?.start.slice(0, 10) ?? ''

    const staff = await openStaff(browser, faults, elenaConti)
    await staff.goto(`/staff/visits?day=${day}`)
    await expect(visit(staff, companyName)).toBeVisible()
    await page.goto(`/appointments/brenta/rescheduling/${eventKey}`)
    const times = page.getByRole('radiogroup').getByRole('radio')
    await expect(times.first()).toBeVisible()
    await times.last().click()

    // The office is faster, by the form of the booking.
    await visit(staff, companyName).click()
    const form = staff.getByRole('dialog')
    await form.getByLabel('Ora').fill('07:15')
    await form.getByRole('button', { name: 'Sposta' }).click()
    await expect(toast(staff, 'Spostata')).toContainText('07:15')
    await expect(visit(staff, companyName)).toHaveAccessibleName(/^07:15/)

    await page
      .getByRole('button', { name: 'Sposta l’appuntamento' })
      .or(page.getByRole('button', { name: /^Sposta/ }))
      .click()
    await expect(page.getByRole('alert')).toContainText('Nel frattempo l’appuntamento è stato spostato')
    await expect(page.getByRole('alert')).toContainText('07:15')

    // Now the customer is faster, and the office is told.
    await visit(staff, companyName).click()
    await staff.getByRole('dialog').getByLabel('Ora').fill('06:30')
    await page.getByRole('button', { name: /^Sposta/ }).click()
    await expect(page).not.toHaveURL(/rescheduling/)
    await staff.getByRole('dialog').getByRole('button', { name: 'Sposta' }).click()
    await expect(staff.getByRole('dialog').getByRole('alert')).toContainText('nel frattempo qualcuno l’ha cambiata')

    const openOnBoard = async () => {
      const found = await staff.request.get(`/api/staff/bookings?q=${encodeURIComponent(companyName)}`)
      const [moved] = (await found.json()) as StaffBooking[]
      await staff.goto(`/staff/visits?day=${moved?.start.slice(0, 10)}`)
      await visit(staff, companyName).click()
    }

    await test.step('where both press at the same moment one wins, whoever it is, and the other is told', async () => {
      await openOnBoard()
      await staff.getByRole('dialog').getByLabel('Ora').fill('06:45')
      await page.goto(`/appointments/brenta/rescheduling/${eventKey}`)
      await times.first().click()
      await Promise.all([
        page.getByRole('button', { name: /^Sposta/ }).click(),
        staff.getByRole('dialog').getByRole('button', { name: 'Sposta' }).click(),
      ])
      const officeWins = async () =>
        (await toast(staff, /Spostata .*06:45/).count()) > 0 &&
        (await page.getByRole('alert').filter({ hasText: 'Nel frattempo l’appuntamento è stato spostato' }).count()) > 0
      const customerWins = async () =>
        !page.url().includes('rescheduling') &&
        (await staff.getByRole('alert').filter({ hasText: 'nel frattempo qualcuno l’ha cambiata' }).count()) > 0
      const wins = async () => (await Promise.all([officeWins(), customerWins()])).filter(Boolean).length
      await expect.poll(wins).toBe(1)
    })

    await test.step('it is done for the customer whom the office names, with its time on a contract', async () => {
      await openOnBoard()
      const shown = visit(staff, companyName)
      await staff.getByRole('dialog').getByRole('button', { name: 'Fatta' }).click()
      const done = staff.getByRole('dialog', { name: 'Visita fatta' })
      await done.getByLabel('Minuti di lavoro').fill('45')
      await done.getByRole('button', { name: 'Fatta' }).click()
      await expect(done.getByText('Scegli il cliente, o lascia vuoti i minuti')).toBeVisible()
      await done.getByRole('button', { name: /^Cliente/ }).click()
      await staff.getByRole('combobox', { name: /Cerca/ }).fill('fosca')
      await staff.getByRole('option', { name: /Ditta Fosca/ }).click()
      await done.getByRole('button', { name: 'Fatta' }).click()
      await expect(toast(staff, `${companyName}: visita segnata`)).toBeVisible()
      await shown.click()
      const again = staff.getByRole('dialog')
      await expect(again.getByRole('link', { name: companyName })).toBeVisible()
      await expect(again.getByRole('button', { name: 'Aggiungi tempo' })).toBeVisible()
      await again.getByRole('button', { name: 'Non è fatta' }).click()
      await shown.click()
      await expect(staff.getByRole('dialog').getByRole('button', { name: 'Fatta' })).toBeVisible()
    })

    await test.step('on a day on which the clocks change, hours are those of the portal', async () => {
      const { csrfToken } = await (await staff.request.get('/api/staff/me')).json()
      const title = `Ora legale ${randomInt(1e6)}`
      // From 01:30 to 04:00 by the clock, which is an hour and a half.
      const planned = await staff.request.post('/api/staff/visits', {
        headers: { 'X-CSRF-Token': csrfToken },
        data: {
          ...{ contactId: session.contactid, staffId: null, title, activityTypeName: 'Prova' },
          ...{ startsOn: '2027-03-28T00:30:00Z', endsOn: '2027-03-28T02:00:00Z' },
        },
      })
      expect(planned.status()).toBe(201)
      await staff.goto('/staff/visits?day=2027-03-28')
      await expect(visit(staff, title)).toHaveAccessibleName(/^01:30–04:00/)
      await visit(staff, title).click()
      await staff.getByRole('dialog').getByLabel('Ora').fill('09:00')
      await staff.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
      await expect(visit(staff, title)).toHaveAccessibleName(/^09:00–10:30/)
    })
    await staff.context().close()
  })
})

test('a visit whose answer was lost is planned once', async ({ page, faults }) => {
  faults.expect(/409|ERR_FAILED|api\/staff\/visits/)
  const title = `Senza risposta ${randomInt(1e6)}`
  await signInStaff(page, elenaConti)
  await page.goto(`/staff/visits?day=${aDay(40)}`)
  await page.getByRole('button', { name: 'Nuova visita' }).click()
  const form = page.getByRole('dialog', { name: 'Nuova visita' })
  await form.getByRole('button', { name: /^Cliente/ }).click()
  await page.getByRole('combobox', { name: /Cerca/ }).fill('fosca')
  await page.getByRole('option', { name: /Ditta Fosca/ }).click()
  await form.getByLabel('Che cosa c’è da fare').fill(title)
  await page.route(/\/api\/staff\/visits$/, route => route.fetch().then(() => route.abort()), { times: 1 })
  await form.getByRole('button', { name: 'Pianifica', exact: true }).click()
  await expect(form.getByText(/Impossibile raggiungere Portico/)).toBeVisible()
  await form.getByRole('button', { name: 'Pianifica', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(visit(page, title)).toHaveCount(1)
})

test('two employees change a visit at once: the second is told, and what was typed is saved at the next try', async ({
  page,
  session,
  browser,
  faults,
}) => {
  faults.expect(/409/)
  const day = aDay(40)
  const ticket = await raise(session, { title: `In due ${randomInt(1e6)}` })
  await signInStaff(page, elenaConti)
  await page.goto(`/staff/tickets/${ticket.id}`)
  await expect(page.getByRole('heading', { name: ticket.title })).toBeVisible()
  await page.keyboard.press('v')
  const plan = page.getByRole('dialog', { name: /Pianifica una visita/ })
  await plan.getByLabel('Giorno').fill(day)
  await plan.getByLabel('Ora').fill('14:00')
  await plan.getByRole('button', { name: /^Pianifica/ }).click()
  await expect(toast(page, /Visita fissata/)).toBeVisible()
  const other = await openStaff(browser, faults, elenaConti)
  for (const one of [page, other]) {
    await one.goto(`/staff/visits?day=${day}`)
    await visit(one, ticket.title).click()
    await expect(one.getByRole('dialog').getByLabel('Ora')).toHaveValue('14:00')
  }
  await other.getByRole('dialog').getByLabel('Ora').fill('16:00')
  await page.getByRole('dialog').getByLabel('Ora').fill('15:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
  await expect(toast(page, 'Visita salvata')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const form = other.getByRole('dialog')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(form.getByRole('alert')).toContainText('nel frattempo qualcuno l’ha cambiata')
  await expect(form.getByLabel('Ora')).toHaveValue('16:00')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(form).toHaveCount(0)
  await expect(visit(other, ticket.title)).toHaveAccessibleName(/^16:00/)
  await other.context().close()
})

test('what is held by keys stays held where a colleague moves it, is let go when it is gone, and Tab leads back to the board', async ({
  page,
  session,
}) => {
  const day = aDay(40)
  await signInStaff(page, elenaConti)
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const { technicians }: VisitBoard = await (await page.request.get(`/api/staff/visits/board?from=${day}`)).json()
  const [davide, anna] = ['Davide Rossetti', 'Anna Dal Pozzo'].map(
    name => technicians.find(({ displayName }) => displayName === name)?.id ?? 0,
  )
  const write = async (method: string, path: string, version?: string, data?: object): Promise<StaffVisit> => {
    const headers = { 'X-CSRF-Token': csrfToken, ...(version && { 'If-Match': `"${version}"` }) }
    const answer = await page.request.fetch(`/api/staff/visits${path}`, { method, data, headers })
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}`)
    return answer.json()
  }
  const title = `In mano ${randomInt(1e6)}`
  const hour = (hours: number) => `${day}T${fromRome(day, hours)}:00:00Z`
  const planned = await write('POST', '', undefined, {
    contactId: session.contactid,
    staffId: davide,
    startsOn: hour(18),
    endsOn: hour(19),
    title,
    activityTypeName: 'Intervento',
    address: null,
    notes: null,
    email: null,
  })
  await page.goto(`/staff/visits?day=${day}`)
  const mine = visit(page, title)
  await mine.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.visit-drop')).toBeVisible()

  const moved = await write('PATCH', `/${planned.id}`, planned.version, { staffId: anna })
  await expect(row(page, 'Anna Dal Pozzo').getByRole('gridcell').filter({ hasText: title })).toBeFocused()
  await write('POST', `/${planned.id}/cancel`, moved.version)
  await expect(page.locator('.visit-drop')).toHaveCount(0)
  await expect(toast(page, 'Non spostata')).toBeVisible()
  await expect(page.locator('[data-cell][tabindex="0"]')).toBeFocused()
})

test('a finger that rests takes a visit and drags it; one that moves scrolls the board', async ({
  browser,
  session,
  faults,
}) => {
  const day = aDay(40)
  const ticket = await raise(session, { title: `Dito ${day} ${randomInt(1e6)}` })
  const staff = await openStaff(browser, faults, elenaConti, { hasTouch: true, viewport: { width: 1024, height: 768 } })
  await staff.goto(`/staff/tickets/${ticket.id}`)
  await expect(staff.getByRole('heading', { name: ticket.title })).toBeVisible()
  await staff.keyboard.press('v')
  const form = staff.getByRole('dialog', { name: /Pianifica una visita/ })
  await form.getByLabel('Giorno').fill(day)
  await form.getByLabel('Ora').fill('09:00')
  await form.getByRole('button', { name: /^Tecnico/ }).click()
  await staff.getByRole('option', { name: /Davide Rossetti/ }).click()
  await form.getByRole('button', { name: /^Pianifica/ }).click()
  await expect(toast(staff, /Visita fissata/)).toBeVisible()

  await staff.goto(`/staff/visits?day=${day}`)
  const mine = visit(staff, ticket.title)
  await mine.scrollIntoViewIfNeeded()
  const [box, target] = [await mine.boundingBox(), await row(staff, 'Anna Dal Pozzo').boundingBox()]
  if (!box || !target) throw new Error('the board is not drawn')
  const devtools = await staff.context().newCDPSession(staff)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y] = [box.x + 8, box.y + 12]

  await touch('touchStart', x, y)
  for (const step of [10, 20, 30]) await touch('touchMove', x, y - step)
  await expect(staff.locator('.visit-drop')).toHaveCount(0)
  await touch('touchEnd')

  await touch('touchStart', x, y)
  await expect(staff.locator('.visit-drop')).toBeVisible()
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x, y + part * (target.y + 20 - y))
  await expect(staff.locator('.visit-drop')).toContainText('libero')
  await touch('touchEnd')
  await expect(toast(staff, /Spostata a .*, 09:00–10:00/)).toBeVisible()
  await expect(row(staff, 'Anna Dal Pozzo').getByRole('gridcell').filter({ hasText: ticket.title })).toBeVisible()
  await staff.context().close()
})
