// Makes the files of the demo anew: node demo/make/make.mjs (needs Chromium, at CHROMIUM or /usr/bin/chromium).
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { contractData, contractPapers } from './contracts.mjs'
import { dataFiles } from './data-files.mjs'
import { electronicInvoice } from './electronic-invoice.mjs'
import { papers } from './papers.mjs'
import { invoices, originalFile } from './records.mjs'
import { scenes } from './scenes.mjs'
import { sharedData, sharedPapers, sharedScenes } from './shared-files.mjs'

const folder = join(import.meta.dirname, '..', 'files')
for (const one of ['', 'fatture', 'preventivi', 'rapporti', 'contratti']) await mkdir(join(folder, one), { recursive: true })

for (const [name, content] of [...dataFiles, ...sharedData, ...contractData]) await writeFile(join(folder, name), content)

for (const one of invoices.filter(({ electronic }) => electronic)) await writeFile(join(folder, originalFile(one)[0]), electronicInvoice(one))

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const page = await browser.newPage()
for (const [name, width, height, html] of [...scenes, ...sharedScenes]) {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  const format = name.endsWith('.jpg') ? { type: 'jpeg', quality: 68 } : { type: 'png', omitBackground: true }
  await page.screenshot({ path: join(folder, name), ...format })
}
for (const [name, html] of [...papers, ...sharedPapers, ...contractPapers]) {
  await page.setContent(html)
  await page.pdf({ path: join(folder, name), format: 'A4', preferCSSPageSize: true })
}
await browser.close()
