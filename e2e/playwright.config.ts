import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/start-portico.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // A third test uses the machine while two wait for pages and timers.
  workers: 3,
  retries: 0,
  // So wide that only what hangs meets them: the suites also run on slow machines and beside other work.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: './test-results',
  reporter: 'list',
  use: {
    ...chromium,
    // The global setup sets it before any worker reads it.
    baseURL: process.env.PORTICO_URL,
    // Recording slows every test down, so only the retry of a failed test is recorded.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
})
