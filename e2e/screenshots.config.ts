import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** `npm run screenshots`: takes the screenshots of the documentation from the demo. */
export default defineConfig(base, {
  testMatch: 'take-screenshots.ts',
  workers: 1,
  use: { trace: 'off', viewport: { width: 1280, height: 800 } },
})
