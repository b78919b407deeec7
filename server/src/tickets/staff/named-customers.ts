import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { queryWords, searchQuery } from '../../kernel/database/search-words.ts'
import { type NamedCustomers, plain } from './customer-words.ts'
import { withinStaffPortals } from './list-queries.ts'

/** Of a word that many names have, only so many customers are looked at. */
const NAMED_MOST = raw('20')
/** Shorter words are in too many names. */
const SHORTEST = 3

/** Finds the customers named by some words of a search, but not by all: "rossi pump" asks for the pumps of Rossi. */
export const findNamedCustomers = async (db: Db, scope: StaffScope, q: string): Promise<NamedCustomers> => {
  const words = queryWords(q)
  const naming = words.filter(word => word.length >= SHORTEST)
  if (words.length < 2 || naming.length === 0) return []
  const rows = await db.many<{
    id: number
    portalId: number
    named: string[]
  }>(sql`select x.id, x."portalId", x.named from (
      select c.id, c.portal_id as "portalId",
        array(select w from unnest(${naming}::text[]) w where strpos(${plain(sql`c.company_name`)}, w) > 0) as named
      from contact c where ${withinStaffPortals(scope, 'c')}) x
    where cardinality(x.named) between 1 and ${words.length - 1} order by cardinality(x.named) desc, x.id limit ${NAMED_MOST}`)
  return rows.map(({ id, portalId, named }) => {
    const others = words.filter(word => !named.includes(word)).join(' ')
    return { id, portalId, inContact: searchQuery(id, others), inCompany: searchQuery(scope.serviceCompanyId, others) }
  })
}
