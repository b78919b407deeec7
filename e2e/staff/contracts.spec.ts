import type { Locator, Page } from '@playwright/test'
import { choose } from '../support/files.ts'
import { pdf } from '../support/pdf.ts'
import { giulia } from '../support/people.ts'
import { call, expect, raise, type Session, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, signInStaff } from '../support/staff.ts'

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const aFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(1) })
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

test.use({ as: giulia })

type Named = { id: number; name: string }
type Hours = Named & { residualMinutes: number; activities: { minutes: number }[] }
type Service = Named & { documents: { documentName: string }[]; packages: Named[]; wikiElements: Named[] }

/** What the customer's own call answers of a record of this name. */
const seenBy = async <Row extends { name?: string }>({ token, url }: Session, path: string, name: string) =>
  (await call<Row[]>(token, 'GET', `/api${url}/${path}`)).find(row => row.name === name)

const save = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name }).click()
  await expect(dialog(page)).toHaveCount(0)
}
const pick = async (page: Page, trigger: Locator, option: string) => {
  await trigger.click()
  await page.getByRole('option', { name: option }).first().click()
}

test('contracts, assets and subscriptions are made, and the customer sees each at once', async ({ page, session }) => {
  const mark = `${test.info().retry}${Date.now() % 100_000}`
  const [hours, service, asset, kind] = [
    `Monte ore ${mark}`,
    `Assistenza ${mark}`,
    `Zebra ${mark}`,
    `Stampante ${mark}`,
  ]
  const ticket = await raise(session, { title: `Prova ore ${mark}` })
  await signInStaff(page, elenaConti)
  const path = `/staff/customers/${session.contactid}`

  await test.step('a contract of hours, from the page of the customer', async () => {
    await page.goto(path)
    await page
      .getByRole('navigation', { name: 'Parti della scheda' })
      .getByRole('link', { name: /^Contratti/ })
      .click()
    await page.getByRole('button', { name: 'Nuovo contratto' }).click()
    await page.getByRole('menuitem', { name: 'Contratto a ore o unità' }).click()
    await dialog(page).getByLabel('Ultimo giorno').fill(day(-1))
    await dialog(page).getByLabel('Primo giorno').fill(day(0))
    await dialog(page).getByLabel('Ore previste').fill('dieci')
    await dialog(page).getByRole('button', { name: 'Crea il contratto' }).click()
    await expect(dialog(page).getByText('L’ultimo giorno viene prima del primo')).toBeVisible()
    await expect(dialog(page).getByText('Scrivi le ore come 10:30 o 10,5')).toBeVisible()
    await dialog(page).getByLabel('Nome').fill(hours)
    await dialog(page).getByLabel('Ultimo giorno').fill(day(300))
    await dialog(page).getByLabel('Ore previste').fill('10,5')
    await save(page, 'Crea il contratto')
    await expect(page.getByRole('heading', { level: 1, name: hours })).toBeVisible()
    expect(await seenBy<Hours>(session, 'activitycontracts', hours)).toMatchObject({ residualMinutes: 630 })
  })

  await test.step('time of a ticket on it, corrected with a reason', async () => {
    const contract = await seenBy<Hours>(session, 'activitycontracts', hours)
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    const noted = await page.request.post(`/api/staff/tickets/${ticket.id}/time`, {
      headers: { 'X-CSRF-Token': csrfToken },
      data: { minutes: 90, activityTypeName: 'Assistenza da remoto', activityContractId: contract?.id },
    })
    expect(noted.status()).toBe(201)
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: `Ticket #${ticket.ticketNumber}` })
    await expect(row).toContainText('1 h 30')
    await row.getByRole('button', { name: /^Correggi/ }).click()
    await dialog(page).getByLabel('Durata').fill('11:00')
    await expect(dialog(page).getByText('Supera di 30 min quello che resta')).toBeVisible()
    await dialog(page).getByLabel('Durata').fill('1:00')
    await dialog(page).getByRole('button', { name: 'Salva la correzione' }).click()
    await expect(dialog(page).getByText('Scrivi perché: resta nel registro')).toBeVisible()
    await dialog(page).getByLabel('Motivo').fill('Attesa in portineria')
    await save(page, 'Salva la correzione')
    await expect(page.getByText('1 h 30 → 1 h')).toBeVisible()
    await expect(page.getByText('Attesa in portineria (Elena Conti')).toBeVisible()
    expect(await seenBy<Hours>(session, 'activitycontracts', hours)).toMatchObject({
      residualMinutes: 570,
      activities: [{ minutes: 60 }],
    })
    // Beside it stands what the customer's own page draws.
    await expect(page.locator('.seen-by-customer')).toContainText('9 h 30 min')
    expect(await foundByRuleEngines(page)).toEqual([])
  })

  await test.step('a template, and an asset made by it with a file', async () => {
    await page.goto('/staff/assets/templates')
    await page.getByRole('button', { name: 'Nuovo modello' }).click()
    await dialog(page).getByLabel('Genere di asset').fill(kind)
    await dialog(page).getByPlaceholder('Proprietà').fill('Matricola')
    await dialog(page).getByRole('button', { name: 'Aggiungi una proprietà' }).click()
    await dialog(page).getByPlaceholder('Proprietà').last().fill('Manuale')
    await pick(page, dialog(page).getByRole('button', { name: /Tipo di Manuale/ }), 'File')
    await save(page, 'Salva')
    await page.goto(`/staff/assets?contact=${session.contactid}`)
    await expect(page.getByRole('button', { name: 'Officine Rossi' })).toBeVisible()
    await page.getByRole('button', { name: 'Nuovo asset' }).click()
    await pick(page, dialog(page).getByRole('button', { name: /Genere/ }), kind)
    await dialog(page).getByLabel('Nome').fill(asset)
    await dialog(page).getByLabel('Cartella').fill('Uffici')
    await dialog(page).getByLabel('Valore di Matricola').fill('18J-55')
    await choose(dialog(page).getByRole('button', { name: 'Scegli un file' }), aFile('manuale.pdf'))
    await save(page, 'Crea l’asset')
    await expect(page.locator('.seen-by-customer')).toContainText('18J-55')
    await expect(page.locator('.seen-by-customer')).toContainText('manuale.pdf')
    const seen = await seenBy<Named & { properties: { value: string }[] }>(session, 'wikielements', asset)
    expect(seen?.properties.map(({ value }) => value)).toEqual(['18J-55', 'manuale.pdf'])
  })

  await test.step('a service contract with asset, package and document', async () => {
    await page.goto(`/staff/contracts?contact=${session.contactid}`)
    await expect(page.getByRole('button', { name: 'Officine Rossi' })).toBeVisible()
    await page.getByRole('button', { name: 'Nuovo contratto' }).click()
    await page.getByRole('menuitem', { name: 'Contratto di servizio' }).click()
    await dialog(page).getByLabel('Nome').fill(service)
    await dialog(page).getByLabel('Primo giorno').fill(day(0))
    await dialog(page)
      .getByRole('button', { name: /Aggiungi un asset/ })
      .click()
    await page.getByRole('combobox', { name: 'Cerca tra gli asset del cliente' }).fill(asset)
    await page.getByRole('option', { name: asset }).click()
    await save(page, 'Crea il contratto')
    await page.getByRole('button', { name: 'Aggiungi un pacchetto' }).click()
    await dialog(page).getByLabel('Nome del pacchetto').fill('Help desk')
    await dialog(page).getByLabel('Ore previste').fill('20')
    await save(page, 'Salva')
    await page.getByRole('button', { name: 'Aggiungi un documento' }).click()
    await choose(dialog(page).getByRole('button', { name: 'Scegli un file' }), aFile('firmato.pdf'))
    await save(page, 'Salva')
    await expect(page.getByRole('link', { name: 'firmato.pdf', exact: true })).toBeVisible()
    expect(await seenBy<Service>(session, 'activitycontracts/servicecontracts', service)).toMatchObject({
      packages: [{ name: 'Help desk' }],
      documents: [{ documentName: 'firmato.pdf' }],
      wikiElements: [{ name: asset }],
    })
  })

  await test.step('a subscription, removed and undone', async () => {
    const name = `Antivirus ${mark}`
    await page.goto(`/staff/subscriptions?contact=${session.contactid}`)
    await expect(page.getByRole('button', { name: 'Officine Rossi' })).toBeVisible()
    await page.getByRole('button', { name: 'Nuovo abbonamento' }).click()
    await dialog(page).getByLabel('Descrizione').fill(name)
    await dialog(page).getByLabel('Codice').fill('ANT')
    await dialog(page).getByLabel('Totale in euro').fill('1.219,60')
    await dialog(page)
      .getByRole('button', { name: /^Usa il/ })
      .click()
    await expect(dialog(page).locator('.seen-by-customer')).toContainText('€ 1.219,60')
    await save(page, 'Crea l’abbonamento')
    const seen = async () =>
      (
        await call<{ description: string; taxedTotal: number }[]>(
          session.token,
          'GET',
          `/api${session.url}/jobadvances/recurring?limit=500`,
        )
      ).filter(({ description }) => description === name)
    expect(await seen()).toMatchObject([{ taxedTotal: 1219.6 }])
    await page.getByRole('button', { name: `Elimina ${name}` }).click()
    await page.getByRole('button', { name: 'Annulla' }).click()
    await expect.poll(seen).toHaveLength(1)
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  })
})

