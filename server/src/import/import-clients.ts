import { samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { bareNumber } from './bare-number.ts'

/** A portal into which a table or invoices are imported. */
export type NamedPortal = { id: number; company: number; externalId: string; serviceCompany: string }

const portalWhere = (db: Db, condition: Sql): Promise<NamedPortal | undefined> =>
  db.maybe(sql`select p.id, p.service_company_id as company, p.external_id as "externalId", s.external_id as "serviceCompany"
    from portal p join service_company s on s.id = p.service_company_id where ${condition}`)

/** Finds a portal by its key. */
export const portalByKey = (db: Db, key: string): Promise<NamedPortal | undefined> =>
  portalWhere(db, sql`p.web_portal_key = ${key}`)

/** Finds a portal of the tenant scope by its external id. */
export const portalWithin = (
  db: Db,
  { company, portals }: TenantScope,
  externalId: string,
): Promise<NamedPortal | undefined> =>
  portalWhere(
    db,
    sql`p.service_company_id = ${company} and p.external_id = ${externalId}
      and (${portals ?? null}::bigint[] is null or p.id = any(${portals ?? null}::bigint[]))`,
  )

type Client = { externalId: string; vatNumber: string | null; fiscalCode: string | null }

const keysOf = ({ vatNumber, fiscalCode }: Omit<Client, 'externalId'>) => {
  const numbers = [vatNumber, fiscalCode].filter(number => number !== null)
  return new Set(numbers.map(bareNumber).filter(Boolean))
}

/**
 * Returns a function that finds a contact of a portal by external id, VAT number or fiscal code, and returns its external id. The two
 * numbers are interchangeable, because for many companies they are the same. The function throws a {@link Refusal} of `field` if no
 * contact, or more than one, matches.
 */
export const clientsOf = async (db: Db, portal: NamedPortal) => {
  const clients = await db.many<Client>(sql`select external_id as "externalId", vat_number as "vatNumber",
      fiscal_code as "fiscalCode"
    from contact where service_company_id = ${portal.company} and portal_id = ${portal.id}
    union all
    select c.external_id, g.vat_number, g.fiscal_code from merged_contact g
    join contact c on ${samePortal('c', 'g')} and c.id = g.contact_id
    where g.service_company_id = ${portal.company} and g.portal_id = ${portal.id}`)
  const externalIds = new Set(clients.map(({ externalId }) => externalId))
  const byNumber = new Map<string, Set<string>>()
  for (const client of clients)
    for (const key of keysOf(client)) byNumber.set(key, (byNumber.get(key) ?? new Set()).add(client.externalId))
  return (numbers: (string | undefined)[], field: string): string => {
    const given = numbers.filter(number => number !== undefined)
    for (const number of given) {
      if (externalIds.has(number)) return number
      const [key = ''] = keysOf({ vatNumber: number, fiscalCode: null })
      const [first, ...more] = byNumber.get(key) ?? []
      if (more.length > 0)
        throw new Refusal(
          field,
          `is "${number}", which several contacts of the portal have: ${[first, ...more].join(', ')}`,
        )
      if (first !== undefined) return first
    }
    throw new Refusal(field, `is "${given.join('", "')}", which no contact of the portal has`)
  }
}
