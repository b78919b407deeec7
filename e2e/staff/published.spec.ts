import { expect as expectPlain, type Page } from '@playwright/test'
import type { PublishedFile } from '@portico/contract/staff/published'
import { choose } from '../support/files.ts'
import { codeSentTo, linkMailedTo } from '../support/outbox.ts'
import { pdf } from '../support/pdf.ts'
import { giulia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { elenaConti, openStaff, signInStaff } from '../support/staff.ts'

const aPdf = (name: string, pages: number) => ({ name, mimeType: 'application/pdf', buffer: pdf(pages) })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const panel = (page: Page) => page.locator('.side-panel')

test.use({ as: giulia })

test('the office sees who has opened an invoice, and replaces its file; the customer sees the new one', async ({
  page,
  session,
  browser,
  faults,
}) => {
  const { company, contactid } = session
  await page.goto(`/${company}/${contactid}/invoices`)
  const first = page.locator('.row-link').first()
  const number = (await first.textContent()) ?? ''
  await first.click()
  await expect(panel(page).locator('canvas').first()).toBeVisible()

  const staff = await openStaff(browser, faults, elenaConti)
  const listed = async () =>
    (
      (await (
        await staff.request.get(`/api/staff/published?kind=invoice&q=${encodeURIComponent(number)}`)
      ).json()) as PublishedFile[]
    ).find(({ title }) => title === number)
  // Openings are written once a second.
  await expect.poll(async () => (await listed())?.lastOpened?.referentName).toBe('Giulia Rossi')
  await staff.goto('/staff/publish/published')
  await staff.getByRole('searchbox').fill(number)
  await staff.getByRole('link', { name: `Fattura ${number}`, exact: true }).click()
  await expect(panel(staff).getByText('Giulia Rossi')).toBeVisible()

  await staff.getByRole('button', { name: 'Sostituisci il file' }).click()
  await choose(
    dialog(staff).getByRole('button', { name: 'Scegli un file' }),
    aPdf(`corretta-${test.info().retry}.pdf`, 1),
  )
  await dialog(staff).getByLabel('Motivo').fill('Importo sbagliato')
  await dialog(staff).getByRole('button', { name: 'Sostituisci il file' }).click()
  await expect(panel(staff).getByText(/^Il file di prima/)).toBeVisible()
  await expect(panel(staff).getByText('Importo sbagliato')).toBeVisible()

  await page.reload()
  await expect(page.locator('.document-replaced')).toBeVisible()
})

test('a document is sent to be signed, signed on a phone, and the office sees it; another is reminded and withdrawn', async ({
  page,
  browser,
  faults,
}) => {
  faults.expect(/api\/signing\//)
  faults.expect(/reminders/)
  const { retry } = test.info()
  const unique = `${retry}${Date.now() % 100_000}`
  const signers = [
    {
      firstName: 'Anna',
      lastName: `Prova${unique}`,
      email: `anna.${unique}@prova.example`,
      phone: `+39347${unique.padStart(7, '0')}`,
    },
    {
      firstName: 'Bruno',
      lastName: `Prova${unique}`,
      email: `bruno.${unique}@prova.example`,
      phone: `+39348${unique.padStart(7, '0')}`,
    },
  ] as const
  const name = `Rinnovo ${unique}`
  await signInStaff(page, elenaConti)
  await page.goto('/staff/publish/signatures')
  await page.getByRole('button', { name: 'Manda un documento' }).click()
  await choose(dialog(page).getByRole('button', { name: 'Scegli un PDF' }), aPdf(`${name}.pdf`, 1))
  await dialog(page)
    .getByRole('button', { name: /Scegli il cliente/ })
    .or(dialog(page).getByRole('combobox'))
    .first()
    .click()
  await page.getByRole('option').first().click()
  await dialog(page).getByRole('button', { name: 'Aggiungi un firmatario' }).click()
  for (const [n, signer] of signers.entries()) {
    const fields = dialog(page).getByRole('group', { name: `Firmatario ${n + 1}` })
    await fields.getByLabel('Nome', { exact: true }).fill(signer.firstName)
    await fields.getByLabel('Cognome').fill(signer.lastName)
    await fields.getByLabel('E-mail').fill(signer.email)
    await fields.getByLabel('Cellulare').fill(signer.phone)
  }
  await dialog(page).getByRole('button', { name: 'Manda a 2 persone' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('searchbox').fill(name)
  const rows = page.getByRole('link', { name, exact: true })
  await expect(rows).toHaveCount(2)

  const link = await linkMailedTo(signers[0].email, /http:\S+\/documents\/[\w-]+/)
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'it-IT',
  })
  const signing = await phone.newPage()
  await signing.goto(link)
  await signing.getByRole('link', { name: 'Firma' }).click()
  await signing.getByRole('checkbox').check()
  await signing.getByRole('button', { name: /codice/i }).click()
  const code = await codeSentTo(signers[0].phone)
  await signing.getByRole('textbox', { name: /codice/i }).fill(code)
  await expectPlain(signing.getByRole('heading', { name: /firmato/i })).toBeVisible()
  await phone.close()

  await page.reload()
  await expect(page.getByText(/^Firmato il/)).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Bruno' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Ricorda' }).click()
  await dialog(page).getByRole('button', { name: 'Manda di nuovo' }).click()
  await expect(panel(page).getByText('ha rimandato il link')).toBeVisible()
  await page.getByRole('button', { name: 'Ritira' }).click()
  await dialog(page).getByLabel('Motivo').fill('Ne arriva uno corretto.')
  await dialog(page).getByRole('button', { name: 'Ritira' }).click()
  await expect(panel(page).getByText('l’ha ritirato')).toBeVisible()
  const other = await linkMailedTo(signers[1].email, /http:\S+\/documents\/[\w-]+/)
  await page.goto(other)
  await expect(page.getByText('Ne arriva uno corretto.')).toBeVisible()
})
