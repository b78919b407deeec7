import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startDemo } from './processes.ts'
import { at, signedInPage, watchKeys } from './staff-page.ts'

// Measures what a person feels who imports many customers with their people: whether the page goes on answering, and the server others.

const ROWS = Number(process.env.BENCH_ROWS ?? 20_000)
/** Of each thousand rows one has faults. */
const FAULTY = 1000
const KEYS = 60

/** An Italian VAT number with its check digit. */
const vatNumber = (number: number) => {
  const digits = String(number).padStart(10, '0')
  const sum = [...digits].reduce((sum, digit, place) => {
    const value = Number(digit) * (1 + (place % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const isFaulty = (n: number) => n % FAULTY === FAULTY - 1
const row = (n: number) =>
  isFaulty(n)
    ? `;${vatNumber(9_000_000_00 + n)};Via Po ${n};Ada Rossi ${n};ada${n}@`
    : `Azienda ${n} S.r.l.;${vatNumber(9_000_000_00 + n)};"Via Po ${n}, 35100 Padova";Ada Rossi ${n};ada${n}@azienda.example`
const table = `Ragione sociale;P.IVA;Indirizzo;Referente;Mail\n${Array.from({ length: ROWS }, (_, n) => row(n)).join('\n')}\n`
const faulty = Array.from({ length: ROWS }, (_, n) => n).filter(isFaulty).length

const watchTasks = `
  longest = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask', buffered: true })`

const progress = (page: Page) => page.locator('progress').first().getAttribute('value').then(Number)

/** Follows a running check or import: keystrokes in the palette, calls of others, and the page left and found again. */
const follow = async (page: Page, running: string, done: string) => {
  const began = performance.now()
  await page.getByText(running).first().waitFor()
  await page.evaluate('longest = 0; keys.length = 0')
  await page.keyboard.press('Control+k')
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'a')
    await sleep(60)
  }
  const keys = await page.evaluate<number[]>('keys')
  await page.keyboard.press('Escape')
  const first = await progress(page)
  // Within the program: a page that is loaded anew would forget its longest task.
  await page.getByRole('navigation').getByRole('link', { name: 'Clienti' }).first().click()
  await page.getByRole('link', { name: 'Importa clienti' }).click()
  await page
    .getByRole('row', { name: /clienti\.csv/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByText(running).first().waitFor()
  const second = await progress(page)
  const calls: number[] = []
  for (;;) {
    const sent = performance.now()
    const answer = await page.request.get('/api/staff/tickets?view=mine&limit=50')
    if (!answer.ok()) throw new Error(`the queue answered ${answer.status()}`)
    calls.push(performance.now() - sent)
    if (await page.getByText(done).first().isVisible()) break
    if (performance.now() - began > 15 * 60_000) throw new Error('the import does not end')
    await sleep(200)
  }
  const seconds = (performance.now() - began) / 1000
  const longest = await page.evaluate<number>('longest')
  if (second < first) throw new Error(`the progress went from ${first} to ${second}`)
  return `${seconds.toFixed(0)} s; keystroke to paint p50 ${at(keys, 0.5).toFixed(0)} ms, p95 ${at(keys, 0.95).toFixed(0)} ms; longest task of the page ${longest.toFixed(0)} ms; the queue meanwhile p50 ${at(calls, 0.5).toFixed(0)} ms, p95 ${at(calls, 0.95).toFixed(0)} ms, longest ${at(calls, 1).toFixed(0)} ms`
}

const portico = await startDemo()
const { page, close } = await signedInPage(portico.url)
try {
  await page.addInitScript(watchTasks)
  await page.addInitScript(watchKeys)
  await page.goto('/staff/customers/import')
  await page.getByRole('button', { name: /^Portale/ }).click()
  await page.getByRole('option', { name: 'Brenta Servizi' }).click()
  const began = performance.now()
  const file = { name: 'clienti.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') }
  await page.locator('.drop-zone input[type="file"]').setInputFiles([file])
  await page.getByRole('button', { name: 'Fai la prova' }).waitFor()
  console.log(`${ROWS} rows sent and read: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await page.getByRole('button', { name: 'Fai la prova' }).click()
  console.log(`Check: ${await follow(page, 'Prova in corso', 'Righe da sistemare')}`)
  await page.getByRole('textbox', { name: `Riga ${FAULTY + 1}, Ragione sociale` }).fill('Corretta S.r.l.')
  await page.getByRole('textbox', { name: `Riga ${FAULTY + 1}, Mail` }).fill('ada@corretta.example')
  await page.getByRole('button', { name: 'Rifai la prova' }).click()
  await page.getByText('Prova in corso').first().waitFor()
  await page.getByText('Righe da sistemare').waitFor({ timeout: 15 * 60_000 })
  await page.getByRole('button', { name: /^Importa [\d.]+ righe/ }).click()
  console.log(`Import: ${await follow(page, 'Importazione in corso', 'Importazione finita')}`)
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /resoconto/ }).click()
  const report = await readFile(await (await waiting).path(), 'utf8')
  const count = (words: string) => report.split(words).length - 1
  const [created, refused] = [count('"creato"'), count('"rifiutata"')]
  const expected = [3 * (ROWS - faulty + 1), faulty - 1]
  if (created !== expected[0] || refused !== expected[1])
    throw new Error(`the report has ${created} and ${refused} rows instead of ${expected}`)
  console.log(`Report: ${created} records made, ${refused} rows refused, ${(report.length / 1024 ** 2).toFixed(1)} MB`)
} finally {
  await close()
  await portico.stop()
}
