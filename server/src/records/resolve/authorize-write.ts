import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { Refuse, ResolvedLine } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'

const within = async (
  db: Db,
  items: ResolvedLine[],
  { company, portals }: TenantScope,
): Promise<(item: ResolvedLine) => boolean> => {
  const [first] = items
  if (!first) return () => true
  const { defines, table, level } = first.recordType
  if (level === 'company' && portals && defines !== 'portal') return () => false
  if (level === 'installation' && portals) return () => false
  if (level !== 'installation' && !portals) return () => true
  const externalIds = items.map(({ line }) => line.externalId)
  const named =
    level === 'installation'
      ? await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where id = ${company} and external_id = any(${externalIds})`)
      : await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where service_company_id = ${company} and external_id = any(${externalIds})
            and (${raw(defines === 'portal' ? 'id' : 'portal_id')} = any(${portals})) = ${defines === 'portal'}`)
  const found = new Set(named.map(({ externalId }) => externalId))
  // The line of a service company or portal must be one of the scope; any other line must not be a record outside it.
  const wanted = level === 'installation' || defines === 'portal'
  return ({ line }) => found.has(line.externalId) === wanted
}

/** Rejects lines outside the caller's tenant scope; returns the rest. Their references were resolved within the scope already. */
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
