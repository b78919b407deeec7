import type { Clock } from './clock.ts'
import { type Db, sql } from './db.ts'
import { fail } from './fail.ts'
import { openRecentProofs } from './recent-proofs.ts'
import { hashToken, newToken } from './secrets.ts'

declare const proven: unique symbol

/** Proof of a live API key. Only this module makes one. `portalIds` null: every portal of the service company. */
export type OperatorScope = {
  readonly [proven]: true
  readonly apiKeyId: number
  readonly serviceCompanyId: number
  readonly portalIds: readonly number[] | null
  readonly readOnly: boolean
}

const PREFIX = 'portico_'
const TOUCH_AFTER = 60_000

/** A fresh API key: known by its beginning to whoever searches for leaked secrets, 256 random bits behind it. */
export const newApiKey = (): string => `${PREFIX}${newToken()}`

const keyIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (portico_[\w-]{43})$/i.exec(authorization ?? '')?.[1]

const refuse = () =>
  fail('unauthenticated', { detail: 'Send an API key that holds, as Authorization: Bearer portico_…' })

type Row = Omit<OperatorScope, typeof proven> & { lastUsedAt: number | null; expiresAt: Date | null }

/** Proves API keys from the `Authorization` header; 401 for one that is unknown, revoked or expired. */
export const operatorGate = (db: Db, clock: Clock, proofLife: number) => {
  const proofs = openRecentProofs(proofLife)

  const prove = async (key: string): Promise<OperatorScope> => {
    const row = await db.maybe<Row>(sql`select id as "apiKeyId", service_company_id as "serviceCompanyId",
        portal_ids as "portalIds", read_only as "readOnly",
        (extract(epoch from last_used_at) * 1000)::bigint as "lastUsedAt", expires_at as "expiresAt"
      from api_key where key_hash = ${hashToken(key)} and revoked_at is null`)
    if (!row) return refuse()
    const { lastUsedAt, expiresAt, ...scope } = row
    const now = clock()
    if (expiresAt && expiresAt <= now)
      return fail('unauthenticated', { detail: `This API key expired at ${expiresAt.toISOString()}.` })
    if (lastUsedAt === null || now.getTime() - lastUsedAt >= TOUCH_AFTER)
      await db.run(sql`update api_key set last_used_at = ${now}
        where service_company_id = ${scope.serviceCompanyId} and id = ${scope.apiKeyId}`)
    return scope as OperatorScope
  }

  return async (authorization: string | undefined): Promise<OperatorScope> => {
    const key = keyIn(authorization)
    return key === undefined ? refuse() : proofs.recent(key, () => prove(key))
  }
}

/** See {@link operatorGate}. */
export type OperatorGate = ReturnType<typeof operatorGate>
