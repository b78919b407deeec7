import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { leavesConnectionUsable } from './errors.ts'
import type { Query } from './pool.ts'

/** One processor is left to the process itself: more statements at a time than processors make PostgreSQL spend its time on taking turns. */
const mostShared = Math.max(1, availableParallelism() - 1)
/** A connection that has answered nothing for so long, in milliseconds, gets no further statements: the one that it runs is not quick. */
const STUCK_AFTER_MS = 25

type Shared = {
  client: Promise<pg.PoolClient>
  /** How many statements it has not answered yet. */
  waiting: number
  /** When it was acquired or has last answered, in milliseconds of `performance.now()`. */
  movedAt: number
  isBroken: boolean
}

/** What {@link shareConnections} needs of a pool. */
type Source = {
  acquire: () => Promise<pg.PoolClient>
  query: (client: pg.PoolClient, sent: Query) => Promise<pg.QueryResult>
  /** Whether `acquire` has to wait until somebody releases a connection. */
  isUsedUp: () => boolean
}

/**
 * Makes the function that sends quick statements over few connections, each of which takes the next statement before it has answered the
 * last one. Each statement fails or succeeds by itself; see decision 104.
 */
export const shareConnections = ({ acquire, query, isUsedUp }: Source) => {
  const all = new Set<Shared>()

  /** The connection with the fewest statements among those that get on, or another one while there are not enough of them. */
  const choose = (): Shared => {
    const now = performance.now()
    let moving = 0
    let best: Shared | undefined
    for (const shared of all) {
      if (now - shared.movedAt > STUCK_AFTER_MS) continue
      moving++
      if (!best || shared.waiting < best.waiting) best = shared
    }
    if (best && (moving >= mostShared || isUsedUp())) return best
    const added = { client: acquire(), waiting: 0, movedAt: now, isBroken: false }
    all.add(added)
    return added
  }

  const leave = (shared: Shared): void => {
    shared.movedAt = performance.now()
    shared.waiting--
    if (shared.waiting > 0) return
    all.delete(shared)
    shared.client.then(
      client => client.release(shared.isBroken),
      () => {},
    )
  }

  return async (sent: Query): Promise<pg.QueryResult> => {
    const shared = choose()
    shared.waiting++
    try {
      return await query(await shared.client, sent)
    } catch (error) {
      if (!leavesConnectionUsable(error)) {
        shared.isBroken = true
        all.delete(shared)
      }
      throw error
    } finally {
      leave(shared)
    }
  }
}
