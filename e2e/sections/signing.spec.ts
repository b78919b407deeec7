import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { filled, forEachReader, isSound, type Reader } from '../support/flows.ts'
import { codeSentTo, linkMailedTo } from '../support/outbox.ts'
import { documents, phones } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

const address = (key: string) => `/brenta/documents/${key}`
const codeField = (page: Page, { words }: Reader) => page.getByRole('textbox', { name: words.signing.code.label })

/** Opens a document and requests a code. */
const askForCode = async (page: Page, { words: { signing } }: Reader, key: string) => {
  await page.goto(address(key))
  await page.getByRole('link', { name: signing.sign }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: signing.data.submit }).click()
}

/** The number of lines of an element's text, whatever the height of the element. */
const lineCount = (element: Locator) =>
  element.evaluate(({ firstChild }) => {
    const range = document.createRange()
    if (firstChild) range.selectNodeContents(firstChild)
    return range.getClientRects().length
  })

const verify = async (page: Page, { words }: Reader, name: string, buffer: Buffer) => {
  await page.goto('/verify')
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: words.signing.check.choose }).click()
  await (await dialog).setFiles({ name, mimeType: 'application/pdf', buffer })
}

forEachReader('es-desktop', reader => {
  const { signing, errors, lists } = reader.words
  const keys = documents(reader)
  const phone = phones(reader).replaceAll(' ', '')

  test('a document is read, signed with the code of the text message, downloaded and verified', async ({
    page,
    faults,
  }) => {
    faults.expect(/api\/signing\/.*\/signature/)
    await page.goto(address(keys.desk))
    await expect(page.locator('html')).toHaveAttribute('data-screen', 'document')
    await expect(page.getByRole('heading', { name: 'Contratto di prova', level: 1 })).toBeVisible()
    await expect(page.getByText(signing.status.unsigned)).toBeVisible()
    await expect(page.getByText('1 / 2')).toBeVisible()
    const toolbar = page.locator('.pdf-bar')
    await toolbar.getByRole('button', { name: lists.file.nextPage }).click()
    await expect(toolbar.getByText('2 / 2')).toBeVisible()
    expect(await page.evaluate(() => scrollY), 'the window, whose header would cover the toolbar').toBe(0)
    expect((await toolbar.boundingBox())?.height, 'a toolbar of one line').toBeLessThan(60)
    await page.getByRole('link', { name: signing.sign }).click()

    await expect(page.getByLabel(signing.data.lastName)).toHaveValue('Čović')
    await expect(page.getByLabel(signing.data.phone)).toHaveValue(`*******${phone.slice(-3)}`)
    await page.getByRole('button', { name: signing.data.submit }).click()
    await expect(page.getByText(errors.fill_all_fields)).toBeVisible()
    await expect(page.getByText(signing.data.lacks.consent)).toBeVisible()
    await isSound(page, reader)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: signing.data.submit }).click()

    const field = codeField(page, reader)
    await expect(field).toBeFocused()
    await expect(page.getByText(/\d+ s\.?$/).last()).toBeVisible()
    const code = await codeSentTo(phone)
    // The last digit submits the form.
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    await expect(page.getByText(errors.invalid_otp_code)).toBeVisible()
    await expect(page.getByText(filled(signing.code.limit, { count: 5 }))).toBeVisible()
    await isSound(page, reader)
    // A phone may discard the page while the user reads the message.
    await page.reload()
    await expect(field).toBeFocused()
    // Going back and forth sends no other message.
    await page.getByRole('button', { name: signing.back }).click()
    await expect(page.getByRole('checkbox')).toBeChecked()
    await page.getByRole('button', { name: signing.data.submit }).click()
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)

    await expect(page.getByRole('heading', { name: signing.done.title })).toBeInViewport()
    await isSound(page, reader)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: signing.downloadSigned }).click()
    const signed = readFileSync(await (await download).path())

    await page.goto(await linkMailedTo(`firma.${reader.id}@prova.example`, /http:\S+\/brenta\/documents\/[\w-]+/))
    await expect(page.getByRole('heading', { name: signing.done.alreadyTitle })).toBeVisible()
    await isSound(page, reader)

    await verify(page, reader, 'firmato.pdf', signed)
    await expect(page.getByText(signing.check.outcome.sealed)).toBeVisible()
    await expect(page.getByText(signing.check.kept)).toBeVisible()
    await expect(page.getByText('Matteo Čović')).toBeVisible()
    await isSound(page, reader)
    await verify(page, reader, 'aggiunto.pdf', Buffer.concat([signed, Buffer.from('% more')]))
    await expect(page.getByText(signing.check.outcome.changed)).toBeVisible()
    await expect(page.getByText(signing.check.later)).toBeVisible()
    await isSound(page, reader)
    const sealed = page.waitForEvent('download')
    await page.getByRole('link', { name: signing.check.downloadSealed }).click()
    expect(readFileSync(await (await sealed).path()).equals(signed)).toBe(true)
    signed[100] = (signed[100] ?? 0) ^ 1
    await verify(page, reader, 'cambiato.pdf', signed)
    await expect(page.getByText(filled(signing.check.brokenText, { name: 'cambiato.pdf' }))).toBeVisible()
    await isSound(page, reader)
  })

  test('a declined document can no longer be opened', async ({ page, faults }) => {
    faults.expect(/api\/signing\//)
    const other = await page.context().newPage()
    await other.goto(`${address(keys.refused)}/confirm`)
    await other.getByRole('checkbox').check()
    await page.goto(address(keys.refused))
    await page.getByRole('button', { name: signing.decline }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText(signing.declining.title)).toBeVisible()
    await isSound(page, reader)
    await dialog.getByLabel(signing.declining.reason).fill('Manca la seconda sede')
    await dialog.getByRole('button', { name: signing.declining.confirm }).click()
    await expect(page.getByRole('heading', { name: signing.closed.declined })).toBeVisible()
    await isSound(page, reader)
    // Where the document is still open, the next step finds that it is not.
    await other.getByRole('button', { name: signing.data.submit }).click()
    await expect(other.getByRole('heading', { name: signing.closed.declined })).toBeVisible()
  })

  if (!reader.thorough) return

  test('after the last page has been read, the code goes to the phone number that the signer enters', async ({
    page,
    faults,
  }) => {
    faults.expect(/api\/signing\/.*\/otp/)
    await page.goto(address(keys.dictated))
    await expect(page.getByText('1 / 2')).toBeVisible()
    await page.getByRole('button', { name: lists.file.nextPage }).click()
    await expect(page.getByText('2 / 2')).toBeVisible()
    await isSound(page, reader)
    await page.getByRole('link', { name: signing.sign }).click()
    await expect(page.getByRole('heading', { name: signing.data.title })).toBeInViewport()
    await page.getByLabel(signing.data.phone).fill('interno 12')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: signing.data.submit }).click()
    await expect(page.getByText(signing.data.phoneWrong)).toBeVisible()
    const given = phone.slice(3).replace(/0$/, '7')
    await page.getByLabel(signing.data.phone).fill(given)
    await page.getByRole('button', { name: signing.data.submit }).click()
    const code = await codeSentTo(given)
    // Another tab does not know that a code was sent; that code is valid there too.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.getByLabel(signing.data.phone).fill(given)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: signing.data.submit }).click()
    await expect(page.getByText(signing.data.tooSoonText)).toBeVisible()
    await isSound(page, reader)
    const haveCode = page.getByRole('button', { name: signing.data.haveCode })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await lineCount(haveCode), 'lines of the button in a narrow message').toBe(1)
    await page.route(/\/otp$/, route => route.fulfill({ status: 503 }), { times: 1 })
    await haveCode.click()
    await expect(page.getByText(errors.unavailable)).toBeVisible()
    await haveCode.click()
    await codeField(page, reader).fill(code)
    await expect(page.getByRole('heading', { name: signing.done.title })).toBeInViewport()
    // The evidence was appended to the two pages.
    await expect(page.getByText('1 / 3')).toBeVisible()
  })

  test('a signature or refusal whose answer was lost shows at the next try', async ({ page, faults }) => {
    faults.expect(/api\/signing\//)
    const loseAnswer = (url: RegExp) => page.route(url, route => route.fetch().then(() => route.abort()), { times: 1 })
    await askForCode(page, reader, keys.unanswered)
    const code = await codeSentTo(phone.replace(/0$/, '3'))
    await loseAnswer(/\/signature$/)
    await codeField(page, reader).fill(code)
    await expect(page.getByText(errors.network)).toBeVisible()
    await codeField(page, reader).fill(code)
    await expect(page.getByRole('heading', { name: signing.done.alreadyTitle })).toBeVisible()
    await expect(page.getByRole('link', { name: signing.downloadSigned })).toBeVisible()

    await page.goto(address(keys.unwanted))
    await page.getByRole('button', { name: signing.decline }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: signing.declining.confirm })
    await loseAnswer(/\/decline$/)
    await confirm.click()
    await expect(page.getByText(errors.network)).toBeVisible()
    await confirm.click()
    await expect(page.getByRole('heading', { name: signing.closed.declined })).toBeVisible()
  })

  test('a new code requires a wait, and an expired code is reported', async ({ page, faults }) => {
    faults.expect(/api\/signing\/.*\/(otp|signature)/)
    await page.clock.install()
    await askForCode(page, reader, keys.again)
    const code = await codeSentTo(phone.replace(/0$/, '1'))
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(codeField(page, reader)).toHaveValue('')
      await codeField(page, reader).fill(code === '000000' ? '000001' : '000000')
    }
    await expect(page.getByText(signing.code.usedUp)).toBeVisible()
    const resend = page.getByRole('button', { name: signing.code.resend })
    await expect(page.getByText(signing.code.resendIn.split('{{')[0] ?? '')).toBeVisible()
    await expect(resend).toHaveCount(0)
    // The clock of this browser is ahead, but that of the server counts.
    await page.clock.fastForward('00:31')
    await resend.click()
    await expect(page.getByText(errors.too_many_requests)).toBeVisible()
    await page.clock.fastForward('11:00')
    await expect(page.getByText(signing.code.over)).toBeVisible()
    await isSound(page, reader)
  })

  test('without a phone number there is a warning and no next step', async ({ page }) => {
    for (const path of ['', '/confirm']) {
      await page.goto(address(keys.phoneless) + path)
      await expect(page.getByText(errors.no_phone_number)).toBeVisible()
      await expect(page.getByRole('link', { name: signing.sign })).toHaveCount(0)
      await expect(page.getByRole('button', { name: signing.data.submit })).toHaveCount(0)
    }
    await isSound(page, reader)
  })

  test('invalid links say why', async ({ page, faults }) => {
    faults.expect(/api\/signing\//)
    for (const [key, title] of [
      [keys.expired, signing.closed.expired],
      [keys.withdrawn, signing.closed.withdrawn],
      ['unknown-key', signing.closed.unknown],
    ] as const) {
      for (const path of ['', '/confirm']) {
        await page.goto(address(key) + path)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
      }
      await isSound(page, reader)
    }
  })

  // This test waits half a minute, and does not depend on the reader.
  if (process.env.FULL !== '1' || reader.id !== 'it-desktop') return

  test('after the wait a new code is sent, and the previous one is invalid', async ({ page, faults }) => {
    test.slow()
    faults.expect(/api\/signing\/.*\/signature/)
    const to = phone.replace(/0$/, '2')
    await askForCode(page, reader, keys.patient)
    const first = await codeSentTo(to)
    await page.getByRole('button', { name: signing.code.resend }).click({ timeout: 60_000 })
    await expect(page.getByText(signing.code.resent)).toBeVisible()
    const second = await codeSentTo(to, 2)
    await codeField(page, reader).fill(first)
    await page.keyboard.press('Enter')
    if (first !== second) await expect(page.getByText(errors.invalid_otp_code)).toBeVisible()
    await codeField(page, reader).fill(second)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: signing.done.title })).toBeVisible()
  })
})
