import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'

/** `npm run mail-pictures`: takes pictures of the mails in a folder; see `take-mail-pictures.ts`. */
export default defineConfig({
  testMatch: 'take-mail-pictures.ts',
  workers: 1,
  timeout: 300_000,
  outputDir: './test-results',
  reporter: 'list',
  use: chromium,
})
