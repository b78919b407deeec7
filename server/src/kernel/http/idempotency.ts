import { createHash } from 'node:crypto'
import type { UserScope } from '../access/scope.ts'
import type { StaffScope } from '../access/staff-scope.ts'
import { type Database, type Db, raw, type Sql, sql, tx } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import type { Clock } from '../time/clock.ts'

/** How long the first reply to an `Idempotency-Key` is stored, in milliseconds. */
export const IDEMPOTENCY_KEY_MS = 24 * 3_600_000

/** Where the replies to a caller are stored, under whose id. */
const placeOf = (scope: UserScope | StaffScope): { table: Sql; person: Sql; personId: number } =>
  'webUserId' in scope
    ? { table: raw('idempotency'), person: raw('web_user_id'), personId: scope.webUserId }
    : { table: raw('staff_idempotency'), person: raw('staff_account_id'), personId: scope.staffAccountId }

type Stored = { requestHash: Buffer; reply: unknown; fresh: boolean }

/**
 * Runs a write in a transaction. A request that repeats an `Idempotency-Key` within 24 hours gets the first reply, and waits for it while
 * the first request is still running. The same key with another body is a `conflict`.
 */
export const runIdempotent = async <Reply>(
  database: Database,
  clock: Clock,
  scope: UserScope | StaffScope,
  request: { key: string | undefined; operation: string; body: unknown },
  write: (db: Db) => Promise<Reply>,
): Promise<Reply> => {
  const { key } = request
  if (key === undefined) return tx(database, write)
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return fail('invalid_request', {
      errors: [{ path: 'headers.idempotency-key', message: 'must be 1 to 255 visible ASCII characters' }],
    })
  }

  const requestHash = createHash('sha256')
    .update(`${request.operation}\n${JSON.stringify(request.body)}`)
    .digest()
  const now = clock()
  return tx(database, async db => {
    const { serviceCompanyId } = scope
    const { table, person, personId } = placeOf(scope)
    const mine = sql`service_company_id = ${serviceCompanyId} and ${person} = ${personId} and key = ${key}`
    const claimed =
      await db.run(sql`insert into ${table} as i (service_company_id, ${person}, key, request_hash, created_at)
      values (${serviceCompanyId}, ${personId}, ${key}, ${requestHash}, ${now})
      on conflict (service_company_id, ${person}, key) do update
        set request_hash = excluded.request_hash, reply = null, created_at = excluded.created_at
        where i.created_at < ${new Date(now.getTime() - IDEMPOTENCY_KEY_MS)}`)
    if (claimed === 0) {
      const first = await db.one<Stored>(sql`select request_hash as "requestHash", reply from ${table} where ${mine}`)
      if (!first.requestHash.equals(requestHash))
        return fail('conflict', { detail: 'this Idempotency-Key came with another request' })
      return first.reply as Reply
    }
    const reply = await write(db)
    await db.defer(sql`update ${table} set reply = ${JSON.stringify(reply)}::jsonb where ${mine}`)
    return reply
  })
}
