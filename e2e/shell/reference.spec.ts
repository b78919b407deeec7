import { expect, test } from '../support/portico.ts'

const references = [
  ['/api/', 'Portico', 'listTickets'],
  // Its many records take the browser most of a minute of processor time.
  ...(process.env.FULL === '1' ? [['/api/operator/v1', 'Portico operator API', 'readTicket'] as const] : []),
] as const

for (const [address, title, call] of references)
  test(`${address} is the reference of its API, from our own origin alone`, async ({ page, baseURL }) => {
    // Redoc reads the whole document first, which takes seconds for the many records of the operator API.
    test.slow()
    const origins = new Set<string>()
    page.on('request', request => {
      if (!/^(blob|data):/.test(request.url())) origins.add(new URL(request.url()).origin)
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 90_000 })
    // What Redoc styles itself depends on the nonce.
    await expect(page.getByRole('heading', { level: 1, name: title })).not.toHaveCSS('font-size', '32px')
    await expect(page.locator(`[id$="${call}"]`).first()).toBeAttached()
    await page.getByRole('textbox', { name: 'Search' }).or(page.getByPlaceholder('Search...')).first().fill('ticket')
    await expect(
      page
        .getByRole('menuitem')
        .filter({ hasText: /ticket/i })
        .first(),
    ).toBeVisible()
    expect([...origins]).toEqual([new URL(baseURL ?? '').origin])
  })
