import type { Page } from '@playwright/test'
import type { WikiElement } from '@portico/contract/wiki'
import { drawnPage } from '../support/pdf.ts'
import { giulia } from '../support/people.ts'
import { call, expect, test } from '../support/portico.ts'

test.use({ as: giulia })

const assets = (page: Page) => page.locator('.asset .row-link')
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const nas = 'NAS Synology RS822+'

test('an asset is found by a property, shows its data, and restores the focus when closed', async ({
  page,
  session,
}) => {
  await page.goto(`${session.url}/wiki`)
  await expect(assets(page)).toHaveCount(19)
  await expect(page.locator('.folder[open]')).toHaveCount(5)

  await page.getByRole('searchbox', { name: 'Cerca per nome o proprietà' }).fill('2150qwr8')
  await expect(assets(page)).toHaveText([nas])
  await expect(page).toHaveURL(/q=2150qwr8/)
  await page.getByRole('link', { name: nas }).press('Enter')

  const open = panel(page, nas)
  await expect(open.getByText('10.10.1.20')).toBeVisible()
  await expect(open.getByText(/^\d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(open.getByRole('link', { name: 'Scarica Verbale prova di ripristino.pdf' })).toBeVisible()
  await open.getByRole('button', { name: /Conservazione dei disegni\.pdf/ }).click()
  await expect(drawnPage(open)).toBeVisible()
  await open.getByRole('button', { name: 'Proprietà' }).click()
  await expect(open.getByText('10.10.1.20')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(open).toBeHidden()
  await expect(page.getByRole('link', { name: nas })).toBeFocused()
})

test('folders collapse one by one and together, and a search expands them', async ({ page, session }) => {
  await page.goto(`${session.url}/wiki`)
  await page.locator('.folder summary', { hasText: 'Magazzino' }).click()
  await expect(page.getByRole('link', { name: 'Access point Wi-Fi' })).toBeHidden()
  await expect(page.getByRole('link', { name: nas })).toBeVisible()
  await page.getByRole('button', { name: 'Comprimi tutto' }).click()
  await expect(page.locator('.folder[open]')).toHaveCount(0)
  await page.getByRole('searchbox').fill('wi-fi')
  await expect(page.getByRole('link', { name: 'Access point Wi-Fi' })).toBeVisible()
})

test('an asset opens by its URL, and a ticket about it can be started', async ({ page, session }) => {
  const { token, company, contactid, url } = session
  const [asset] = await call<WikiElement[]>(token, 'GET', `/api/${company}/${contactid}/wikielements?filter=fortigate`)
  await page.goto(`${url}/wiki?q=mazak&open=${asset?.id}`)
  const open = panel(page, 'Firewall FortiGate 60F')
  await expect(open.getByText('FGT60FTK2109')).toBeVisible()
  const download = page.waitForEvent('download')
  await open.getByRole('link', { name: /Registro Camposampiero\.zip/ }).click()
  expect((await download).suggestedFilename()).toBe('Registro Camposampiero.zip')
  await open.getByRole('link', { name: 'Nuovo ticket' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo ticket' })).toBeVisible()
  await expect(page.getByText('Sala server – Firewall FortiGate 60F')).toBeVisible()
})
