import { LRUCache } from 'lru-cache'
import type { ContactLog, ContactLogged } from '../kernel/access/contact-log.ts'
import { type Db, Unavailable } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { openPeriodicWriter } from '../kernel/database/periodic-writer.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { type NotedEntry, type NotedSession, writeEntries, writeSignIns } from './log-write-queries.ts'

/** Most entries that wait while the database is unavailable; further ones are not kept. */
const MOST_WAITING = 10_000
/** Sessions whose contacts a process remembers. One that it has forgotten is noted again, and the table knows it. */
const SESSIONS_KNOWN = 20_000
/** A file that is opened again within it is one entry: its viewer asks for it more than once. */
const PERIOD = 10 * 60_000

/** Keeps entries in memory and writes them in batches, so that no call waits for the table. */
export const openContactLog = ({
  database,
  clock,
  log,
}: {
  database: Db
  clock: Clock
  log: DatabaseLog
}): ContactLog => {
  const known = new LRUCache<string, true>({ max: SESSIONS_KNOWN })
  let entries: NotedEntry[] = []
  let sessions: NotedSession[] = []

  const put = async <Noted>(noted: Noted[], insert: (db: Db, noted: Noted[]) => Promise<unknown>): Promise<Noted[]> => {
    try {
      if (noted.length > 0) await insert(database, noted)
      return []
    } catch (error) {
      log('warn', 'The log of customers could not be written', { reason: String(error) })
      return error instanceof Unavailable ? noted : []
    }
  }

  const write = async () => {
    const waiting = { entries, sessions }
    entries = []
    sessions = []
    entries = [...(await put(waiting.entries, writeEntries)), ...entries]
    sessions = [...(await put(waiting.sessions, writeSignIns)), ...sessions]
  }

  const note = (entry: ContactLogged) => {
    if (entries.length >= MOST_WAITING) return
    const now = clock()
    const { origin, ...noted } = entry
    const at = now.toISOString()
    const repeats = noted.what === 'fileOpened'
    const period = repeats ? new Date(Math.floor(now.getTime() / PERIOD) * PERIOD).toISOString() : at
    const { address = null, userAgent = null } = origin
    entries.push({ ...noted, at, period, address, device: userAgent })
  }

  return {
    note,
    noteSession: reached => {
      const key = `${reached.sessionId} ${reached.membershipId}`
      if (known.has(key) || sessions.length >= MOST_WAITING) return
      known.set(key, true)
      sessions.push(reached)
    },
    ...openPeriodicWriter(write),
  }
}
