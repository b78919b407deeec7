import { type PrivacyVersion, privacyVersionsMax } from '@portico/contract/staff/portal-settings'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import type { AllowedPortal } from '../allowed-queries.ts'

const versions = ({ serviceCompanyId, portalId }: AllowedPortal): Sql => sql`portal_privacy v
  where v.service_company_id = ${serviceCompanyId} and v.portal_id = ${portalId}`

const columns: Sql = sql`v.id, v.version, instant(v.valid_from) as "validFrom", instant(v.published_on) as "publishedOn",
  v.published_by as "publishedBy", v.html is null as "isWithdrawn"`

/** The newest versions of a portal's privacy terms, newest first. */
export const privacyVersionsOf = (db: Db, portal: AllowedPortal): Promise<PrivacyVersion[]> =>
  db.many(sql`select ${columns} from ${versions(portal)} order by v.id desc limit ${privacyVersionsMax}`)

/** A version of a portal's privacy terms with its text. */
export const privacyVersionOf = (
  db: Db,
  portal: AllowedPortal,
  id: number,
): Promise<(PrivacyVersion & { html: string | null }) | undefined> =>
  db.maybe(sql`select ${columns}, v.html from ${versions(portal)} and v.id = ${id}`)

/** The newest version, and whether an earlier one is called like this, whatever the case. */
export const privacyBeside = (
  db: Db,
  portal: AllowedPortal,
  version: string,
): Promise<{ newest: number | null; isTaken: boolean }> =>
  db.one(sql`select max(v.id) as newest, coalesce(bool_or(lower(v.version) = lower(${version})), false) as "isTaken"
    from ${versions(portal)}`)

/** The time zone of a portal. */
export const timeZoneOf = async (db: Db, { serviceCompanyId, portalId }: AllowedPortal): Promise<string> =>
  (
    await db.one<{ name: string }>(sql`select time_zone as name from portal
      where service_company_id = ${serviceCompanyId} and id = ${portalId}`)
  ).name

/** Names the author of what this transaction publishes. */
export const setAuthor = async (db: Db, { serviceCompanyId, staffUserId }: StaffScope): Promise<void> => {
  await db.run(sql`select set_config('portico.author', display_name, true) from staff_user
    where service_company_id = ${serviceCompanyId} and id = ${staffUserId}`)
}
