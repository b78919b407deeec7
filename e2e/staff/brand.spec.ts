import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { picture } from '../support/files.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { ivanTomaselli, openStaff, saraBellini, signInStaff } from '../support/staff.ts'

/** A white picture in black and white with this side. */
const whitePng = (side: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(Math.ceil(side / 8), 0xff)])
  const lines = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))],
  ])
}

const changes = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const undo = (page: Page, field: string) => page.getByRole('button', { name: `Annulla la modifica di «${field}»` })

test('a portal is opened and gets its look, which its sign-in page shows after a reload', async ({
  page,
  browser,
  faults,
}) => {
  const key = `prova-aspetto-${test.info().retry}`
  const name = `Vetreria Prova ${test.info().retry}`
  await signInStaff(page, saraBellini)

  await test.step('a further portal is opened', async () => {
    await page.goto('/staff/portals')
    await page.getByRole('link', { name: 'Nuovo portale' }).click()
    await page.getByRole('textbox', { name: 'Nome' }).fill(name)
    const address = page.getByRole('textbox', { name: 'Indirizzo' })
    await address.fill('tickets')
    await page.getByRole('button', { name: 'Apri il portale' }).click()
    await expect(page.getByText('Questa parola serve a Portico')).toBeVisible()
    await address.fill(key)
    await page.getByRole('button', { name: 'Apri il portale' }).click()
    await expect(page).toHaveURL(/\/staff\/portals\/\d+\/brand$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  const customer = await page.context().newPage()
  await customer.goto(`/${key}/login`)
  await expect(customer.locator('.cover-brand')).toHaveText(name)

  await test.step('a colour that is not read well is mended, and undone', async () => {
    const colour = page.getByRole('textbox', { name: 'Colore di base' })
    await colour.fill('gold')
    const mend = page.getByRole('button', { name: 'Correggi' })
    await expect(mend).toBeVisible()
    await mend.click()
    await expect(mend).toHaveCount(0)
    await expect(colour).toHaveValue(/^#[0-9a-f]{6}$/)
    await undo(page, 'Colore di base').click()
    await expect(colour).toHaveValue('#202124')
    await colour.fill('nessuno')
    await expect(page.getByText('Non è un colore pieno')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pubblica' })).toBeDisabled()
    await colour.fill('rebeccapurple')
    await expect(changes(page, '1 modifica non pubblicata')).toBeVisible()
  })

  await test.step('a logo, and CSS whose faults are told by line and column', async () => {
    const logo = page.locator('input[type=file]')
    await logo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText('Questo file non si può mostrare')).toBeVisible()
    // Of a few kilobytes, and 64 million pixels in whatever shows it.
    await logo.setInputFiles({ name: 'grande.png', mimeType: 'image/png', buffer: whitePng(8000) })
    await expect(page.getByText('L’immagine supera i 4000 × 4000 pixel: scegline una più piccola')).toBeVisible()
    await logo.setInputFiles(picture)
    await expect(page.getByText(picture.name)).toBeVisible()
    const css = page.getByRole('textbox', { name: 'CSS personalizzato' })
    await css.fill('.auth-form h1 { color: red }\n.x { position: fixed }\n')
    await expect(page.getByText('Riga 2, colonna 6:')).toBeVisible()
    await css.fill('.auth-form h1 { letter-spacing: 4px }\n')
    await expect(page.getByText('Riga 2, colonna 6:')).toHaveCount(0)
    await page.getByText('Classi su cui contare').click()
    await page.getByRole('button', { name: '.page-title', exact: true }).click()
    await expect(css).toHaveValue('.auth-form h1 { letter-spacing: 4px }\n.page-title {\n  \n}\n')
  })

  await test.step('the previews have the colour and the CSS, and what is not published is kept', async () => {
    // The look into a frame without scripts is itself a script, which the browser says it has refused.
    faults.expect(/Blocked script execution in 'about:srcdoc'/)
    const list = page.frameLocator('iframe[title="Anteprima dell’elenco dei ticket"]')
    await expect(list.locator('.shell-header')).toHaveCSS('background-color', 'rgb(102, 51, 153)')
    await expect(list.locator('.brand-logo')).toBeVisible()
    await page.reload()
    await expect(changes(page, '3 modifiche non pubblicate')).toBeVisible()
    await page.getByRole('radio', { name: 'Accesso' }).click()
    const signIn = page.frameLocator('iframe[title="Anteprima della pagina di accesso"]')
    await expect(signIn.locator('h1')).toHaveCSS('letter-spacing', '4px')
    await page.getByRole('radio', { name: 'E-mail' }).click()
    const mail = page.frameLocator('iframe[title="Anteprima di un’e-mail"]')
    await expect(mail.locator('h1')).toHaveText('Nuova risposta al ticket 1281')
    await page.getByRole('radio', { name: 'Ticket' }).click()
  })

  await test.step('it is published, and the open page of a customer has it after a reload', async () => {
    await expect(customer.locator('.auth-form h1')).not.toHaveCSS('letter-spacing', '4px')
    await page.getByRole('button', { name: 'Pubblica' }).click()
    await expect(changes(page, 'È tutto pubblicato')).toBeVisible()
    await customer.reload()
    await expect(customer.locator('.auth-form h1')).toHaveCSS('letter-spacing', '4px')
    await expect(customer.locator('.auth-cover')).toHaveCSS('background-color', 'rgb(102, 51, 153)')
    await expect(customer.locator('.auth-cover .brand-logo')).toBeVisible()
    await customer.close()
  })

  await test.step('a colleague who was faster is told, and nothing typed is lost', async () => {
    const other = await openStaff(browser, faults, saraBellini)
    await other.goto(page.url())
    await other.getByRole('textbox', { name: 'Testo della pagina di accesso' }).fill('Vetro su misura')
    await page.getByRole('textbox', { name: 'Testo della pagina di accesso' }).fill('Vetro e specchi')
    await other.getByRole('button', { name: 'Pubblica' }).click()
    await expect(changes(other, 'È tutto pubblicato')).toBeVisible()
    faults.expect(/409/)
    await page.getByRole('button', { name: 'Pubblica' }).click()
    await expect(page.getByText('Nel frattempo un collega ha pubblicato qualcosa')).toBeVisible()
    await expect(page.getByText('Cambiato da entrambi: Testo della pagina di accesso')).toBeVisible()
    await page.getByRole('button', { name: 'Tieni il mio' }).click()
    await page.getByRole('button', { name: 'Pubblica' }).click()
    await expect(changes(page, 'È tutto pubblicato')).toBeVisible()
    await other.reload()
    await expect(other.getByRole('textbox', { name: 'Testo della pagina di accesso' })).toHaveValue('Vetro e specchi')
    await other.context().close()
  })

  await test.step('both rule engines find nothing, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await foundByRuleEngines(page)).toEqual([])
    }
  })
})

test('whoever has one portal is led to its look and never reads the word', async ({ page }) => {
  await signInStaff(page, ivanTomaselli)
  await page.goto('/staff/portals')
  await expect(page).toHaveURL(/\/staff\/portals\/\d+\/brand$/)
  await expect(page.getByRole('link', { name: 'Aspetto' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pubblica' })).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(/portal/i)
})
