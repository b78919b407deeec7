import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

// The headless shell is Chromium without a window; with it a test run needs two thirds of the processor time.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Path of a Chromium: `CHROMIUM_PATH`, else an installed one, else Debian's package, which it installs if possible. */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const installed = () => usual.find(path => existsSync(path))
  if (installed()) return installed()
  const install = name => aptInstall('The browser suite', name)
  return (await install('chromium-headless-shell')) || (await install('chromium')) ? installed() : undefined
}
