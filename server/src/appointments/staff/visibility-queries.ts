import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Sql, sql } from '../../kernel/database/db.ts'
import { andInGroupsOf } from '../../tickets/group-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

// Who of the staff sees what of a visit: those of the portal; a technician own visits, and those of tickets of the own groups or of none.
// Everybody who makes visits is busy for all who plan, whatever they see of it.

/** Joins customer and ticket of planned activity `v`. */
export const visitJoins: Sql = sql`join contact c on ${samePortal('c', 'v')} and c.id = v.contact_id
  left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id`

/** Joins the planned activity that shows booking `a`, its ticket, and the service. */
export const bookingJoins: Sql = sql`join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
  left join planned_activity v on ${samePortal('v', 'a')} and v.appointment_id = a.id
  left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id`

const isOwn = (scope: StaffScope, alias: 'v' | 'a'): Sql =>
  alias === 'v' ? sql`v.staff_user_id = ${scope.staffUserId}` : sql`a.staff_user_id = ${scope.staffUserId}`

/** SQL condition: the account sees visit `v`, or booking `a`, with what is joined by {@link visitJoins} or {@link bookingJoins}. */
export const isSeen = (scope: StaffScope, alias: 'v' | 'a'): Sql =>
  scope.role === 'technician'
    ? sql`(${withinStaffPortals(scope, alias)} and (${isOwn(scope, alias)} or t.id is null or (true ${andInGroupsOf(scope)})))`
    : sql`(${withinStaffPortals(scope, alias)})`

/** The ticket `t` as JSON; null for one that the account may not see. */
export const seenTicket = (scope: StaffScope): Sql => sql`case when t.id is not null ${andInGroupsOf(scope)}
  then json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) end`

/** SQL: whether the account may change visit `v` or booking `a`: a technician only own ones. */
export const mayChange = (scope: StaffScope, alias: 'v' | 'a'): Sql =>
  scope.role === 'technician' ? sql`coalesce(${isOwn(scope, alias)}, false)` : sql`true`

/** SQL condition: staff user `u` can be sent on visits of portal `portal`: without an account, or with one that works for the portal. */
export const worksFor = (portal: Sql): Sql => sql`not exists (select from staff_account w
  where ${sameCompany('w', 'u')} and w.staff_user_id = u.id and (w.ended_at is not null or not w.all_portals and not exists (
    select from staff_account_portal x where ${sameCompany('x', 'w')} and x.staff_account_id = w.id and x.portal_id = ${portal})))`
