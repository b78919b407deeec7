import { longWord, lunga } from '../support/people.ts'
import { expect, signIn, test } from '../support/portico.ts'

// Pasted text must neither widen a page nor overlap other content.
test.use({ as: lunga })

const sections = ['tickets', 'alltickets', 'documents', 'invoices', 'estimates', 'activityreports', 'wiki'] as const
const others = ['recurringAdvances', 'activitycontracts?filter=2', 'tickets/new', 'account'] as const
// The last is the width at which a row is opened.
const widths = [390, 820, 1440]

test('a long word keeps every page within 390, 820 and 1440 px', async ({ page, session }) => {
  test.slow()
  const fitsAt = async (width: number, address: string) => {
    await page.setViewportSize({ width, height: 900 })
    // Clipped or scrolling elements may be wider than the page; the page may not scroll sideways.
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth
      const scrolls = (element: Element): boolean =>
        element !== document.body &&
        (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
          (element.parentElement !== null && scrolls(element.parentElement)))
      const over = [...document.querySelectorAll('body *')].filter(
        element => element.getBoundingClientRect().right > limit + 1 && !scrolls(element),
      )
      return {
        page: document.documentElement.scrollWidth - limit,
        over: over.slice(0, 3).map(one => one.outerHTML.slice(0, 200)),
      }
    })
    expect.soft(wide, `${address} at ${width} px`).toEqual({ page: 0, over: [] })
    // No cell's text overlaps the next cell.
    const overlaps = await page.locator('.data-table tbody td').evaluateAll(cells =>
      cells.flatMap(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const text = range.getBoundingClientRect()
        const box = cell.getBoundingClientRect()
        const clipped = [...cell.querySelectorAll('*')].some(one => /hidden|clip/.test(getComputedStyle(one).overflowX))
        const clips = /hidden|clip/.test(getComputedStyle(cell).overflowX)
        return !clips && !clipped && text.width > 0 && text.right > box.right + 1 ? [cell.outerHTML.slice(0, 200)] : []
      }),
    )
    expect.soft(overlaps, `${address} at ${width} px`).toEqual([])
  }
  const fits = async (address: string) => {
    for (const width of widths) await fitsAt(width, address)
  }
  for (const section of [...sections, ...others]) {
    await page.goto(`${session.url}/${section}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await fits(section)
    const row = page.locator('.row-link, .asset, summary').first()
    if (!['tickets/new', 'account', 'recurringAdvances'].includes(section)) {
      await expect(row).toContainText(longWord.slice(0, 20))
      await row.click()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await fits(`${section}, opened`)
    }
  }
})

test('a link to a row beyond the first pages opens it without loading the pages before', async ({ page }) => {
  const { irma } = await import('../support/people.ts')
  const { token, url } = await signIn(irma)
  await page.addInitScript(value => localStorage.setItem('token', value), token)
  const api = `${process.env.PORTICO_URL}/api${url}/invoices`
  const headers = { Authorization: `Bearer ${token}` }
  const all = (await (await fetch(`${api}?limit=500`, { headers })).json()) as { id: number; documentNumber: string }[]
  const late = all.at(-1)
  const asked: string[] = []
  page.on(
    'request',
    request => request.url().includes('/api/') && request.url().includes('/invoices?') && asked.push(request.url()),
  )
  await page.goto(`${url}/invoices?open=${late?.id}`)
  await expect(page.locator('.side-panel h2')).toContainText(late?.documentNumber ?? '?')
  expect(asked).toHaveLength(2)
  // A row that does not exist is reported as such.
  await page.goto(`${url}/invoices?open=${Number.MAX_SAFE_INTEGER}`)
  await expect(page.getByText('Non esiste più, oppure i filtri lo escludono.')).toBeVisible()
})
