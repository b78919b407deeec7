import { chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** The password of everybody of the demo. */
export const demoPassword = 'Portico-demo-1'

/** A browser of its own with a page in which the demo's office is signed in. */
export const signedInPage = async (url: string): Promise<{ page: Page; close: () => Promise<void> }> => {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...args] })
  const page = await browser.newPage({ baseURL: url, locale: 'it-IT', viewport: { width: 1440, height: 900 } })
  const answer = await page.request.post('/api/staff/auth/login', {
    data: { email: 'elena.conti@brentaservizi.example', password: demoPassword },
  })
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`)
  return { page, close: () => browser.close() }
}

/** A quantile of some values. */
export const at = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

// Scripts for the page are strings, because helpers that the compiler adds to functions do not exist in the page.
/** Notes in `keys` how long it takes from each keystroke to the frame after it, in milliseconds. */
export const watchKeys = `
  keys = []
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp))), true)`
