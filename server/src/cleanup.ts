import { sql } from './kernel/database/db.ts'
import type { Deps } from './kernel/http/deps.ts'
import { IDEMPOTENCY_KEY_MS } from './kernel/http/idempotency.ts'
import { registrations } from './registrations.ts'

const HOUR = 3_600_000

/** Deletes expired data: stored replies of idempotent calls, and whatever the sections clean up. */
export const cleanUp = async (deps: Pick<Deps, 'database' | 'storage' | 'clock' | 'log'>): Promise<void> => {
  const { database, clock, log } = deps
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  try {
    await database.run(sql`delete from idempotency where created_at < ${ago(IDEMPOTENCY_KEY_MS)}`)
    let files = 0
    for (const { cleanup } of registrations) files += (await cleanup?.({ ...deps, ago })) ?? 0
    if (files > 0) log.info({ files }, 'unused files removed')
  } catch (error) {
    log.warn({ err: error }, 'housekeeping was cut short; the next hour tries again')
  }
}

/** Cleans up now and every hour; the returned function stops it. */
export const startCleanup = (deps: Parameters<typeof cleanUp>[0]): (() => void) => {
  void cleanUp(deps)
  const timer = setInterval(() => void cleanUp(deps), HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
