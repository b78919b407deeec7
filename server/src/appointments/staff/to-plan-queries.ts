import { type TicketToPlan, toPlanMax } from '@portico/contract/staff/planning/visits'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { hasWords, visibleToStaff } from '../../tickets/staff/list-queries.ts'

/** What tickets to be planned are narrowed to. */
export type ToPlanFilter = {
  q?: string | undefined
  portal?: string | undefined
  group?: number | undefined
  assignee?: number | undefined
  unassigned?: boolean | undefined
}

const conditions = (scope: StaffScope, filter: ToPlanFilter, now: Date): Sql => {
  const { q, portal, group, assignee, unassigned } = filter
  const given = [
    visibleToStaff(scope),
    sql`t.task_status <> 2`,
    sql`not exists (select from planned_activity v where ${sameContact('v', 't')} and v.ticket_id = t.id
      and coalesce(v.status, 'planned') = 'planned' and v.ends_at > ${now})`,
  ]
  if (portal !== undefined)
    given.push(sql`t.portal_id = (select p.id from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${portal})`)
  if (group !== undefined) given.push(sql`t.staff_group_id = ${group}`)
  if (assignee !== undefined) given.push(sql`t.staff_user_id = ${assignee}`)
  if (unassigned) given.push(sql`t.staff_user_id is null`)
  if (q?.trim()) given.push(hasWords(scope, q))
  return join(given, ' and ')
}

/** Open tickets for which no visit lies ahead, what is due first, and how many there are. */
export const ticketsToPlan = async (
  db: Db,
  scope: StaffScope,
  filter: ToPlanFilter,
  now: Date,
): Promise<{ tickets: TicketToPlan[]; count: number }> => {
  const rows = await db.many<
    TicketToPlan & { count: number }
  >(sql`select t.id, t.ticket_number as "ticketNumber", t.title,
      json_build_object('id', c.id, 'companyName', c.company_name) as customer, t.portal_id as "portalId", g.name as "group",
      case when s.id is not null then json_build_object('id', s.id, 'displayName', s.display_name) end as assignee,
      instant(t.due_at) as "dueAt", c.address, coalesce(u.email, c.email) as email, t.count
    from (select t.*, count(*) over ()::int as count from ticket t where ${conditions(scope, filter, now)}
      order by coalesce(t.due_at, 'infinity'), t.id limit ${raw(String(toPlanMax))}) t
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    left join staff_group g on ${sameCompany('g', 't')} and g.id = t.staff_group_id
    left join staff_user s on ${sameCompany('s', 't')} and s.id = t.staff_user_id
    left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id and m.active
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    order by coalesce(t.due_at, 'infinity'), t.id`)
  return { tickets: rows.map(({ count: _, ...ticket }) => ticket), count: rows[0]?.count ?? 0 }
}
