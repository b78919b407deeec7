import { sql } from './kernel/database/db.ts'
import type { Deps } from './kernel/http/deps.ts'
import { IDEMPOTENCY_KEY_MS } from './kernel/http/idempotency.ts'
import { registrations } from './registrations.ts'
import type { Section } from './sections/definition/section.ts'

const HOUR = 3_600_000

const replies: Pick<Section, 'name' | 'cleanup'> = {
  name: 'idempotency',
  cleanup: async ({ database, ago }) => {
    await database.run(sql`delete from idempotency where created_at < ${ago(IDEMPOTENCY_KEY_MS)}`)
    await database.run(sql`delete from staff_idempotency where created_at < ${ago(IDEMPOTENCY_KEY_MS)}`)
  },
}

/**
 * Deletes expired data: stored replies of idempotent calls, and whatever the sections clean up. One section's failure, such as storage
 * that is out of reach, does not keep the others from it.
 */
export const cleanUp = async (
  deps: Pick<Deps, 'database' | 'storage' | 'clock' | 'log' | 'security' | 'securityLogMonths'>,
): Promise<void> => {
  const { clock, log } = deps
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  let files = 0
  for (const { name, cleanup } of [replies, ...registrations]) {
    try {
      files += (await cleanup?.({ ...deps, ago })) ?? 0
    } catch (error) {
      log.warn({ err: error, section: name }, 'housekeeping was cut short; the next hour tries again')
    }
  }
  if (files > 0) log.info({ files }, 'unused files removed')
}

/** Cleans up now and every hour; the returned function stops it. */
export const startCleanup = (deps: Parameters<typeof cleanUp>[0]): (() => void) => {
  void cleanUp(deps)
  const timer = setInterval(() => void cleanUp(deps), HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
