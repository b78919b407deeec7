import { sameCompany } from '../kernel/access/scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** A setting because of which a portal's tickets cannot be created or reach nobody: what was `found`, and what to do about it. */
export type PortalFault = { company: string; found: string; todo: string }

type Row = { company: string; hasAddress: boolean; types: number; unmailed: string[] }

const readRows = (db: Db): Promise<Row[]> =>
  db.many(sql`select p.web_portal_key as company, p.support_email is not null as "hasAddress", count(y.id)::int as types,
      coalesce(json_agg(y.name order by y.name) filter (where y.id is not null and g.email is null), '[]') as unmailed
    from portal p
    left join task_type y on ${sameCompany('y', 'p')} and y.portal_id = p.id
    left join staff_group g on ${sameCompany('g', 'y')} and g.id = y.staff_group_id
    group by p.service_company_id, p.id order by p.web_portal_key`)

const listFaults = ({ company, hasAddress, types, unmailed }: Row): PortalFault[] => {
  const faults: PortalFault[] = []
  if (!hasAddress && (types === 0 || unmailed.length > 0)) {
    const which = unmailed.length < types ? ` of the type ${unmailed.join(', ')}` : ''
    faults.push({
      company,
      found: `nobody is mailed about new tickets${which} in the portal ${company}`,
      todo: `Run \`portico portal brand ${company} --support-email ADDRESS\`, or give each ticket type a group with an e-mail address.`,
    })
  }
  if (types === 0)
    faults.push({
      company,
      found: `the portal ${company} has no ticket types, so its customers cannot raise tickets`,
      todo: `Run \`portico portal types ${company} NAME …\`.`,
    })
  return faults
}

/** Finds the faults of all portals of the installation, and counts the portals. */
export const findPortalFaults = async (db: Db): Promise<{ portals: number; faults: PortalFault[] }> => {
  const rows = await readRows(db)
  return { portals: rows.length, faults: rows.flatMap(listFaults) }
}
