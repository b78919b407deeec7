import type { Page } from '@playwright/test'
import type { ActivityContract } from '@portico/contract/contracts'
import { drawnPage } from '../support/pdf.ts'
import { giulia } from '../support/people.ts'
import { call, expect, type Session, test } from '../support/portico.ts'

const contracts = (page: Page) => page.locator('details.contract')
const contract = (page: Page, name: string) => contracts(page).filter({ hasText: name })
const panel = (page: Page) => page.locator('.side-panel')

/** The user's base URL in the portal that has service contracts. */
const energy = ({ me }: Session) => {
  const contact = me.contacts.find(({ portalSettings }) => portalSettings.webPortalKey === 'brenta-energia')
  return `/brenta-energia/${contact?.contactId}`
}

test.use({ as: giulia })

test('contracts in hours and units show what is left, their state, their activities and the report of each', async ({
  page,
  session,
}) => {
  const { token, company, contactid, url } = session
  const all = await call<ActivityContract[]>(token, 'GET', `/api/${company}/${contactid}/activitycontracts`)
  const active = all.filter(({ isExpired }) => !isExpired)

  await page.goto(url)
  await page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Contratti' }).click()
  await expect(page).toHaveURL(`${url}/activitycontracts`)
  await expect(contracts(page)).toHaveCount(active.length)
  await expect(page.getByText('Scaduto')).toHaveCount(0)
  const left = page.locator('.tile').filter({ hasText: 'Ore residue' })
  await expect(left).toContainText(/ su \d+ h$/)
  const leftOfActive = await left.textContent()
  await page.getByRole('radio', { name: 'Tutti' }).click()
  await expect(page).toHaveURL(`${url}/activitycontracts?filter=2`)
  await expect(contracts(page)).toHaveCount(all.length)
  // The remainder of an expired contract can no longer be used.
  expect(all.some(({ isExpired, hoursAmount }) => isExpired && hoursAmount)).toBe(true)
  await expect(left).toHaveText(leftOfActive ?? '')
  await expect(page.getByText(`${all.length} contratti`)).toBeVisible()
  await expect(page.locator('.tile').filter({ hasText: 'Contratti attivi' })).toContainText(
    `${active.length} su ${all.length}`,
  )
  await expect(contract(page, 'Avviamento').locator('.status')).toHaveText('Scaduto')
  await expect(contract(page, 'Reperibilità serale').locator('.status')).toHaveText('In scadenza')
  await expect(contract(page, 'Reperibilità serale').locator('.meter')).toHaveAttribute('data-level', 'low')
  await expect(contract(page, 'Avviamento').locator('.meter')).toHaveAttribute('data-level', 'out')
  await expect(contract(page, 'Corsi per il personale').getByRole('meter')).toHaveAccessibleName(
    'Restano 1 unità su 6 unità',
  )

  // With the keyboard only.
  const support = contract(page, 'Assistenza tecnica 80 ore')
  const work = all.find(({ name }) => name === 'Assistenza tecnica 80 ore')?.activities ?? []
  await support.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(support.getByRole('row')).toHaveCount(work.length + 1)
  await expect(page).toHaveURL(/[?&]open=\d+/)
  const remote = support.getByRole('row').filter({ hasText: 'Consulenza' })
  await expect(remote).toContainText('Da remoto')
  await expect(remote).toContainText('Nessun rapportino')
  await expect(support.getByRole('row').filter({ hasText: 'Formazione' })).toContainText('Via dell’Artigianato')
  const report = support.getByRole('link', { name: /^Rapportino: / }).first()
  await report.focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await expect(drawnPage(panel(page))).toBeVisible()
  const first = await panel(page).getByRole('paragraph').textContent()
  await panel(page).getByRole('button', { name: 'Successivo' }).click()
  await expect(panel(page).getByRole('paragraph')).not.toHaveText(first ?? '')
  await panel(page).getByRole('button', { name: 'Precedente', exact: true }).click()
  await expect(panel(page).getByRole('paragraph')).toHaveText(first ?? '')

  // A shared link shows what its sender saw.
  await page.reload()
  await expect(panel(page).getByRole('paragraph')).toHaveText(first ?? '')
  await expect(support.getByRole('row')).toHaveCount(work.length + 1)
  await report.focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(report).toBeFocused()
  await support.locator('summary').press('Space')
  await expect(support.getByRole('row')).toHaveCount(0)
  await expect(page).toHaveURL(`${url}/activitycontracts?filter=2`)
})

