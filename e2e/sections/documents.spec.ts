import type { Page } from '@playwright/test'
import type { Document } from '@portico/contract/documents'
import { fileSizeMax } from '@portico/contract/shapes'
import { choose, drop, log, picture } from '../support/files.ts'
import { drawnPage } from '../support/pdf.ts'
import { dino, dora, giulia } from '../support/people.ts'
import { call, expect, type Session, test } from '../support/portico.ts'

const named = (name: string) => ({ ...picture, name })
const open = async (page: Page, { url }: Session, search = '') => {
  await page.goto(`${url}/documents${search}`)
  await expect(page.locator('html')).toHaveAttribute('data-screen', 'documents')
}
const row = (page: Page, name: string) => page.locator('tr', { has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page) => page.locator('tbody .row-link').allTextContents()
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Carica nuovo file' })

/** Adds a company file through the API. */
const upload = async ({ token, company, contactid }: Session, { name, buffer }: typeof picture) => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(buffer)]), name)
  const answer = await fetch(`${process.env.PORTICO_URL}/api/${company}/${contactid}/documents/upload/contact`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  })
  expect(answer.status).toBe(201)
}

test.describe('reading company files', () => {
  test.use({ as: giulia })

  test('each file shows its kind and a preview if possible, and can be downloaded', async ({ page, session }) => {
    await open(page, session)
    const kinds = { 'Planimetria rete, stabilimento di Vigonza.png': 'image', 'Elenco badge.xlsx': 'file' }
    for (const [name, kind] of Object.entries(kinds))
      await expect(row(page, name).locator('.file-icon')).toHaveAttribute('data-kind', kind)

    const panel = page.locator('.side-panel')
    await page.getByRole('link', { name: 'Armadio di rete, magazzino.jpg', exact: true }).click()
    const shown = panel.getByRole('img', { name: 'Armadio di rete, magazzino.jpg' })
    await expect(shown).toBeVisible()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)

    await page.getByRole('link', { name: 'Nomina a responsabile del trattamento.pdf', exact: true }).click()
    await expect(panel.getByRole('heading')).toHaveText('Nomina a responsabile del trattamento.pdf')
    await expect(drawnPage(panel)).toBeVisible()

    await page.getByRole('link', { name: 'Etichette armadi di rete.zip', exact: true }).click()
    await expect(panel).toContainText('Anteprima non disponibile')
    const download = page.waitForEvent('download')
    await panel.getByRole('link', { name: 'Scarica', exact: true }).first().click()
    expect((await download).suggestedFilename()).toBe('Etichette armadi di rete.zip')

    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Etichette armadi di rete.zip', exact: true })).toBeFocused()
  })

  test('search and order are part of the URL', async ({ page, session }) => {
    await open(page, session)
    await page.getByRole('searchbox', { name: 'Cerca nei file' }).fill('ATTESTAZIONE')
    await expect(page.locator('tbody .row-link')).toHaveText(['Attestazione antincendio 2026–2031.pdf'])
    await expect(page).toHaveURL(/q=ATTESTAZIONE/)
    await page.getByRole('searchbox').fill('introvabile')
    await page.getByRole('button', { name: 'Azzera i filtri' }).click()
    await page.getByRole('button', { name: 'Nome' }).click()
    await expect(page.locator('tbody .row-link').first()).toHaveText('Armadio di rete, magazzino.jpg')
    await page.reload()
    await expect(page.locator('tbody .row-link').first()).toHaveText('Armadio di rete, magazzino.jpg')
    const all = await names(page)
    expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'it')))
  })
})

test.describe('adding company files', () => {
  test.use({ as: dora })

  test('several files are added by button and drop; a failed one can be retried, one that is too large is not sent', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_CONNECTION_REFUSED/)
    await open(page, session)
    await choose(uploadButton(page), named('uno.png'), { ...log, name: 'due.csv' })
    for (const name of ['uno.png', 'due.csv']) await expect(row(page, name)).toBeVisible()
    await expect(page.getByRole('status').getByText('2 file caricati')).toBeVisible()

    const address = /documents\/upload\/contact$/
    await page.route(address, route => route.abort('connectionrefused'))
    await drop(page.getByRole('heading', { level: 1 }), named('tre.png'), named('quattro.png'))
    const failed = page.locator('.upload-row[data-state="failed"]')
    await expect(failed).toHaveCount(2)
    await expect(failed.first().getByRole('alert')).toContainText('Impossibile raggiungere il portale')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Carica di nuovo tre.png' }).click()
    await expect(row(page, 'tre.png')).toBeVisible()
    await page.getByRole('button', { name: 'Rimuovi quattro.png' }).click()
    await expect(page.locator('.upload-row')).toHaveCount(0)

    faults.expect(/507/)
    await page.route(address, route => route.fulfill({ status: 507, json: { code: 'storage_full' } }))
    await choose(uploadButton(page), named('cinque.png'))
    await expect(failed.getByRole('alert')).toContainText('Lo spazio per i file di questo portale è esaurito')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Rimuovi cinque.png' }).click()
    await expect(page.locator('.upload-row')).toHaveCount(0)

    await choose(uploadButton(page), { ...log, name: 'enorme.csv', buffer: Buffer.alloc(fileSizeMax + 1, 'x') })
    await expect(page.getByRole('alert')).toHaveText('enorme.csv supera i 25 MB e non è stato caricato.')

    const { token, company, contactid } = session
    const stored = await call<Document[]>(token, 'GET', `/api/${company}/${contactid}/documents`)
    const own = stored
      .map(({ documentName }) => documentName)
      .filter(name => /^(uno|due|tre|quattro|cinque|enorme)\./.test(name))
    expect(own.toSorted()).toEqual(['due.csv', 'tre.png', 'uno.png'])
  })

  test('new files appear without a reload for a colleague, who may not add any', async ({ session, openAs }) => {
    const page = await openAs(dino)
    await page.goto(`${session.url}/documents`)
    await expect(page.locator('html')).toHaveAttribute('data-screen', 'documents')
    await expect(uploadButton(page)).toHaveCount(0)
    await expect(page.locator('input[type="file"]')).toHaveCount(0)
    await expect(page.locator('.page-count')).toBeVisible()
    await expect(row(page, 'in diretta.png')).toHaveCount(0)
    await upload(session, named('in diretta.png'))
    await expect(row(page, 'in diretta.png')).toBeVisible()
  })
})
