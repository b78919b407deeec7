import { type Db, raw, sql } from '../kernel/db.ts'
import type { Refuse, Resolved } from './import-references.ts'
import { Refusal } from './refusal.ts'

/** How far an import reaches: one service company, or some of its portals. What lies outside is not there. */
export type Reach = { company: number; portals?: number[] }

/** Whether something that lies there may be seen; what belongs to no portal is the whole service company's. */
export const reaches = (reach: Reach | undefined, place: { company: number; portal: number | null }): boolean =>
  !reach ||
  (place.company === reach.company && (!reach.portals || place.portal === null || reach.portals.includes(place.portal)))

const within = async (db: Db, items: Resolved[], { company, portals }: Reach): Promise<(item: Resolved) => boolean> => {
  const [first] = items
  if (!first) return () => true
  const { type, table, depth } = first.kind
  if (depth === 'company' && portals && type !== 'portal') return () => false
  if (depth === 'installation' && portals) return () => false
  if (depth !== 'installation' && !portals) return () => true
  const externalIds = items.map(({ line }) => line.externalId)
  const named =
    depth === 'installation'
      ? await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where id = ${company} and external_id = any(${externalIds})`)
      : await db.many<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
          where service_company_id = ${company} and external_id = any(${externalIds})
            and (${raw(type === 'portal' ? 'id' : 'portal_id')} = any(${portals})) = ${type === 'portal'}`)
  const found = new Set(named.map(({ externalId }) => externalId))
  // Of portals and service companies only those may be written that are found; of all else what is found lies elsewhere.
  const wanted = depth === 'installation' || type === 'portal'
  return ({ line }) => found.has(line.externalId) === wanted
}

/** Refuses lines that would write beyond the reach; the others. Their references are within it already. */
export const keepWithin = async (
  db: Db,
  items: Resolved[],
  reach: Reach | undefined,
  refuse: Refuse,
): Promise<Resolved[]> => {
  if (!reach) return items
  const mayWrite = await within(db, items, reach)
  return items.filter(item => {
    const may = mayWrite(item)
    if (!may) refuse(item, new Refusal('externalId', `"${item.line.externalId}" is not yours to write`, 'conflict'))
    return may
  })
}
