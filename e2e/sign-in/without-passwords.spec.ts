import { addAuthenticator } from '../support/authenticator.ts'
import { filled, forEachReader, isSound } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { people } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

forEachReader('it-phone', reader => {
  const { access, auth, passkeys } = reader.words
  const { passwordless } = people(reader)
  const { company, userName } = passwordless

  test('a portal without passwords is entered by a mailed link, and then by a passkey', async ({ page, context }) => {
    await addAuthenticator(context, page)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    const isIn = () => expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
    const showsNoPassword = () => expect(page.getByRole('textbox', { name: auth.login.password })).toHaveCount(0)

    await page.goto(`/${company}/login`)
    await expect(page.getByText(access.linkRequest.hintWithoutPassword)).toBeVisible()
    await showsNoPassword()
    await isSound(page, reader)
    await page.getByLabel(auth.login.userName).fill(userName)
    await page.getByRole('button', { name: access.linkRequest.submit }).click()
    await expect(page.getByText(filled(access.linkRequest.sent, { name: userName }))).toBeVisible()
    const { link, mail } = await mailTo(`${userName}@prova.example`, /http:\S+\/link\?key=[\w-]+/)
    expect(mail.text).not.toContain('forgot=')
    await page.goto(link)
    await isSound(page, reader)
    await page.getByRole('button', { name: access.link.submit }).click()
    await isIn()

    await page.goto(`${new URL(page.url()).pathname.split('/').slice(0, 3).join('/')}/account`)
    const section = page.getByRole('region', { name: passkeys.title })
    await expect(section).toBeVisible()
    await showsNoPassword()
    await isSound(page, reader)
    await section.getByRole('button', { name: passkeys.addTitle }).click()
    await expect(page.getByText(passkeys.addedDone)).toBeVisible()

    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto(`/${company}/login`)
    await page.getByRole('button', { name: passkeys.signIn }).click()
    await isIn()
  })
})
