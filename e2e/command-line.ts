import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))

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
  const { PATH, PORTICO_DATA_DIR, PORTICO_URL } = process.env
  const clock = daysAgo > 0 ? ['--import', slowClock(daysAgo)] : []
  const env = { PATH, DATA_DIR: PORTICO_DATA_DIR, PUBLIC_URL: PORTICO_URL, LOG_LEVEL: 'warn' }
  return promisify(execFile)(process.execPath, [...clock, main, ...args], { env })
}
