import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { codeSentTo } from './outbox.ts'
import { toSign } from './people.ts'
import { expect, test } from './portico.ts'

const address = (key: string) => `/brenta/documents/${key}`

const verify = async (page: Page, name: string, buffer: Buffer) => {
  await page.goto('/verify')
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'scegli dal computer' }).click()
  await (await dialog).setFiles({ name, mimeType: 'application/pdf', buffer })
}

test('a document is read, signed with the code of the message, taken away and checked', async ({ page, faults }) => {
  faults.expect(/api\/signing\/.*\/signature/)
  await page.goto(address(toSign.desk))
  await expect(page.locator('html')).toHaveAttribute('data-screen', 'document')
  await expect(page.getByRole('heading', { name: 'Contratto di prova', level: 1 })).toBeVisible()
  await expect(page.getByText('Da firmare')).toBeVisible()
  await page.getByRole('link', { name: 'Firma il documento' }).click()

  await expect(page.getByLabel('Cognome')).toHaveValue('Čović')
  await expect(page.getByLabel('Numero di telefono')).toHaveValue('*******020')
  await page.getByRole('button', { name: 'Inviami il codice' }).click()
  await expect(page.getByText('Compila tutti i campi')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Inviami il codice' }).click()

  const field = page.getByRole('textbox', { name: 'Codice ricevuto per SMS' })
  await expect(field).toBeFocused()
  await expect(page.getByText('richiederlo di nuovo tra')).toBeVisible()
  const code = await codeSentTo('+393335554020')
  await page.keyboard.type(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Codice OTP non valido')).toBeVisible()
  // Back and forth again, without another message.
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Inviami il codice' }).click()
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Firma', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Documento firmato con successo' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Scarica la copia firmata' }).click()
  const signed = readFileSync(await (await download).path())

  await page.goto(address(toSign.desk))
  await expect(page.getByRole('heading', { name: 'Questo documento è già firmato' })).toBeVisible()

  await verify(page, 'firmato.pdf', signed)
  await expect(page.getByText('Nessun byte è cambiato dopo la firma')).toBeVisible()
  await expect(page.getByText('Matteo Čović')).toBeVisible()
  signed[100] = (signed[100] ?? 0) ^ 1
  await verify(page, 'cambiato.pdf', signed)
  await expect(page.getByText('Questo file è stato modificato dopo la firma')).toBeVisible()
})

test.describe('on a phone that shows no PDF', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the last page is read, and a number given by the signer gets the code', async ({ page }) => {
    await page.addInitScript('Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", { get: () => false })')
    await page.goto(address(toSign.dictated))
    await expect(page.getByText('1 / 2')).toBeVisible()
    await page.getByRole('button', { name: 'Pagina successiva' }).click()
    await expect(page.getByText('2 / 2')).toBeVisible()
    await page.getByRole('link', { name: 'Firma il documento' }).click()
    await expect(page.getByRole('heading', { name: 'Chi firma' })).toBeInViewport()
    await page.getByLabel('Numero di telefono').fill('333 555 0077')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Inviami il codice' }).click()
    await page.getByRole('textbox', { name: 'Codice ricevuto per SMS' }).fill(await codeSentTo('3335550077'))
    await page.getByRole('button', { name: 'Firma', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Documento firmato con successo' })).toBeInViewport()
    // The evidence has been added behind the two pages.
    await expect(page.getByText('1 / 3')).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})

test('a document is declined, and then opens no more', async ({ page, faults }) => {
  faults.expect(/api\/signing\//)
  await page.goto(address(toSign.refused))
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Motivo').fill('Manca la seconda sede')
  await dialog.getByRole('button', { name: 'Rifiuta il documento' }).click()
  await expect(page.getByRole('heading', { name: 'Questo documento è stato rifiutato' })).toBeVisible()
})

test('without a phone number there is the warning, and no way on', async ({ page }) => {
  for (const path of ['', '/confirm']) {
    await page.goto(address('demo-no-phone') + path)
    await expect(page.getByText('impossibile procedere con la firma OTP')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Firma il documento' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Inviami il codice' })).toHaveCount(0)
  }
})

test('links that open nothing say why', async ({ page, faults }) => {
  faults.expect(/api\/signing\//)
  for (const [key, title] of [
    ['demo-expired', 'Il tempo per firmare questo documento è scaduto'],
    ['demo-withdrawn', 'Questo documento è stato ritirato'],
    ['unknown-key', 'Questo link non funziona'],
  ] as const) {
    await page.goto(address(key))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
})
