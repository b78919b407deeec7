import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { mailTo } from '../support/outbox.ts'
import { fosca } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { saraBellini, signInStaff } from '../support/staff.ts'

test.use({ as: fosca })

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const read = async <Body>(page: Page, path: string): Promise<Body> => (await page.request.get(path)).json()

/** Makes a change as the page's member of the staff. */
const send = async (page: Page, path: string, data: object) => {
  const { csrfToken } = await read<{ csrfToken: string }>(page, '/api/staff/me')
  return page.request.post(path, { data, headers: { 'x-csrf-token': csrfToken } })
}

type Slot = { start: string }
type Member = { id: number; displayName: string }

test('a service is set up, booked, moved and cancelled; an absence takes its times; the day fits a phone', async ({
  page,
}) => {
  const stamp = String(Date.now())
  const email = `cliente.${stamp}@prova.example`
  const company = `Ditta ${stamp}`
  const at = `/api/appointments/brenta/prova-${stamp}`
  const slots = () => read<Slot[]>(page, `${at}/slots`)
  await signInStaff(page, saraBellini)
  const portals = await read<{ id: number; webPortalKey: string }[]>(page, '/api/staff/portals')
  const portal = portals.find(({ webPortalKey }) => webPortalKey === 'brenta')?.id
  const staff = await read<Member[]>(page, '/api/staff/services/staff')
  const tommaso = staff.find(({ displayName }) => displayName === 'Tommaso Zanin')?.id

  await test.step('the service is set up beside what customers will see', async () => {
    await page.goto(`/staff/portals/${portal}/services/new`)
    await page.getByRole('button', { name: 'Crea il servizio' }).click()
    await expect(page.getByText('Scrivi un nome')).toBeVisible()
    await page.getByLabel('Nome', { exact: true }).fill(`Prova ${stamp}`)
    await page.getByRole('checkbox', { name: 'Tommaso Zanin' }).check()
    await expect(page.getByLabel('Come lo vedono i clienti').locator('.preview-slot').first()).toBeVisible()
    // Only the form scrolls: the page would show empty space below it.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    expect(await foundByRuleEngines(page)).toEqual([])
    await page.getByRole('button', { name: 'Crea il servizio' }).click()
    await expect(toast(page, 'si può prenotare')).toBeVisible()
  })

  const [first] = await slots()
  const start = first?.start ?? ''
  let moved = ''

  await test.step('a booking arrives and is moved, and the customer is mailed', async () => {
    const booked = await page.request.post(at, {
      data: { start, phone: '049 555 0177', companyName: company, email },
    })
    expect(booked.status()).toBe(201)
    // A visitor confirms a booking, if the portal asks for that.
    const { eventKey } = await booked.json()
    await page.goto(`/staff/visits/bookings?q=${stamp}`)
    await page.getByRole('button', { name: company }).click()
    const dialog = page.getByRole('dialog', { name: company })
    await dialog.getByRole('button', { name: 'Sposta' }).click()
    await dialog.locator('.slot-days button').nth(1).click()
    await dialog.getByLabel('Messaggio per il cliente').fill('Arriviamo un po’ dopo.')
    await dialog.getByRole('button', { name: 'Sposta e avvisa' }).click()
    await expect(toast(page, `Appuntamento di ${company} spostato`)).toBeVisible()
    const { mail } = await mailTo(email, /Arriviamo un po’ dopo\./)
    expect(mail.subject).toContain('Appuntamento spostato')
    expect(mail.text).toContain(`/appointments/brenta/${eventKey}`)
    const opened = await read<{ appointment: { start: string } }>(page, `/api/appointments/brenta/${eventKey}`)
    moved = opened.appointment.start
    expect(moved).not.toBe(start)
  })

  await test.step('the day of the technician on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/staff/visits/day?day=${moved.slice(0, 10)}&who=${tommaso}`)
    const entry = page.getByRole('listitem').filter({ hasText: company })
    await expect(entry).toBeVisible()
    await expect(entry.getByRole('link', { name: /^Chiama/ })).toHaveAttribute('href', 'tel:0495550177')
    expect(await foundByRuleEngines(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('it is cancelled', async () => {
    await page.goto(`/staff/visits/bookings?q=${stamp}`)
    await page.getByRole('button', { name: company }).click()
    const dialog = page.getByRole('dialog', { name: company })
    await dialog.getByRole('button', { name: 'Annulla l’appuntamento' }).click()
    await dialog.getByRole('button', { name: 'Annulla l’appuntamento' }).click()
    await expect(toast(page, 'annullato')).toBeVisible()
    await expect
      .poll(async () => (await mailTo(email, /\/appointments\/brenta\/\S+/)).mail.subject)
      .toContain('annullato')
  })

  await test.step('an absence takes the times of its day', async () => {
    // The last day that can be booked: nothing of the demo is planned there.
    const day = (await slots()).at(-1)?.start.slice(0, 10) ?? ''
    await page.goto('/staff/visits/absences')
    await page.getByRole('button', { name: 'Nuova assenza' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nuova assenza' })
    await dialog.getByRole('button', { name: /^Chi/ }).click()
    await page.getByRole('option', { name: 'Tommaso Zanin' }).click()
    await dialog.getByLabel('Dal giorno').fill(day)
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(toast(page, 'Assenza di Tommaso Zanin salvata')).toBeVisible()
    expect((await slots()).some(slot => slot.start.startsWith(day))).toBe(false)
    expect(await foundByRuleEngines(page)).toEqual([])
    await page
      .getByRole('row')
      .filter({ hasText: 'Tommaso Zanin' })
      // The demo has one of his before.
      .last()
      .getByRole('button', { name: /^Elimina/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
    await expect.poll(async () => (await slots()).some(slot => slot.start.startsWith(day))).toBe(true)
  })
})

test('time noted on a ticket is in the own week, that of the team and the month of the customer, each with its CSV', async ({
  page,
}) => {
  await signInStaff(page, saraBellini)
  const tickets = await read<{ id: number; ticketNumber: number; contact: { id: number; companyName: string } }[]>(
    page,
    '/api/staff/tickets?view=open&limit=1',
  )
  const [ticket] = tickets
  const activityTypeName = `Prova ${Date.now()}`
  const noted = await send(page, `/api/staff/tickets/${ticket?.id}/time`, { minutes: 75, activityTypeName })
  expect(noted.ok()).toBe(true)
  await page.goto('/staff/time')
  const row = page.getByRole('row').filter({ hasText: activityTypeName })
  await expect(row).toContainText('1 h 15')
  await expect(row.getByRole('link').first()).toHaveAttribute('href', `/staff/tickets/${ticket?.id}`)
  const spreadsheet = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Scarica CSV' }).click(),
    ])
    return readFileSync(await download.path(), 'utf8')
  }
  const noted75 = `"${activityTypeName}";"senza contratto";"75";"1,25"`
  expect(await spreadsheet()).toContain(noted75)
  await page.getByRole('link', { name: 'Squadra' }).click()
  const mine = page.getByRole('row').filter({ hasText: 'Sara Bellini' })
  await expect(mine).toContainText('1 h 15')
  expect(await spreadsheet()).toContain(noted75)
  expect(await foundByRuleEngines(page)).toEqual([])
  await page.getByRole('button', { name: 'Settimana prima' }).click()
  await expect(page.getByRole('button', { name: 'Questa settimana' })).toBeVisible()
  await page.getByRole('button', { name: 'Questa settimana' }).click()
  await mine.getByRole('link', { name: 'Sara Bellini' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: ticket?.contact.companyName ?? '' }).click()
  await page.getByRole('link', { name: 'Ore del mese' }).click()
  await expect(page.getByRole('heading', { level: 1, name: ticket?.contact.companyName ?? '' })).toBeVisible()
  await expect(row).toContainText('Sara Bellini')
  await expect(page.getByRole('row').filter({ hasText: 'senza contratto' }).first()).toContainText(/\d/)
  expect(await spreadsheet()).toContain(noted75)
  expect(await foundByRuleEngines(page)).toEqual([])
})
