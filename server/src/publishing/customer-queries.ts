import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { withinStaffPortals } from '../tickets/staff/list-queries.ts'

/** A customer with the numbers by which a file names it. */
export type FoundCustomer = { id: number; portalId: number; vatNumber: string | null; fiscalCode: string | null }

const columns = sql`c.id, c.portal_id as "portalId", c.vat_number as "vatNumber", c.fiscal_code as "fiscalCode"`
const FOUND_MOST = 20

/** Customers within reach with one of these bare numbers. */
export const customersWithNumbers = (db: Db, scope: StaffScope, numbers: string[]): Promise<FoundCustomer[]> =>
  db.many(sql`select ${columns} from contact c where ${withinStaffPortals(scope, 'c')} and c.archived_at is null and c.id = any(array(
      select id from contact where service_company_id = ${scope.serviceCompanyId} and bare_number(vat_number) = any(${numbers})
      union all
      select id from contact where service_company_id = ${scope.serviceCompanyId} and bare_number(fiscal_code) = any(${numbers})))
    order by c.company_name, c.id limit ${FOUND_MOST}`)

/** A name without legal form, accents apart: what is left of "Officine Rossi S.r.l." in the name of a file. */
const coreName = sql`trim(regexp_replace(regexp_replace(lower(c.company_name), '[^[:alnum:]]+', ' ', 'g'),
  ' (s r l s?|srls?|s p a|spa|s n c|snc|s a s|sas|soc coop|s c a r l|scarl|ltd|limited|gmbh|inc|llc|sl|s l|sa|s a)( unipersonale)? ?$', ''))`

/** Customers within reach whose names stand in a text, the longest name first. A name of less than four letters says nothing. */
export const customersNamedIn = (db: Db, scope: StaffScope, text: string): Promise<FoundCustomer[]> =>
  db.many(sql`select ${columns} from (
      select c.*, ${coreName} as core from contact c where ${withinStaffPortals(scope, 'c')} and c.archived_at is null) c
    where length(c.core) >= 4 and position(' ' || c.core || ' ' in ${text}) > 0
    order by length(c.core) desc, c.id limit ${FOUND_MOST}`)

/** The customer of a ticket within reach. */
export const ticketCustomer = (
  db: Db,
  scope: StaffScope,
  ticketNumber: number,
): Promise<(FoundCustomer & { ticketId: number }) | undefined> =>
  db.maybe(sql`select ${columns}, t.id as "ticketId" from ticket t
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    where ${withinStaffPortals(scope, 't')} and c.archived_at is null and t.ticket_number = ${ticketNumber}`)

/** The customer of this id within reach. */
export const customerOf = (db: Db, scope: StaffScope, contactId: number): Promise<FoundCustomer | undefined> =>
  db.maybe(
    sql`select ${columns} from contact c where ${withinStaffPortals(scope, 'c')} and c.archived_at is null and c.id = ${contactId}`,
  )

/** The only portal that the account works for, if there is only one. */
export const onlyPortal = async (db: Db, scope: StaffScope): Promise<number | null> => {
  const portals = await db.many<{ id: number }>(sql`select p.id from portal p
    where p.service_company_id = ${scope.serviceCompanyId}
      and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[])) limit 2`)
  return portals.length === 1 ? (portals[0]?.id ?? null) : null
}

/**
 * For whom a file with these bytes, or an electronic invoice of this key, is published already; null where it is out of reach. One to sign
 * counts while it can be signed now or is.
 */
export const publishedFor = async (
  db: Db,
  scope: StaffScope,
  { sha256, recordKey, now }: { sha256?: string; recordKey?: string; now: Date },
): Promise<{ customer: string | null } | undefined> => {
  const row = await db.maybe<{
    customer: string | null
  }>(sql`select case when ${withinStaffPortals(scope, 'x')} then x.name end as customer
    from (
      select i.service_company_id, i.portal_id, c.company_name as name from invoice i
      join contact c on ${samePortal('c', 'i')} and c.id = i.contact_id
      where i.service_company_id = ${scope.serviceCompanyId} and i.external_id = ${recordKey ?? null}
      union all
      select f.service_company_id, f.portal_id, c.company_name from file f
      join contact c on ${samePortal('c', 'f')} and c.id = f.contact_id
      where f.service_company_id = ${scope.serviceCompanyId} and f.sha256 = decode(${sha256 ?? null}, 'hex') and f.claimed
        and f.purpose in ('invoice', 'estimate', 'report', 'document', 'signing')
        and not exists (select from signing_document d where ${sameContact('d', 'f')} and d.file_id = f.id
          and (d.status in ('withdrawn', 'declined') or d.status = 'unsigned' and d.valid_until <= ${now}))
      union all
      select p.service_company_id, p.portal_id, null from public_file p
      where p.service_company_id = ${scope.serviceCompanyId} and p.sha256 = decode(${sha256 ?? null}, 'hex')) x
    order by x.name nulls last limit 1`)
  return row
}
