import { setTimeout as sleep } from 'node:timers/promises'
import { startDemo } from './processes.ts'
import { at, demoPassword as password, signedInPage, watchKeys } from './staff-page.ts'

// Measures what the staff wait for: the queue after a cold start, and each keystroke in the composer while customers write.

const STARTS = Number(process.env.BENCH_STARTS ?? 9)
const KEYS = 200
const EVENTS_A_SECOND = 20
const json = { 'content-type': 'application/json' }

const call = async <Answer>(url: string, token: string | undefined, body?: object): Promise<Answer> => {
  const headers = { ...json, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json() as Promise<Answer>
}

// Scripts for the page are strings, because helpers that the compiler adds to functions do not exist in the page.
const watchQueue = `
  const look = () => {
    if (!document.querySelector('.queue-item:not(.queue-item--waiting)')) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { painted = performance.now() }))
  }
  requestAnimationFrame(look)`

const coldStart = async (url: string): Promise<number> => {
  const { page, close } = await signedInPage(url)
  await page.addInitScript(watchQueue)
  await page.goto('/staff')
  let painted = 0
  // A look at the page more often would add to the measured time.
  while (painted === 0) {
    await sleep(1000)
    painted = await page.evaluate<number>('typeof painted === "number" ? painted : 0')
  }
  await close()
  return painted
}

const portico = await startDemo()
try {
  const starts: number[] = []
  for (let run = 0; run <= STARTS; run++) {
    const painted = await coldStart(portico.url)
    // The first run also warms up the server's statements and the disk cache.
    if (run > 0) starts.push(painted)
  }
  console.log(
    `Queue painted after a cold start, in a browser that Playwright drives: ${at(starts, 0.5).toFixed(0)} ms (median of ${STARTS})`,
  )

  // Each session of a customer may make 20 calls a second; three take turns.
  const tokens: string[] = []
  for (let n = 0; n < 3; n++) {
    const credentials = { userName: 'giulia.rossi', password, company: 'brenta' }
    tokens.push((await call<{ token: string }>(`${portico.url}/api/auth/login`, undefined, credentials)).token)
  }
  const [token] = tokens
  const me = await call<{ contacts: { contactId: number; portalSettings: { webPortalKey: string } }[] }>(
    `${portico.url}/api/Users/me`,
    token,
  )
  const contact = `${portico.url}/api/brenta/${me.contacts.find(({ portalSettings }) => portalSettings.webPortalKey === 'brenta')?.contactId}`
  const tickets = await call<{ id: number }[]>(`${contact}/tickets`, token)
  const { page, close } = await signedInPage(portico.url)
  await page.goto(`/staff/tickets/${tickets[0]?.id}`)
  await page.getByRole('textbox', { name: 'Testo della risposta' }).click()
  await page.evaluate(watchKeys)
  let sent = 0
  let isTyping = true
  const customers = (async () => {
    const began = performance.now()
    const pending: Promise<unknown>[] = []
    while (isTyping) {
      const taskId = tickets[sent % tickets.length]?.id
      pending.push(
        call(`${contact}/comments`, tokens[sent % tokens.length], { taskId, message: '<p>Ancora ferma.</p>' }),
      )
      sent++
      await sleep(Math.max(0, began + (sent * 1000) / EVENTS_A_SECOND - performance.now()))
    }
    await Promise.all(pending)
    return (sent * 1000) / (performance.now() - began)
  })()
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'a')
    await sleep(60)
  }
  isTyping = false
  const rate = await customers
  const keys = await page.evaluate<number[]>('keys')
  await close()
  console.log(
    `Keystroke to paint in the composer, ${rate.toFixed(0)} messages of customers a second: p50 ${at(keys, 0.5).toFixed(0)} ms, p95 ${at(keys, 0.95).toFixed(0)} ms, longest ${at(keys, 1).toFixed(0)} ms (${keys.length} keys)`,
  )
} finally {
  await portico.stop()
}
