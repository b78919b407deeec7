import { currentPortalKey, reservedWords } from '@portico/contract/values/portal-key'
import { type Db, sql } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'

/**
 * Renames portals whose key has become a reserved word to the key that `currentPortalKey` returns, and warns of each by name. Their old
 * URLs redirect to the new ones (specification/portals-and-branding.md#keys-reserved-later). If another portal already has the new key,
 * the portal keeps its key and the operator is warned.
 */
export const renameReservedPortals = async (db: Db, log: DatabaseLog): Promise<void> => {
  const renamed = [...reservedWords].map(key => ({ key, next: currentPortalKey(key) }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as r (key text, next text)`
  const rows = await db.many<{
    key: string
    next: string
  }>(sql`update portal p set web_portal_key = r.next from ${given}
    where p.web_portal_key = r.key and not exists (select from portal other where other.web_portal_key = r.next)
    returning r.key, r.next`)
  for (const { key, next } of rows)
    log('warn', `The portal ${key} is now called ${next}, because ${key} became a reserved word.`, { portal: next })
  const stuck = await db.many<{ key: string; next: string }>(
    sql`select r.key, r.next from portal p join ${given} on r.key = p.web_portal_key`,
  )
  for (const { key, next } of stuck)
    log('warn', `The portal ${key} cannot be reached: ${key} became a reserved word, and another portal is ${next}.`, {
      portal: key,
    })
}
