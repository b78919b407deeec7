import type { Page } from '@playwright/test'
import { fosca } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { saraBellini, signInStaff } from '../support/staff.ts'

/** A name that no other attempt of the test has. */
const named = (name: string) => `${name} ${['A', 'B', 'C'][test.info().retry]}`
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The address of the customers' portal in the staff room. */
const portalAt = async (page: Page, key: string): Promise<string> => {
  const portals: { id: number; webPortalKey: string }[] = await (await page.request.get('/api/staff/portals')).json()
  return `/staff/portals/${portals.find(({ webPortalKey }) => webPortalKey === key)?.id}`
}

/** A portal of which no other spec reads these settings. */
const energy = 'brenta-energia'

test.use({ as: fosca })

test('a type and a state are added, and the customer’s form has the type', async ({ page, context, session }) => {
  await signInStaff(page, saraBellini)
  await page.goto(`${await portalAt(page, session.company)}/tickets`)
  const [type, state] = [named('Preventivo di prova'), named('In officina')]

  await test.step('a type', async () => {
    await page.getByRole('button', { name: 'Nuovo tipo di ticket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nuovo tipo di ticket' })
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(dialog).toContainText('Scrivi un nome')
    await dialog.getByLabel('Nome').fill(type)
    await dialog.getByLabel('Ore fino alla scadenza').fill('48')
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, type)).toContainText('scade in 48 h')
  })

  await test.step('a state', async () => {
    await page.getByRole('button', { name: 'Nuovo stato' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nuovo stato' })
    await dialog.getByLabel('Nome').fill(state)
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(rowOf(page, state)).toContainText('in attesa')
  })

  await test.step('nothing to complain about', async () => {
    expect(await foundByRuleEngines(page)).toEqual([])
  })

  await test.step('the customer’s form', async () => {
    const customer = await context.newPage()
    await customer.goto(`/${session.company}/${session.contactid}/tickets/new`)
    await customer.getByRole('button', { name: /^Tipo/ }).click()
    await expect(customer.getByRole('option', { name: type })).toBeVisible()
    await customer.close()
  })

  await test.step('both are removed, because no ticket has them', async () => {
    for (const name of [type, state]) {
      await page.getByRole('button', { name: `Elimina ${name}` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
      await expect(rowOf(page, name)).toHaveCount(0)
    }
  })
})

test('new privacy terms are looked at, published, and read by customers', async ({ page }) => {
  await signInStaff(page, saraBellini)
  await page.goto(`${await portalAt(page, energy)}/texts`)
  const version = `${Date.now()}`
  await page.getByRole('button', { name: 'Scrivi una nuova versione' }).click()
  await page.getByLabel('Versione', { exact: true }).fill(version)
  const text = page.getByLabel('Testo')
  await text.fill(`${await text.inputValue()}\n<p>Aggiunta ${version}.</p>`)
  await page.getByRole('radio', { name: 'Differenze' }).click()
  await expect(part(page, 'Differenze').locator('ins')).toContainText(version)
  await page.getByRole('button', { name: 'Pubblica…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pubblica' }).click()
  await expect(toast(page, `La versione ${version} è pubblicata`)).toBeVisible()
  await expect(page.locator('.setting-row').first()).toContainText('da Sara Bellini')
  expect(await foundByRuleEngines(page)).toEqual([])
  await page.goto(`/${energy}/privacy`)
  await expect(page.getByText(`Aggiunta ${version}.`)).toBeVisible()
})

test('a warning where tickets reach nobody comes and goes, strangers are answered or not, and a trial mail is written', async ({
  page,
}) => {
  await signInStaff(page, saraBellini)
  const portal = await portalAt(page, energy)
  const type = named('Senza squadra')
  await page.goto(`${portal}/tickets`)
  await page.getByRole('button', { name: 'Nuovo tipo di ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuovo tipo di ticket' })
  await dialog.getByLabel('Nome').fill(type)
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(rowOf(page, type)).toBeVisible()
  await page.getByRole('link', { name: 'Avvisi' }).click()
  const form = part(page, 'Indirizzo dell’assistenza')
  const address = form.getByLabel('Indirizzo dell’assistenza')
  const save = async (value: string) => {
    await address.fill(value)
    await form.getByRole('button', { name: 'Salva' }).click()
    await expect(toast(page, 'Salvato').last()).toBeVisible()
  }
  const before = await address.inputValue()
  await address.fill('altro@brentaservizi.example')
  await page.getByRole('link', { name: 'Testi' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resta qui' }).click()
  await expect(address).toHaveValue('altro@brentaservizi.example')
  const warning = page.locator('.alert').filter({ hasText: 'Nessuno riceve un’e-mail' })
  await save('')
  await expect(warning).toContainText(type)
  await save(before)
  await expect(warning).toHaveCount(0)
  expect(await foundByRuleEngines(page)).toEqual([])
  // What is saved may be left without a question.
  await page.getByRole('link', { name: 'Testi' }).click()
  await expect(page).toHaveURL(/\/texts$/)
  await page.getByRole('link', { name: 'Avvisi' }).click()
  const strangers = page.getByRole('switch', { name: 'Risposta ai mittenti sconosciuti' })
  await expect(strangers).not.toBeChecked()
  await expect(page.getByText('non riceve risposta; la sua e-mail aspetta in «Posta da smistare»')).toBeVisible()
  await strangers.press('Space')
  await expect(strangers).toBeChecked()
  await expect(page.getByText('riceve una risposta, al massimo una al giorno')).toBeVisible()
  await strangers.click()
  await expect(strangers).not.toBeChecked()
  const trial = page.getByRole('form', { name: 'Prova un’e-mail' })
  await trial.getByRole('button', { name: 'Manda' }).click()
  await expect(trial).toContainText('il messaggio è un file nella cartella outbox')
})
