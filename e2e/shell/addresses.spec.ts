import { giulia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

test.describe('signed in', () => {
  test.use({ as: giulia })

  for (const [given, screen] of [
    ['/brenta/abc/tickets', 'tickets'],
    ['/brenta/0/invoices', 'invoices'],
    ['/brenta/-1', 'tickets'],
    ['/x_y/6/wiki', 'wiki'],
    ['/a/6/tickets/new', 'tickets/new'],
  ] as const)
    test(`${given} is completed to a full URL`, async ({ page, faults }) => {
      // Requested before the URL has been resolved.
      faults.expect(/publicfiles/)
      await page.goto(given)
      await expect(page).toHaveURL(new RegExp(`/brenta(-energia)?/[12]/${screen}$`))
    })

  test('a bookmark of the sign-in page redirects a signed-in user', async ({ page, session }) => {
    await page.goto(`/brenta/login?back=${encodeURIComponent(`${session.url}/wiki`)}`)
    await expect(page.getByText('Sei già connesso come Giulia Rossi')).toBeVisible()
    await page.getByRole('button', { name: 'Continua' }).click()
    await expect(page).toHaveURL(new RegExp(`${session.url}/wiki$`))
  })

  test('an appointment URL without a portal means the last opened portal', async ({ page, session, faults }) => {
    // The segment in place of the portal is first looked up as a portal.
    faults.expect(/api\/(appointments|settings\/portals)\/(demo-booking|cancellation)/)
    await page.goto(`${session.url}/tickets`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/appointments/demo-booking')
    await expect(page).toHaveURL(/\/appointments\/brenta\/demo-booking$/)
    await page.goto('/appointments/cancellation/demo-booked')
    await expect(page).toHaveURL(/\/appointments\/brenta\/cancellation\/demo-booked$/)
    await page.goto('/appointments')
    await expect(page).toHaveURL(/\/appointments\/brenta$/)
  })
})

test('a stored portal that no longer exists does not lock the user out', async ({ page, faults }) => {
  faults.expect(/settings\/portals\/portale-chiuso/)
  await page.goto('/brenta/login')
  await page.evaluate(() => localStorage.setItem('portal', 'portale-chiuso'))
  await page.goto('/')
  await expect(page).toHaveURL(/\/Login(\?|$)/)
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
})

test('pages of an unknown portal say so', async ({ page, faults }) => {
  faults.expect(/portale-mai-visto/)
  for (const name of ['contacts', 'privacy', 'login']) {
    await page.goto(`/portale-mai-visto/${name}`)
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible()
  }
})

test('a password link without its key is reported as invalid', async ({ page, faults }) => {
  faults.expect(/auth\/confirmations/)
  await page.goto('/confirm')
  await expect(page.getByRole('heading', { name: 'Questo link non è valido' })).toBeVisible()
  await expect(page.getByText('Codice non valido')).toBeVisible()
})

test('the page cannot be used before the portal’s name and colours have loaded', async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>(done => {
    letGo = done
  })
  // Most pages come with the settings, those that were served while the database was unavailable do not.
  await page.route('**/brenta/login', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(id="portico-boot">)[^<]*/, '$1{"portal":null}')
    await route.fulfill({ response, body })
  })
  await page.route(/api\/settings\/portals\/brenta$/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/brenta/login')
  await expect(page.getByLabel('Nome utente')).toBeAttached()
  const covered = () =>
    page.evaluate(() => {
      const found = document.elementFromPoint(innerWidth / 4, innerHeight / 2)
      return found?.id === 'loading'
    })
  expect(await covered()).toBe(true)
  letGo()
  await expect.poll(covered).toBe(false)
})
