import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Invoice } from '@portico/contract/invoices'
import { drop, dropFolder } from '../support/files.ts'
import { paper } from '../support/pdf.ts'
import { sveva } from '../support/people.ts'
import { call, expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, signInStaff } from '../support/staff.ts'

const attempt = () => test.info().retry + 1
const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text, 'latin1') })
const row = (page: Page, text: string) => page.locator('.publish-row').filter({ hasText: text })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** An electronic invoice to the customer, whose numbers the portal does not know. */
const electronic = (number: string) =>
  file(
    `IT04218730285_${number}.xml`,
    'text/xml',
    `<?xml version="1.0" encoding="UTF-8"?><p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
    <FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>04218730285</IdCodice></IdFiscaleIVA>
    <Anagrafica><Denominazione>Brenta Servizi S.r.l.</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore>
    <CessionarioCommittente><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>0770000${number.slice(-4)}</IdCodice></IdFiscaleIVA>
    <Anagrafica><Denominazione>Ditta Sveva Prova</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>
    <FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa><Data>2026-11-20</Data>
    <Numero>${number}</Numero><ImportoTotaleDocumento>890.60</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
    <DatiBeniServizi><DettaglioLinee><Descrizione>Canone</Descrizione><PrezzoTotale>730.00</PrezzoTotale></DettaglioLinee></DatiBeniServizi>
    </FatturaElettronicaBody></p:FatturaElettronica>`,
  )

/** Takes off what another attempt has left. */
const clearList = async (page: Page) => {
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const { items } = (await (await page.request.get('/api/staff/publish')).json()) as { items: { id: number }[] }
  const data = { itemIds: items.map(({ id }) => id) }
  if (items.length > 0)
    await page.request.post('/api/staff/publish/items/removal', { data, headers: { 'X-CSRF-Token': csrfToken } })
}

test.use({ as: sveva })

test('an invoice and an estimate are dropped, corrected, published, seen by the customer, and taken back', async ({
  page,
  session,
}) => {
  const { token, company, contactid } = session
  const invoices = () => call<Invoice[]>(token, 'GET', `/api/${company}/${contactid}/invoices`)
  const estimates = () => call<unknown[]>(token, 'GET', `/api/${company}/${contactid}/estimates`)
  const number = `2026-90${attempt()}1`
  await signInStaff(page, elenaConti)
  await clearList(page)
  await page.goto('/staff/publish')

  await test.step('files are recognised, and one is refused', async () => {
    await drop(
      page.getByRole('main'),
      electronic(number),
      paper(
        `offerta-${attempt()}.pdf`,
        `Preventivo n. P-90${attempt()}`,
        'Ditta Sveva Prova',
        'Data 19/11/2026',
        'Totale EUR 4.270,00',
      ),
      file('scansione.pdf', 'application/pdf', `MZ${'\0'.repeat(90)}`),
    )
    await expect(row(page, `Fattura ${number}`)).toContainText('890,60')
    await expect(row(page, 'scansione.pdf')).toContainText('Rifiutato: è un programma')
    await expect(row(page, `Preventivo P-90${attempt()}`)).toContainText('Da confermare')
  })

  await test.step('the customer of one is chosen, the other is corrected', async () => {
    await row(page, `Fattura ${number}`)
      .getByRole('button', { name: /Di quale cliente/ })
      .click()
    await page.getByRole('combobox').fill('sveva')
    await page.getByRole('option', { name: 'Ditta Sveva Prova' }).click()
    await expect(row(page, `Fattura ${number}`).getByRole('checkbox')).toBeChecked()
    await row(page, 'Preventivo P-90')
      .getByRole('button', { name: /^Preventivo/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Totale in euro').fill('4.200,00')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resta qui' }).click()
    await expect(dialog.getByLabel('Totale in euro')).toHaveValue('4.200,00')
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Preventivo P-90').getByRole('checkbox')).toBeChecked()
    await expect(page.getByRole('complementary', { name: 'Come la vedrà il cliente' })).toContainText('Sveva Prova')
    expect(await foundByRuleEngines(page)).toEqual([])
  })

  await test.step('a reload finds the list as it was; both are published by keys', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /^Pubblica 2/ })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, '2 file pubblicati').first()).toBeVisible()
    expect((await invoices()).map(({ documentNumber }) => documentNumber)).toContain(number)
    expect((await estimates()).length).toBeGreaterThan(0)
  })

  await test.step('what was published is taken back, and waits again without its tick', async () => {
    await page.getByRole('button', { name: 'Annulla' }).first().click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Non li ha ancora aperti nessuno')
    await question.getByRole('button', { name: 'Annulla' }).click()
    await expect(toast(page, 'Ritirati')).toBeVisible()
    expect((await invoices()).map(({ documentNumber }) => documentNumber)).not.toContain(number)
    await expect(row(page, `Fattura ${number}`).getByRole('checkbox')).not.toBeChecked()
  })

  await test.step('a folder is dropped, and what was guessed of its files is confirmed at once', async () => {
    const offer = (letter: string) =>
      paper(
        `offerta-${letter}.pdf`,
        `Preventivo n. P-80${attempt()}${letter}`,
        'Ditta Sveva Prova',
        'Data 19/11/2026',
        'Totale EUR 10,00',
      )
    // As a folder with another one in it, and a file that the system has left there.
    const folder = mkdtempSync(join(tmpdir(), 'offerte-'))
    mkdirSync(join(folder, 'altre'))
    writeFileSync(join(folder, '.DS_Store'), 'x')
    writeFileSync(join(folder, offer('A').name), offer('A').buffer)
    writeFileSync(join(folder, 'altre', offer('B').name), offer('B').buffer)
    await dropFolder(page, folder)
    await expect(row(page, `P-80${attempt()}A`)).toContainText('Da confermare')
    await expect(row(page, `P-80${attempt()}B`)).toContainText('Da confermare')
    await page.getByRole('button', { name: '2 file sono giusti così' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sì, per tutti' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(row(page, `P-80${attempt()}A`).getByRole('checkbox')).toBeChecked()
    await expect(row(page, `P-80${attempt()}B`).getByRole('checkbox')).toBeChecked()
    await expect(page.locator('.publish-row').filter({ hasText: 'DS_Store' })).toHaveCount(0)
    await clearList(page)
    rmSync(folder, { recursive: true })
  })
})
