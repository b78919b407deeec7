import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { Refusal } from '../definition/refusal.ts'
import type { Refuse, ResolvedLine } from './resolve-references.ts'
import type { TenantScope } from './write-scope.ts'

const within = async (
  db: Db,
  items: ResolvedLine[],
  { company, portals }: TenantScope,
): Promise<(item: ResolvedLine) => boolean> => {
  const [first] = items
  if (!first) return () => true
  const { type, table, level } = first.recordType
  if (level === 'company' && portals && type !== 'portal') return () => false
  if (level === 'installation' && portals) return () => false
  if (level !== 'installation' && !portals) return () => true
  const externalIds = items.map(({ line }) => line.externalId)
  const named =
    level === 'installation'
      ? await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where id = ${company} and external_id = any(${externalIds})`)
      : await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where service_company_id = ${company} and external_id = any(${externalIds})
            and (${raw(type === 'portal' ? 'id' : 'portal_id')} = any(${portals})) = ${type === 'portal'}`)
  const found = new Set(named.map(({ externalId }) => externalId))
  // Of portals and service companies only those may be written that are found; of all else what is found lies elsewhere.
  const wanted = level === 'installation' || type === 'portal'
  return ({ line }) => found.has(line.externalId) === wanted
}

/** Refuses lines that would write beyond the reach; the others. Their references are within it already. */
export const rejectOutOfScope = async (
  db: Db,
  items: ResolvedLine[],
  tenantScope: TenantScope | undefined,
  refuse: Refuse,
): Promise<ResolvedLine[]> => {
  if (!tenantScope) return items
  const mayWrite = await within(db, items, tenantScope)
  return items.filter(item => {
    const may = mayWrite(item)
    if (!may) refuse(item, new Refusal('externalId', `"${item.line.externalId}" is not yours to write`, 'conflict'))
    return may
  })
}
