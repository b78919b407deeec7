import type { StaffTicketStep, StaffTicketType } from '@portico/contract/staff/ticket-settings'
import { type Db, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'

type PortalKeys = { serviceCompanyId: number; portalId: number }

/** A type of a portal's tickets. */
export type TypeOfPortal = StaffTicketType & { externalId: string }

/** The types of a portal's tickets in their order, archived ones at the end; at most one is the default. */
export const ticketTypesIn = async (db: Db, { serviceCompanyId, portalId }: PortalKeys): Promise<TypeOfPortal[]> => {
  const rows = await db.many<
    TypeOfPortal & { position: number | null }
  >(sql`select id, external_id as "externalId", name, color, staff_group_id as "groupId", due_hours as "dueHours",
      coalesce(offered, true) as "isOffered", coalesce(preselected, false) as "isDefault", coalesce(archived, false) as "isArchived",
      position, md5(jsonb_build_array(name, color, staff_group_id, due_hours, offered, preselected, archived)::text) as version
    from task_type where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} order by id`)
  const placeOf = ({ isArchived, position }: (typeof rows)[number]) => (isArchived ? 1e8 : 0) + (position ?? 1e7)
  const ordered = byName(rows, ({ name }) => name).sort((a, b) => placeOf(a) - placeOf(b))
  const first = ordered.find(({ isDefault, isOffered, isArchived }) => isDefault && isOffered && !isArchived)
  return ordered.map(({ position, ...type }) => ({ ...type, isDefault: type.id === first?.id }))
}

/** A step of a portal's tickets. */
export type StepOfPortal = StaffTicketStep & { externalId: string; position: number }

/** The steps of a portal's tickets in their order, archived ones at the end. */
export const ticketStepsIn = async (db: Db, { serviceCompanyId, portalId }: PortalKeys): Promise<StepOfPortal[]> => {
  const rows = await db.many<
    Omit<StepOfPortal, 'isFirst'>
  >(sql`select id, external_id as "externalId", name, task_status as "taskStatus", position, coalesce(archived, false) as "isArchived",
      md5(jsonb_build_array(name, task_status, archived)::text) as version
    from task_step where service_company_id = ${serviceCompanyId} and portal_id = ${portalId}
    order by archived is true, position, id`)
  const first = [0, 1, 2].map(status => rows.find(({ taskStatus, isArchived }) => taskStatus === status && !isArchived))
  return rows.map(row => ({ ...row, isFirst: first.some(step => step?.id === row.id) }))
}
