import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** `npm run speed`: what the browser measures, one page at a time, reported and not judged. */
export default defineConfig(base, {
  testMatch: 'measure-start.ts',
  workers: 1,
  timeout: 300_000,
  use: { trace: 'off' },
})
