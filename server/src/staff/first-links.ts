import type { Database } from '../kernel/database/db.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { companiesWithoutAdministrator, isEmptyInstallation } from './account-queries.ts'
import { insertStaffLink } from './link-queries.ts'

/** A link for whoever sets up: `companyName` is null for an installation without a company. */
export type FirstLink = { companyName: string | null; path: string }

/** The page of a link, relative to the origin. */
export const linkPath = (key: string): string => `/staff/links/${key}`

/** Makes a one-time link for an empty installation, or one for each company that nobody can administer. */
export const makeFirstLinks = async (database: Database, security: SecurityLog, now: Date): Promise<FirstLink[]> => {
  if (await isEmptyInstallation(database))
    return [{ companyName: null, path: linkPath(await insertStaffLink(database, undefined, now)) }]
  const links: FirstLink[] = []
  for (const { id, name } of await companiesWithoutAdministrator(database)) {
    links.push({ companyName: name, path: linkPath(await insertStaffLink(database, { serviceCompanyId: id }, now)) })
    security.record({ what: 'staff.link.made', result: 'ok', reason: 'start', serviceCompanyId: id })
  }
  return links
}
