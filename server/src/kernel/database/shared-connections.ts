import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { leavesConnectionUsable } from './errors.ts'

/** A connection that has answered nothing for so long, in milliseconds, gets no further statements: the one that it runs is not quick. */
const STUCK_AFTER_MS = 25

/**
 * How many connections of a pool are shared. One processor is left to the process itself: more statements at a time than processors make
 * PostgreSQL spend its time on taking turns. Half of the pool is left to everything else, because a shared connection is given back only
 * when it has nothing left to answer, which may not happen for as long as many read.
 */
export const mostShared = (max: number, processors = availableParallelism()): number =>
  Math.max(1, Math.min(processors - 1, Math.floor(max / 2)))

type Shared = {
  client: Promise<pg.PoolClient>
  /** How many statements it has not answered yet. */
  waiting: number
  /** When it was asked for or has last answered, in milliseconds of `performance.now()`. */
  movedAt: number
  isBroken: boolean
}

/** What {@link shareConnections} needs of a pool. */
type Source<Sent> = {
  acquire: () => Promise<pg.PoolClient>
  query: (client: pg.PoolClient, sent: Sent) => Promise<pg.QueryResult>
  /** The maximum number of its connections. */
  max: number
  /** Whether `acquire` has to wait until somebody releases a connection. */
  isUsedUp: () => boolean
}

/**
 * Sends quick statements over few connections, each of which takes the next statement before it has answered the last one. Each statement
 * fails or succeeds by itself; see decision 104, Quick statements share connections.
 */
export const shareConnections = <Sent>({ acquire, query, max, isUsedUp }: Source<Sent>) => {
  const all = new Set<Shared>()
  const most = mostShared(max)

  /**
   * The connection with the fewest statements among those that get on, or another one while there are not enough of them. Those that were
   * added while older ones did not get on take no more once these do, so that the pool has them again.
   */
  const choose = (): Shared => {
    const now = performance.now()
    let moving = 0
    let best: Shared | undefined
    for (const shared of all) {
      if (now - shared.movedAt > STUCK_AFTER_MS) continue
      if (!best || shared.waiting < best.waiting) best = shared
      if (++moving === most) return best
    }
    if (best && isUsedUp()) return best
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

  return {
    send: async (sent: Sent): Promise<pg.QueryResult> => {
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
    },
    /** How many statements stand behind others. */
    behind: (): number => [...all].reduce((sum, { waiting }) => sum + waiting - 1, 0),
  }
}
