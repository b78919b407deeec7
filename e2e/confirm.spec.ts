import { languages } from '@portico/contract/auth'
import { linkMailedTo } from './outbox.ts'
import { ines, invitationKey, lia, nora } from './people.ts'
import { expect, raise, test } from './portico.ts'

const next = 'una barca senza remi'

test('who has forgotten the password gets a link by mail, sets another with it, and is signed in', async ({
  page,
  faults,
}) => {
  await page.goto('/brenta/login')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await page.getByRole('button', { name: 'Mandami il link' }).click()
  await expect(page.getByText('Compila i campi obbligatori')).toBeVisible()
  await page.getByLabel('Nome utente').fill(nora.userName)
  await page.getByRole('button', { name: 'Mandami il link' }).click()
  await expect(page.getByRole('heading', { name: 'Controlla la posta' })).toBeVisible()

  const link = await linkMailedTo('nora.prova@prova.example', /http:\S+\/confirm\?key=[\w-]+/)
  await page.goto(link)
  await expect(page.getByText(nora.userName)).toBeVisible()
  await expect(page.getByText('Almeno 12 caratteri')).toBeVisible()
  const first = page.getByLabel('Password', { exact: true })
  const repeat = page.getByLabel('Ripeti la password')
  await first.fill('una barca')
  await expect(page.getByText('Mancano 3 caratteri')).toBeVisible()
  await first.fill(next)
  await expect(page.getByText('Ottima')).toBeVisible()
  await repeat.fill('una barca senza vela')
  await page.getByRole('button', { name: 'Conferma e accedi' }).click()
  await expect(page.getByText('Controlla le password inserite')).toBeVisible()
  await expect(repeat).toBeFocused()
  await repeat.fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()

  faults.expect(/410/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Questo link è già stato usato' })).toBeVisible()
  await page.getByRole('button', { name: 'Mandami un nuovo link' }).click()
  await expect(page.getByRole('heading', { name: 'Un nuovo link è in arrivo' })).toBeVisible()
  await expect.poll(() => linkMailedTo('nora.prova@prova.example', /http:\S+\/confirm\?key=[\w-]+/)).not.toBe(link)
})

test('an invitation leads into the portal; a common password does not', async ({ page, faults }) => {
  faults.expect(/422/)
  await page.goto(`/confirm?key=${invitationKey}`)
  await expect(page.getByText('Ufficio Prova')).toBeVisible()
  for (const [password, said] of [
    ['password1234', 'La password è troppo corta o troppo comune. Usa almeno 12 caratteri.'],
    [next, undefined],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Ripeti la password').fill(password)
    await page.getByRole('button', { name: 'Conferma e accedi' }).click()
    if (said) await expect(page.getByText(said)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
  await expect(page.locator('.user-badge')).toContainText(ines.name)
})

for (const [language, title] of [
  [languages[0], 'Questo link non è valido'],
  [languages[1], 'This link is not valid'],
  [languages[2], 'Este enlace no es válido'],
] as const)
  test.describe(language, () => {
    test.use({ kept: { language }, viewport: { width: 390, height: 844 } })
    test('a link that is none says so', async ({ page, faults }) => {
      faults.expect(/404/)
      await page.goto('/confirm?key=troncata')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', /login/i)
    })
  })

test.describe('mails', () => {
  test.use({ as: lia })

  test("are stopped by a mail's own link and a button, and taken up again in the account", async ({
    page,
    session,
  }) => {
    await raise(session, { title: 'Una copia per me' })
    const link = await linkMailedTo('lia.prova@prova.example', /http:\S+\/brenta\/notifications\/[\w-]+/)
    await page.goto(link)
    await expect(page.getByText('Ricevi una copia dei ticket che apri.')).toBeVisible()
    await page.goto(`${session.url}/account`)
    const copy = page.getByLabel('Una copia di ogni ticket che apro')
    await expect(copy).toBeChecked()
    await page.goto(link)
    await page.getByRole('button', { name: 'Non ricevere più queste mail' }).click()
    await expect(page.getByRole('heading', { name: 'Non riceverai più queste mail' })).toBeVisible()
    await page.goto(`${session.url}/account`)
    await expect(copy).not.toBeChecked()
    await copy.check()
    await expect(page.getByText('Scelta salvata')).toBeVisible()
    await page.reload()
    await expect(copy).toBeChecked()
  })
})
