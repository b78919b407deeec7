import { type Db, sql } from '../database/db.ts'
import { Failure } from '../errors/fail.ts'
import { hashToken, newToken } from '../security/secrets.ts'
import type { Clock } from '../time/clock.ts'
import { openAuthCache } from './auth-cache.ts'

declare const proven: unique symbol

/** Proof of a valid API key; only this module creates it. `portalIds` is null for a key of all portals. */
export type OperatorScope = {
  readonly [proven]: true
  readonly apiKeyId: number
  readonly serviceCompanyId: number
  readonly portalIds: readonly number[] | null
  readonly readOnly: boolean
}

const PREFIX = 'portico_'
const TOUCH_AFTER = 60_000

/** A new API key: a prefix that secret scanners recognise, then 256 random bits. */
export const newApiKey = (): string => `${PREFIX}${newToken()}`

const keyIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (portico_[\w-]{43})$/i.exec(authorization ?? '')?.[1]

/** An API key that is unknown, revoked or expired; `key` identifies it, if known. */
export class ApiKeyRejected extends Failure {
  override name = 'ApiKeyRejected'
  readonly reason: 'unknownKey' | 'revokedKey' | 'expiredKey'
  readonly key: { serviceCompanyId: number; apiKeyId: number } | undefined
  constructor(
    reason: ApiKeyRejected['reason'],
    key?: { serviceCompanyId: number; apiKeyId: number },
    detail = 'Send an API key that holds, as Authorization: Bearer portico_…',
  ) {
    super('unauthenticated', { detail })
    this.reason = reason
    this.key = key
  }
}

type Row = Omit<OperatorScope, typeof proven> & {
  lastUsedAt: number | null
  expiresAt: Date | null
  isRevoked: boolean
}

/** Makes the function that turns an `Authorization` header into an OperatorScope; throws {@link ApiKeyRejected} (401). */
export const createApiKeyAuthenticator = (db: Db, clock: Clock, authCacheMs: number) => {
  const proofs = openAuthCache(authCacheMs)

  const authenticate = async (key: string): Promise<OperatorScope> => {
    const row = await db.maybe<Row>(sql`select id as "apiKeyId", service_company_id as "serviceCompanyId",
        portal_ids as "portalIds", read_only as "readOnly",
        (extract(epoch from last_used_at) * 1000)::bigint as "lastUsedAt", expires_at as "expiresAt",
        revoked_at is not null as "isRevoked"
      from api_key where key_hash = ${hashToken(key)}`)
    if (!row) throw new ApiKeyRejected('unknownKey')
    const { lastUsedAt, expiresAt, isRevoked, ...scope } = row
    const { serviceCompanyId, apiKeyId } = scope
    if (isRevoked) throw new ApiKeyRejected('revokedKey', { serviceCompanyId, apiKeyId })
    const now = clock()
    if (expiresAt && expiresAt <= now)
      throw new ApiKeyRejected(
        'expiredKey',
        { serviceCompanyId, apiKeyId },
        `This API key expired at ${expiresAt.toISOString()}.`,
      )
    if (lastUsedAt === null || now.getTime() - lastUsedAt >= TOUCH_AFTER)
      await db.run(sql`update api_key set last_used_at = ${now}
        where service_company_id = ${serviceCompanyId} and id = ${apiKeyId}`)
    return scope as OperatorScope
  }

  return async (authorization: string | undefined): Promise<OperatorScope> => {
    const key = keyIn(authorization)
    if (key === undefined) throw new ApiKeyRejected('unknownKey')
    return proofs.recent(key, () => authenticate(key))
  }
}

/** See {@link createApiKeyAuthenticator}. */
export type ApiKeyAuthenticator = ReturnType<typeof createApiKeyAuthenticator>
