import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { startDemo } from './processes.ts'
import { type QuietPage, startQuietBrowser } from './quiet-browser.ts'

// Measures what a person waits for: the time until the list is painted after a cold start, and Lighthouse scores of three screens.

const RUNS = 9
const REST = 2000
const PORT = 9333
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const quiet = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
const categories = ['performance', 'accessibility', 'best-practices'] as const

const token = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'giulia.rossi', password: 'Portico-demo-1', company: 'brenta' }),
  })
  return ((await response.json()) as { token: string }).token
}

const keepToken = (token: string) => `localStorage.setItem('token', ${JSON.stringify(token)})`

// Scripts for the page are strings, because helpers that the compiler adds to functions do not exist in the page.
const watch = `
  shift = 0
  new PerformanceObserver(list => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!document.querySelector('.ticket-row')) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => {
      painted = performance.now()
    }))
  }
  requestAnimationFrame(look)`
const collect = `({ painted, shift, script: performance.getEntriesByType('resource')
  .filter(entry => entry.name.endsWith('.js') && entry.responseEnd <= painted)
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0) })`

/** Milliseconds from navigation to the frame with the first row, layout shift until the page is idle, and script bytes until that frame. */
type Start = { painted: number; shift: number; script: number }

/** One start with an empty cache. */
const coldStart = async (page: QuietPage, address: string, bearer: string): Promise<Start> => {
  await page.atBegin(`${keepToken(bearer)}\n${watch}`)
  // Work left from the previous start, or polling the page for its progress, would add to the measured time.
  await setTimeout(REST)
  await page.goTo(address)
  await setTimeout(REST)
  return page.read<Start>(collect)
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const portico = await startDemo()
const home = `${portico.url}/brenta`
try {
  const bearer = await token(portico.url)
  const browser = await startQuietBrowser(executablePath, quiet, { width: 1440, height: 900 })
  const starts: Start[] = []
  try {
    for (let run = 0; run <= RUNS; run++) {
      const page = await browser.newPage()
      const start = await coldStart(page, `${home}/1/tickets`, bearer)
      // The first run also warms up the server's statements and the disk cache.
      if (run > 0) starts.push(start)
      await page.close()
    }
  } finally {
    await browser.stop()
  }
  const [painted, shift, script] = (['painted', 'shift', 'script'] as const).map(name =>
    median(starts.map(start => start[name])),
  )
  console.log(
    `List painted after a cold start: ${painted?.toFixed(0)} ms (median of ${RUNS}), layout shift ${shift?.toFixed(4)}, script ${((script ?? 0) / 1000).toFixed(1)} kB`,
  )

  const profile = await mkdtemp(join(tmpdir(), 'portico-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...quiet, `--remote-debugging-port=${PORT}`],
  })
  const page = await context.newPage()
  await page.goto(`${home}/login`)
  await page.evaluate(keepToken(bearer))
  await page.goto(`${home}/1/tickets`)
  const ticket = await page.locator('.ticket-row a').first().getAttribute('href')
  await page.close()
  console.log(`\n| screen | ${categories.join(' | ')} |\n|---|${'--:|'.repeat(categories.length)}`)
  for (const [name, address] of [
    ['login', `${home}/login`],
    ['list', `${home}/1/tickets`],
    ['ticket', new URL(ticket ?? '', portico.url).href],
  ] as const) {
    const result = await lighthouse(
      address,
      { port: PORT, disableStorageReset: true, onlyCategories: [...categories], logLevel: 'error' },
      desktopConfig,
    )
    const scores = categories.map(category => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100))
    console.log(`| ${name} | ${scores.join(' | ')} |`)
    const failed = Object.values(result?.lhr.audits ?? {}).filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    for (const audit of failed) console.log(`  ${name}: ${audit.id} ${audit.displayValue ?? ''}`)
  }
  await context.close()
  await rm(profile, { recursive: true, force: true })
} finally {
  await portico.stop()
}
