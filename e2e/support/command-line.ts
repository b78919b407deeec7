import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentOf, main } from './server-process.ts'

// A module that makes `Date` return a time some days ago.
const slowClock = (days: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const True = Date
    const now = () => True.now() - ${days * 86_400_000}
    globalThis.Date = class extends True {
      constructor(...given) {
        super(...(given.length > 0 ? given : [now()]))
      }
      static now() {
        return now()
      }
    }`)}`

/** Runs `portico` with the settings of the test server, optionally with its clock set back some days. */
export const portico = (args: string[], daysAgo = 0) => {
  const clock = daysAgo > 0 ? ['--import', slowClock(daysAgo)] : []
  const env = environmentOf(JSON.parse(process.env.PORTICO_SETTINGS ?? '{}'))
  return promisify(execFile)(process.execPath, [...clock, main, ...args], { env })
}
