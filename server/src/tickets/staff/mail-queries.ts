import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Sql, sql } from '../../kernel/database/db.ts'

/** Condition for the mails `r` that the account may see: those of its portals, and those of no portal if it works for all. */
export const visibleMail = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`r.service_company_id = ${serviceCompanyId}
    and (${portalIds}::bigint[] is null or r.portal_id = any(${portalIds}::bigint[]))`

/** Condition for the mails `r` that wait for the staff. What a program has answered is a note, and nobody has to decide on it. */
export const waitsForStaff: Sql = sql`r.state in ('quarantined', 'noted') and r.settled_by is null
  and (r.state = 'quarantined' or r.reason = 'other_sender')`
