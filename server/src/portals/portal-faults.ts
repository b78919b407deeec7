import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/**
 * Why a portal's tickets reach nobody, or cannot be raised. `types`: the names of the ticket types concerned; none: all. `company`: the
 * portal's key.
 */
export type PortalFault = { company: string; kind: 'nobodyMailed' | 'noTypes'; types: string[] }

type Row = { company: string; hasAddress: boolean; types: number; offered: number; unmailed: string[] }

type Within = { serviceCompanyId: number; portalId: number }

const readRows = (db: Db, within: Within | undefined): Promise<Row[]> =>
  db.many(sql`select p.web_portal_key as company, p.support_email is not null as "hasAddress", count(y.id)::int as types,
      (count(y.id) filter (where y.offered is not false))::int as offered,
      coalesce(json_agg(y.name order by y.name) filter (where y.id is not null and g.email is null), '[]') as unmailed
    from portal p
    left join task_type y on ${sameCompany('y', 'p')} and y.portal_id = p.id and y.archived is not true
    left join staff_group g on ${sameCompany('g', 'y')} and g.id = y.staff_group_id
    where ${within === undefined}::boolean
      or p.service_company_id = ${within?.serviceCompanyId ?? 0}::bigint and p.id = ${within?.portalId ?? 0}::bigint
    group by p.service_company_id, p.id order by p.web_portal_key`)

const listFaults = ({ company, hasAddress, types, offered, unmailed }: Row): PortalFault[] => {
  const faults: PortalFault[] = []
  if (!hasAddress && (types === 0 || unmailed.length > 0))
    faults.push({ company, kind: 'nobodyMailed', types: unmailed.length < types ? unmailed : [] })
  if (offered === 0) faults.push({ company, kind: 'noTypes', types: [] })
  return faults
}

/** Finds the faults of all portals of the installation, or of one, and counts the portals. */
export const findPortalFaults = async (
  db: Db,
  within?: Within,
): Promise<{ portals: number; faults: PortalFault[] }> => {
  const rows = await readRows(db, within)
  return { portals: rows.length, faults: rows.flatMap(listFaults) }
}

/** A fault in words: what was `found`, and what to do about it. */
export const describeFault = ({ company, kind, types }: PortalFault): { found: string; todo: string } => {
  if (kind === 'noTypes')
    return {
      found: `the portal ${company} has no ticket types, so its customers cannot raise tickets`,
      todo: `Run \`portico portal types ${company} NAME …\`.`,
    }
  const which = types.length > 0 ? ` of the type ${types.join(', ')}` : ''
  return {
    found: `nobody is mailed about new tickets${which} in the portal ${company}`,
    todo: `Run \`portico portal brand ${company} --support-email ADDRESS\`, or give each ticket type a group with an e-mail address.`,
  }
}
