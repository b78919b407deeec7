import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { portico } from '../support/command-line.ts'
import { linkMailedTo } from '../support/outbox.ts'
import { pdf } from '../support/pdf.ts'
import { expect, test } from '../support/portico.ts'
import { elenaConti, marcoFerraris, openStaff, saraBellini, signInStaff } from '../support/staff.ts'

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
/** A word that no other attempt has. */
const unique = () => `${test.info().retry}${Date.now() % 1_000_000}`

/** Makes something through the API. */
const post = async (page: Page, path: string, data: object) => {
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const answer = await page.request.post(path, { data, headers: { 'X-CSRF-Token': csrfToken } })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** Makes a customer of the first portal. */
const makeCustomer = async (page: Page, companyName: string): Promise<{ id: number }> => {
  const { portals } = await (await page.request.get('/api/staff/me')).json()
  return post(page, '/api/staff/customers', { companyName, portalId: portals[0].id })
}

/** Imports a customer with three invoices; two of them have an open amount. */
const importInvoices = async (key: string, open: readonly [number, number]) => {
  const at = (name: string) => test.info().outputPath(name)
  writeFileSync(at('fattura.pdf'), pdf(1))
  const totals = [1234.5, -34.5, 500]
  const lines = [
    { type: 'contact', externalId: key, portal: 'brenta', companyName: `Officina ${key}` },
    ...totals.map((total, n) => ({
      type: 'invoice',
      externalId: `${key}-${n}`,
      contact: key,
      documentNumber: `${key}/${n}`,
      total,
      invoiceDate: '2026-11-02',
      file: { path: 'fattura.pdf', name: `Fattura ${n}.pdf` },
      ...(open[n] !== undefined && { openAmount: open[n] }),
    })),
  ]
  writeFileSync(at('fatture.jsonl'), lines.map(line => JSON.stringify(line)).join('\n'))
  await portico(['import', at('fatture.jsonl')])
}

test('a customer is made, corrected and found; its people are invited, changed, ended and signed out', async ({
  page,
  browser,
  faults,
}) => {
  faults.expect(/400.*\/api\/staff\/customers/)
  const name = `Tipografia ${unique()}`
  const [anna, bruno] = [`anna.${unique()}@tipografia.example`, `bruno.${unique()}@tipografia.example`]
  const row = (who: string) => page.getByRole('row').filter({ hasText: who })
  const more = async (who: string, act: string) => {
    await page.getByRole('button', { name: `Altro per ${who}` }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await signInStaff(page, elenaConti)
  await page.goto('/staff/customers')

  await test.step('made', async () => {
    await page.getByRole('button', { name: 'Nuovo cliente' }).click()
    const form = dialog(page)
    await form.getByLabel('Ragione sociale').fill(name)
    await form.getByLabel('Partita IVA').fill('123')
    await form.getByRole('button', { name: 'Crea il cliente' }).click()
    await expect(form.getByText('Scegli il portale in cui il cliente è seguito')).toBeVisible()
    await form.getByRole('button', { name: /Portale/ }).click()
    await page.getByRole('option').first().click()
    await form.getByRole('button', { name: 'Crea il cliente' }).click()
    await expect(form.getByText('Non può essere una partita IVA')).toBeVisible()
    await form.getByLabel('Partita IVA').fill('')
    await form.getByRole('button', { name: 'Crea il cliente' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('corrected', async () => {
    await page.getByRole('button', { name: 'Modifica' }).first().click()
    await dialog(page).getByLabel('Telefono').fill('045 555 0199')
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(page.getByText('045 555 0199')).toBeVisible()
  })

  await test.step('people are pasted, and the faulty line is named', async () => {
    await page.getByRole('button', { name: 'Invita', exact: true }).click()
    await dialog(page).getByText('Incolla un elenco').click()
    const list = dialog(page).getByLabel('Nomi e indirizzi')
    await list.fill(`Anna Neri, ${anna}\nBruno Neri; ${bruno}\nCarla senza indirizzo`)
    await expect(dialog(page).getByText('nessun indirizzo come nome@azienda.it')).toBeVisible()
    await list.fill(`Anna Neri, ${anna}\nBruno Neri; ${bruno}`)
    await dialog(page)
      .getByRole('radio', { name: /Contabilità/ })
      .check()
    await dialog(page).getByRole('button', { name: 'Manda 2 inviti' }).click()
    await dialog(page).getByRole('button', { name: 'Fatto' }).click()
    await expect(row('Anna Neri')).toContainText('Invitata')
    await expect(page.getByRole('switch', { name: 'Anna Neri: Fatture' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Anna Neri: Apre ticket' })).not.toBeChecked()
  })

  await test.step('a flag is switched, and stays after a reload', async () => {
    await page.getByRole('switch', { name: 'Anna Neri: Apre ticket' }).click()
    await expect(page.getByRole('switch', { name: 'Anna Neri: Apre ticket' })).toBeChecked()
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Anna Neri: Apre ticket' })).toBeChecked()
  })

  const link = await linkMailedTo(anna, /http:\S+\/confirm\?key=[\w-]+/)
  await test.step('invited again; with a password she has a session, which is ended', async () => {
    await more('Bruno Neri', 'Invita di nuovo')
    await dialog(page).getByRole('button', { name: 'Chiudi' }).click()
    const key = new URL(link).searchParams.get('key')
    const password = 'una barca senza remi'
    const entered = await page.request.post(`/api/auth/confirmations/${key}`, {
      data: { password, passwordRepeat: password },
    })
    const { token } = await entered.json()
    const me = () => page.request.get('/api/users/me', { headers: { Authorization: `Bearer ${token}` } })
    expect((await me()).status()).toBe(200)
    await page.reload()
    await expect(row('Anna Neri')).toContainText('Attiva')
    await more('Anna Neri', 'Chiudi le sessioni')
    await expect(dialog(page)).toContainText('Si chiude 1 sessione aperta')
    await dialog(page).getByRole('button', { name: 'Chiudi le sessioni' }).click()
    await expect(toast(page, 'Le sessioni di Anna Neri sono chiuse')).toBeVisible()
    expect((await me()).status()).toBe(401)
  })

  await test.step('an access is ended and restored', async () => {
    await more('Bruno Neri', 'Termina l’accesso')
    await dialog(page).getByRole('button', { name: 'Termina l’accesso' }).click()
    await expect(row('Bruno Neri')).toContainText('Accesso terminato')
    await more('Bruno Neri', 'Ripristina l’accesso')
    await expect(row('Bruno Neri')).not.toContainText('Accesso terminato')
  })

  await test.step('found by a person and by a filter', async () => {
    await page.getByRole('link', { name: 'Torna ai clienti' }).click()
    await page.getByRole('searchbox').fill(bruno)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
  })

  await test.step('what is to be collected: the office reads the sum, a technician no money at all', async () => {
    const key = `incasso-${unique()}`
    await importInvoices(key, [1234.5, -34.5])
    const found = await (await page.request.get(`/api/staff/customers?q=${key}`)).json()
    const path = `/staff/customers/${found[0].id}`
    const line = (on: Page) => on.getByRole('listitem').filter({ hasText: 'Da incassare' })
    await page.goto(path)
    await expect(line(page)).toContainText('€ 1.200,00')
    const technician = await openStaff(browser, faults, marcoFerraris)
    await technician.goto(path)
    await expect(technician.getByRole('heading', { level: 1, name: `Officina ${key}` })).toBeVisible()
    await expect(technician.getByText('Accessi negli ultimi 90 giorni')).toBeVisible()
    await expect(line(technician)).toHaveCount(0)
    expect(await technician.locator('body').innerText()).not.toContain('€')
    const documents = technician.getByRole('link', { name: /^Documenti/ })
    await expect(documents).toHaveCount(0)

    const administrator = await openStaff(browser, faults, saraBellini)
    await administrator.goto('/staff/settings/accounts')
    const rule = administrator.getByRole('switch', { name: 'Li vedono anche i tecnici' })
    await rule.click()
    await expect(rule).toBeChecked()
    await technician.reload()
    await expect(line(technician)).toContainText('€ 1.200,00')
    await documents.first().click()
    await technician.getByRole('row').filter({ hasText: '1.234,50' }).getByRole('link').first().click()
    await expect(technician.getByRole('region', { name: `Fattura ${key}/0` }).getByText('€ 1.234,50')).toBeVisible()
    await expect(technician.getByRole('button', { name: 'Sostituisci' })).toHaveCount(0)
    await technician.context().close()
    await rule.click()
    await expect(rule).not.toBeChecked()
    await administrator.context().close()

    await importInvoices(key, [0, -34.5])
    await page.reload()
    await expect(line(page)).toContainText('-€ 34,50')
    await line(page).getByRole('link').click()
    await expect(page.getByRole('row').filter({ hasText: key })).toHaveCount(3)
  })
})

test('a customer is archived and restored, and one that is there twice is merged, each after a look', async ({
  page,
}) => {
  const word = unique()
  await signInStaff(page, saraBellini)
  const [twice, stays] = [
    await makeCustomer(page, `Doppia ${word}`),
    await makeCustomer(page, `Officina che resta ${word}`),
  ]
  await post(page, `/api/staff/customers/${twice.id}/people`, {
    people: [{ referentName: 'Dora Doppia', email: `dora.${word}@doppia.example` }],
    flags: {},
  })
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Altro su questo cliente' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await test.step('archived: what ends is told; nobody is invited', async () => {
    await page.goto(`/staff/customers/${twice.id}`)
    await act('Archivia…')
    await expect(dialog(page)).toContainText('1 persona non ha più accesso')
    await dialog(page).getByRole('button', { name: 'Archivia' }).click()
    await expect(page.getByText('Archiviato', { exact: true })).toBeVisible()
    await act('Togli dall’archivio')
    await expect(page.getByText('Archiviato', { exact: true })).toHaveCount(0)
  })

  await test.step('merged: what moves is told, and the name has to be typed', async () => {
    await act('Unisci a un altro cliente…')
    await dialog(page)
      .getByRole('button', { name: /Scegli un cliente/ })
      .click()
    await page.getByRole('combobox').fill(`resta ${word}`)
    await page.getByRole('option', { name: `Officina che resta ${word}` }).click()
    await expect(dialog(page)).toContainText(`A Officina che resta ${word} passano:`)
    const confirm = dialog(page).getByRole('button', { name: 'Unisci definitivamente' })
    await expect(confirm).toBeDisabled()
    await dialog(page)
      .getByLabel(/Per confermare/)
      .fill(`Doppia ${word}`)
    await confirm.click()
    await expect(page).toHaveURL(new RegExp(`/staff/customers/${stays.id}`))
    await expect(page.getByRole('heading', { level: 1, name: `Officina che resta ${word}` })).toBeVisible()
  })
})
