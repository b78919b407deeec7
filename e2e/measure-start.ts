import type { Browser } from '@playwright/test'
import { giulia } from './people.ts'
import { expect, type Session, test } from './portico.ts'

const runs = 9
const middle = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** A browser that has kept nothing but the token opens the list: milliseconds until a row is painted, and what it took. */
const coldStart = async (browser: Browser, { token, url }: Session) => {
  const origin = process.env.PORTICO_URL ?? ''
  const context = await browser.newContext({
    locale: 'it-IT',
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] },
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.row-link')) return
      observer.disconnect()
      // The frame after the one that draws it.
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('list')))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${origin}${url}/tickets`)
  await expect(page.locator('.row-link').first()).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('list').length > 0)
  const measured = await page.evaluate(() => {
    const list = performance.getEntriesByName('list')[0]?.startTime ?? 0
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = resources.filter(({ startTime }) => startTime <= list)
    const scripts = before.filter(({ name }) => name.endsWith('.js'))
    const sum = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    return {
      list,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      script: sum(scripts),
      scripts: scripts.length,
      all: sum(before),
    }
  })
  await context.close()
  return measured
}

test('cold start until the list is painted', async ({ browser, sessionOf }) => {
  const session = await sessionOf(giulia)
  const measured: Awaited<ReturnType<typeof coldStart>>[] = []
  for (let run = 0; run < runs; run++) measured.push(await coldStart(browser, session))
  const of = (key: keyof (typeof measured)[number]) => Math.round(middle(measured.map(one => one[key])))
  console.log(`Medians of ${runs} cold starts on this machine:`)
  console.log(`  list painted after ${of('list')} ms, something after ${of('paint')} ms`)
  console.log(
    `  ${(of('script') / 1000).toFixed(1)} kB of JavaScript in ${of('scripts')} files, ${(of('all') / 1000).toFixed(1)} kB in all`,
  )
})
