import { enea, giulia, nemo, password, rita, saro } from '../support/people.ts'
import { call, expect, signIn, test } from '../support/portico.ts'

const alert = 'Nome utente o password errati'

test.describe('not signed in', () => {
  test('the sign-in page has the branding of the portal', async ({ page }) => {
    await page.goto('/brenta/login')
    await expect(page).toHaveTitle('Accedi · Brenta Servizi')
    await page.getByRole('link', { name: 'Password dimenticata?' }).click()
    await expect(page).toHaveTitle('Password dimenticata · Brenta Servizi')
    await page.goBack()
    await expect(page).toHaveTitle('Accedi · Brenta Servizi')
    await expect(page.locator('html')).toHaveAttribute('data-portal', 'brenta')
    await expect(page.locator('html')).toHaveAttribute('data-screen', 'login')
    const cover = page.getByRole('complementary', { name: 'Brenta Servizi' })
    await expect(cover.getByRole('img', { name: 'Brenta Servizi' }).or(cover.getByText('Brenta Servizi'))).toBeVisible()
    await expect(cover.getByRole('link', { name: '049 555 0100' })).toHaveAttribute('href', /^tel:/)
    await page.getByRole('link', { name: 'Informativa privacy' }).click()
    await expect(page.getByRole('heading', { name: 'Informativa privacy', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: "Torna all'accesso" }).click()
    await page.getByRole('link', { name: 'Contatti' }).click()
    await expect(page.getByRole('heading', { name: 'Contatti', level: 1 })).toBeVisible()
  })

  test('a wrong password is reported with the text of the catalogue, in three languages', async ({ page, faults }) => {
    faults.expect(/api\/auth\/login/)
    await page.goto('/brenta/login')
    await page.getByLabel('Nome utente').fill('giulia.rossi')
    await page.getByRole('textbox', { name: 'Password' }).fill('sbagliata')
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page.getByRole('alert')).toHaveText(alert)
    await expect(page.getByLabel('Nome utente')).toHaveValue('giulia.rossi')
    await page.getByRole('button', { name: 'Lingua' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect(page.getByRole('alert')).toHaveText('Nombre de usuario o contraseña incorrectos')
  })

  test('an empty form is not sent, and focuses the first field', async ({ page }) => {
    await page.goto('/brenta/login')
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page.getByText('Compila i campi obbligatori')).toHaveCount(2)
    await expect(page.getByLabel('Nome utente')).toBeFocused()
  })

  test('the password can be shown and hidden', async ({ page }) => {
    await page.goto('/brenta/login')
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill('segreta')
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Mostra la password' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Nascondi la password' }).click()
    await expect(field).toHaveAttribute('type', 'password')
  })

  test('a user signs in and out', async ({ page }) => {
    await page.goto('/brenta/login')
    await page.getByLabel('Nome utente').fill('giulia.rossi')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
    await expect(page).toHaveURL(/\/brenta\/\d+\/tickets$/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
    await page.getByRole('button', { name: 'Il tuo account' }).click()
    await page.getByRole('menuitem', { name: 'Esci' }).click()
    await expect(page).toHaveURL(/\/brenta\/Login$/)
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  })

  test('a user signs in by e-mail address and is remembered for 30 days on request', async ({ page }) => {
    await page.goto('/brenta/login')
    await page.getByLabel('Nome utente').fill('saro.prova@prova.example')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('checkbox', { name: 'Resta connesso su questo dispositivo' }).check()
    const answer = page.waitForResponse(/api\/auth\/login/)
    await page.getByRole('button', { name: 'Accedi' }).click()
    const { expiresAt } = await (await answer).json()
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(30)
    await expect(page.getByRole('button', { name: 'Il tuo account' })).toContainText(saro.name)
  })

  test('the URL of the sign-in page is not case-sensitive', async ({ page }) => {
    for (const path of ['/brenta/Login', '/BRENTA/LOGIN', '/brenta/login']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Accedi' }), path).toBeVisible()
      await expect(page.locator('html'), path).toHaveAttribute('data-portal', 'brenta')
    }
  })

  test('sign-in works without a portal', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/Login$/)
    await expect(page.locator('html')).not.toHaveAttribute('data-portal')
    await page.getByLabel('Nome utente').fill(enea.userName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page).toHaveURL(/\/brenta-energia\/\d+\/tickets$/)
  })

  test('sign-in returns to the requested page', async ({ page, sessionOf }) => {
    const { url } = await sessionOf(giulia)
    await page.goto(`${url}/alltickets?filter=2`)
    await expect(page).toHaveURL(/\/brenta\/Login\?back=/)
    await page.getByLabel('Nome utente').fill(giulia.userName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page).toHaveURL(`${url}/alltickets?filter=2`)
    await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeVisible()
  })

  test('a link to the sign-in page cannot redirect to another site', async ({ page }) => {
    await page.goto('/brenta/login?back=https://example.com/')
    await page.getByLabel('Nome utente').fill(giulia.userName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page).toHaveURL(/\/brenta\/\d+\/tickets$/)
  })

  test('a portal that does not exist has no sign-in page', async ({ page, faults }) => {
    faults.expect(/api\/settings\/portals\/altrove/)
    await page.goto('/altrove/login')
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible()
  })

  test('a user without a contact sees a message', async ({ page }) => {
    await page.goto('/brenta/login')
    await page.getByLabel('Nome utente').fill(nemo.userName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page.getByRole('heading', { name: 'Ancora nessuna sezione disponibile' })).toBeVisible()
    await page.getByRole('button', { name: 'Esci' }).click()
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  })
})

test('a session revoked elsewhere leads to the sign-in page', async ({ page, faults }) => {
  faults.expect(/401/)
  const session = await signIn(rita)
  await page.goto('/brenta/login')
  await page.evaluate(token => localStorage.setItem('token', token), session.token)
  await page.goto(`${session.url}/tickets`)
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
  await fetch(`${process.env.PORTICO_URL}/api/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session.token}` },
  })
  // The open page is notified and leads to the sign-in page by itself.
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect(page.getByText('La sessione è scaduta. Accedi di nuovo.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('an unavailable server keeps token and URL, and offers to retry', async ({ page, session, faults }) => {
    faults.expect(/503/)
    await page.route(/\/api\/users\/me/, route =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable"}' }),
    )
    await page.goto(`${session.url}/alltickets?filter=2`)
    await expect(page).toHaveURL(/\/brenta\/Login\?/)
    await expect(page.getByText('Sei ancora connesso')).toBeVisible()
    await expect(page.getByText('Il portale al momento non risponde. Riprova tra poco.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(session.token)
    await page.unroute(/\/api\/users\/me/)
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page).toHaveURL(`${session.url}/alltickets?filter=2`)
    await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeVisible()
  })

  test('signing out in one tab signs out in all', async ({ page, context }) => {
    const session = await signIn(giulia)
    await page.goto('/brenta/privacy')
    await page.evaluate(token => localStorage.setItem('token', token), session.token)
    await page.goto(`${session.url}/account`)
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
    const other = await context.newPage()
    await other.goto(`${session.url}/privacy`)
    await other.getByRole('button', { name: 'Il tuo account' }).click()
    await other.getByRole('menuitem', { name: 'Esci' }).click()
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    // Another process may have the session in memory for a moment.
    const read = () => call(session.token, 'GET', '/api/users/me').then(() => 'answered', String)
    await expect.poll(read).toContain('401')
  })
})
