import type { Opened, Openings } from '../kernel/access/openings.ts'
import { type Db, Unavailable } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { openPeriodicWriter } from '../kernel/database/periodic-writer.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { type NotedOpening, writeOpenings } from './opening-queries.ts'

/** Most openings that wait while the database is unavailable; further ones are not kept. */
const MOST_WAITING = 10_000

/** Keeps openings in memory and writes them in batches, so that no download waits for a table. */
export const openOpenings = ({ database, clock, log }: { database: Db; clock: Clock; log: DatabaseLog }): Openings => {
  let waiting = new Map<string, NotedOpening>()

  const add = (opening: NotedOpening) => {
    const { at: _at, ...opened } = opening
    if (waiting.size < MOST_WAITING) waiting.set(JSON.stringify(opened), opening)
  }

  const note = (opened: Opened) => add({ ...opened, at: clock().toISOString() })

  const write = async () => {
    const openings = [...waiting.values()]
    if (openings.length === 0) return
    waiting = new Map()
    try {
      await writeOpenings(database, openings)
    } catch (error) {
      if (error instanceof Unavailable) for (const opening of openings) add(opening)
      log('warn', 'Who has opened files could not be written', { reason: String(error) })
    }
  }

  return { note, ...openPeriodicWriter(write) }
}
