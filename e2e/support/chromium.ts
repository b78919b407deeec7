import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

// Chromium's own background traffic would distort measured times and counted requests.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** Browser settings of every run: an installed Chromium, Italian locale, desktop size, reduced motion. */
export const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? usual.find(path => existsSync(path)),
    args: process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet,
  },
  locale: 'it-IT',
  timezoneId: 'Europe/Rome',
  colorScheme: 'light' as const,
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
}
