import { newApiKey } from '../kernel/access/api-key-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'

/** An API key as listed to the service company; `portals` is null for a key of all portals. Dates are instants. */
export type ListedKey = {
  id: number
  serviceCompany: string
  name: string
  portals: string[] | null
  readOnly: boolean
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

/**
 * Creates an API key of a service company; without `expiresAt` it never expires. Returns its id and the key itself, of which only the
 * hash is stored.
 */
export const insertApiKey = async (
  db: Db,
  key: {
    serviceCompanyId: number
    name: string
    portalIds: number[] | null
    readOnly: boolean
    expiresAt?: Date | null
  },
): Promise<{ id: number; key: string }> => {
  const secret = newApiKey()
  const { id } = await db.one<{
    id: number
  }>(sql`insert into api_key (service_company_id, name, key_hash, ending, portal_ids, read_only, expires_at)
    values (${key.serviceCompanyId}, ${key.name}, ${hashToken(secret)}, ${secret.slice(-4)}, ${key.portalIds}::bigint[], ${key.readOnly},
      ${key.expiresAt ?? null}) returning id`)
  return { id, key: secret }
}

/** Lists the keys of a service company, or of all, oldest first. */
export const apiKeysOf = (db: Db, serviceCompanyId: number | undefined): Promise<ListedKey[]> =>
  db.many(sql`select k.id, coalesce(s.external_id, s.name) as "serviceCompany", k.name,
      case when k.portal_ids is not null then array(select p.web_portal_key from portal p
        where ${sameCompany('p', 'k')} and p.id = any(k.portal_ids) order by 1) end as portals,
      k.read_only as "readOnly", instant(k.created_at) as "createdAt", instant(k.last_used_at) as "lastUsedAt",
      instant(k.expires_at) as "expiresAt", instant(k.revoked_at) as "revokedAt"
    from api_key k join service_company s on s.id = k.service_company_id
    ${serviceCompanyId === undefined ? empty : sql`where k.service_company_id = ${serviceCompanyId}`} order by k.id`)

/** The end of a day in UTC, the last on which a key holds; undefined for what is no day. */
export const endOfDay = (day: string): Date | undefined => {
  const end = new Date(`${day}T23:59:59.999Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(end.getTime()) && end.toISOString().startsWith(day)
  return isDay ? end : undefined
}

/** Revokes a key and returns its service company; undefined if no key has this id. A key that is already revoked keeps its date. */
export const revokeApiKey = (db: Db, id: number): Promise<{ serviceCompanyId: number } | undefined> =>
  db.maybe(sql`update api_key set revoked_at = coalesce(revoked_at, now()) where id = ${id}
    returning service_company_id as "serviceCompanyId"`)