test('service contracts show packages, documents, assets, and tags by group', async ({ page, session, faults }) => {
  const url = energy(session)
  await page.goto(`${url}/servicecontracts`)
  const menu = page.getByRole('navigation', { name: 'Menu principale' })
  await expect(menu.getByRole('link', { name: 'Contratti' })).toHaveAttribute('href', `${url}/servicecontracts`)
  await expect(contracts(page)).toHaveCount(3)
  await page.getByRole('radio', { name: 'Tutti' }).click()
  await expect(contracts(page)).toHaveCount(5)
  await expect(contract(page, 'Pompa di calore').locator('.status')).toHaveText('Scaduto')
  await expect(contract(page, 'Cabina elettrica').locator('.status')).toHaveText('In scadenza')

  await page.getByRole('button', { name: 'Tutte le etichette' }).click()
  await expect(page.getByRole('group', { name: 'Impianto' }).getByRole('option')).toHaveCount(3)
  await page.getByRole('option', { name: 'Fotovoltaico' }).click()
  await page.keyboard.press('Escape')
  await expect(contracts(page)).toHaveCount(2)
  await expect(page).toHaveURL(/[?&]tagIds=/)

  // An old link may contain the id of a deleted tag.
  faults.expect(/404/)
  const filtered = new URL(page.url()).search
  await page.goto(`${url}/servicecontracts${filtered}%2C999999999`)
  await expect(contracts(page)).toHaveCount(2)
  await expect(page).toHaveURL(`${url}/servicecontracts${filtered}`)

  const full = contract(page, 'Conduzione del fotovoltaico, completa')
  await full.locator('summary').click()
  const packages = full.getByRole('region', { name: 'Pacchetti' })
  await expect(packages.getByRole('meter', { name: 'Restano 1 unità su 6 unità' })).toBeVisible()
  await expect(full.getByRole('region', { name: 'Etichette' })).toContainText('Impianto: Fotovoltaico')
  await full.getByRole('link', { name: 'Contratto firmato.pdf', exact: true }).click()
  await expect(panel(page).getByRole('heading')).toHaveText('Contratto firmato.pdf')
  await expect(drawnPage(panel(page))).toBeVisible()
  await panel(page).getByRole('button', { name: 'Successivo' }).click()
  await expect(panel(page).getByRole('img', { name: 'impianto-fotovoltaico-tetto.png' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Chiudi il pannello' }).click()
  await expect(panel(page)).toBeHidden()
  await full.getByRole('link', { name: 'Fotovoltaico – Inverter Fronius Eco 27 n. 1' }).click()
  await expect(panel(page).getByRole('heading', { level: 2 }).first()).toContainText('Inverter Fronius Eco 27 n. 1')

  // The list of all contracts works in this portal too.
  await page.goto(`${url}/activitycontracts`)
  await expect(contract(page, 'Consulenza energetica 30 ore')).toBeVisible()
})

test('an empty date range offers to clear the filters', async ({ page, session }) => {
  await page.goto(`${session.url}/activitycontracts?from=2001-01-01&to=2001-12-31`)
  await expect(page.getByRole('heading', { name: 'Nessun elemento trovato' })).toBeVisible()
  await page.getByRole('button', { name: 'Azzera i filtri' }).click()
  await expect(page).toHaveURL(`${session.url}/activitycontracts`)
  await expect(contracts(page).first()).toBeVisible()
})
