import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentOf, main } from './server-process.ts'

// A clock that is slow by so many days.
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

/** Runs `portico` beside the server that the tests use, as of some days ago. */
export const portico = (args: string[], daysAgo = 0) => {
  const clock = daysAgo > 0 ? ['--import', slowClock(daysAgo)] : []
  const env = environmentOf(JSON.parse(process.env.PORTICO_SETTINGS ?? '{}'))
  return promisify(execFile)(process.execPath, [...clock, main, ...args], { env })
}