test.describe('in another time zone than the portal’s', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('days of contracts and subscriptions are those that the customer reads', async ({ page, session }) => {
    const mark = `${test.info().retry}${Date.now() % 100_000}`
    const [hours, service] = [`Ore oltre mare ${mark}`, `Canone oltre mare ${mark}`]
    await signInStaff(page, elenaConti)
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    const make = async (path: string, data: object) => {
      const answer = await page.request.post(`/api/staff/${path}`, {
        headers: { 'X-CSRF-Token': csrfToken },
        data: { contactId: Number(session.contactid), ...data },
      })
      expect(answer.status()).toBe(201)
    }
    await make('contracts/activity', { name: hours, start: '2026-02-02', end: '2030-12-30', hoursAmount: 10 })
    const unused = { frequencyWeek: null, recurrenceDayOfWeek: null, frequencyMonth: null, recurrenceMonth: null }
    const trigger = { recurrenceType: 20, recurrenceDay: 30, ...unused }
    const amounts = { code: 'MAR', quantity: 1, taxedTotal: 10 }
    await make('subscriptions', { description: service, advanceDate: '2030-12-30', trigger, ...amounts })

    await page.goto(`/staff/contracts?q=${encodeURIComponent(hours)}`)
    await expect(page.getByRole('row').filter({ hasText: hours })).toContainText('02/02/2026 – 30/12/2030')
    await page.getByRole('link', { name: hours }).click()
    const main = page.getByRole('main')
    await expect(main).toContainText('02/02/2026 – 30/12/2030')
    await expect(main).toContainText('Usate dal 02/02/2026')
    await page.goto(`/staff/subscriptions?q=${encodeURIComponent(service)}`)
    await expect(page.getByRole('row').filter({ hasText: service })).toContainText('30/12/2030')
    await page.goto(`/staff/customers/${session.contactid}`)
    await expect(page.getByRole('row').filter({ hasText: hours })).toContainText('02/02/2026 – 30/12/2030')
  })
})
