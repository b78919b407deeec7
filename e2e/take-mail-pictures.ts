import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

// Takes a picture of each mail that `every-mail.slow.test.ts` has written into MAIL_FOLDER, beside it, as a desktop shows it in light and a
// phone in dark; fails for mails that are wider than their window.

const folder = process.env.MAIL_FOLDER ?? ''
const logo = readFileSync(new URL('../demo/files/logo-brenta.png', import.meta.url))

for (const [name, width, colorScheme] of [
  ['light', 700, 'light'],
  ['dark', 390, 'dark'],
] as const)
  test.describe(name, () => {
    test.use({ viewport: { width, height: 500 }, colorScheme })

    test('mails fit into their window', async ({ page }) => {
      await page.route(/^https?:/, route => route.fulfill({ contentType: 'image/png', body: logo }))
      for (const file of readdirSync(folder).filter(one => one.endsWith('.html'))) {
        await page.setContent(readFileSync(join(folder, file), 'utf8'))
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), file).toBeLessThanOrEqual(width)
        await page.screenshot({ path: join(folder, file.replace(/html$/, `${name}.png`)), fullPage: true })
      }
    })
  })
