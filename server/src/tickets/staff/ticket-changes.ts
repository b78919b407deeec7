import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { failAt } from '../../kernel/errors/fail.ts'
import { enqueueTicketMails } from '../mails.ts'
import { type LockedTicket, ofContact } from './queries.ts'
import { recordTicketAct } from './ticket-act-queries.ts'

/** Changes of properties; what is absent stays, null removes. */
export type Changes = {
  stepId?: number
  taskTypeId?: number
  assigneeId?: number | null
  groupId?: number | null
  wikiElementId?: number | null
  dueAt?: string | null
}

type Property = {
  field: Exclude<keyof Changes, 'dueAt'>
  column: string
  /** Selects id and name of what the property may refer to, for a ticket, and whether it is out of use. */
  source: (ticket: LockedTicket) => Sql
}

const inCompany = (table: string, name: string) => (ticket: LockedTicket) =>
  sql`select id, ${raw(name)} as name, false as archived from ${raw(table)} where service_company_id = ${ticket.serviceCompanyId}`

const inPortal = (table: string) => (ticket: LockedTicket) =>
  sql`select id, name, archived from ${raw(table)}
    where service_company_id = ${ticket.serviceCompanyId} and portal_id = ${ticket.portalId}`

const properties: Property[] = [
  { field: 'stepId', column: 'task_step_id', source: inPortal('task_step') },
  { field: 'taskTypeId', column: 'task_type_id', source: inPortal('task_type') },
  { field: 'assigneeId', column: 'staff_user_id', source: inCompany('staff_user', 'display_name') },
  { field: 'groupId', column: 'staff_group_id', source: inCompany('staff_group', 'name') },
  {
    field: 'wikiElementId',
    column: 'wiki_element_id',
    source: ticket => sql`select w.id, w.name, false as archived from wiki_element w where ${ofContact(ticket, 'w')}`,
  },
]

/** A property that gets another value, with both names for the history. */
type Change = {
  field: string
  column: string
  value: number | Date | null
  before: string | null
  after: string | null
}

const nameOf = async (
  db: Db,
  { source }: Property,
  ticket: LockedTicket,
  { id, isNew }: { id: number | null; isNew: boolean },
) => {
  if (id === null) return null
  const row = await db.maybe<{ name: string }>(sql`select name from (${source(ticket)}) x where id = ${id}
    and (archived is not true or not ${isNew}::boolean)`)
  return row?.name
}

const referenceChange = async (
  db: Db,
  property: Property,
  ticket: LockedTicket,
  changes: Changes,
): Promise<Change[]> => {
  const { field, column } = property
  const value = changes[field]
  if (value === undefined || value === ticket[field]) return []
  const after = await nameOf(db, property, ticket, { id: value, isNew: true })
  if (after === undefined) return failAt('not_found', `body.${field}`, 'names something that is not there')
  const before = await nameOf(db, property, ticket, { id: ticket[field], isNew: false })
  return [{ field, column, value, before: before ?? null, after }]
}

const dueChange = ({ dueAt: before }: LockedTicket, { dueAt }: Changes): Change[] => {
  if (dueAt === undefined) return []
  const value = dueAt === null ? null : new Date(dueAt)
  if (value?.getTime() === before?.getTime()) return []
  const text = (date: Date | null) => date?.toISOString() ?? null
  return [{ field: 'dueAt', column: 'due_at', value, before: text(before), after: text(value) }]
}

/** What a change of the step does to the ticket's status. */
export type StatusChange = 'closed' | 'reopened' | undefined

/** Writes changes of a locked ticket and its history; says whether they closed or reopened it, and whether there were any. */
export const writeChanges = async (
  db: Db,
  scope: StaffScope,
  ticket: LockedTicket,
  changes: Changes,
  now: Date,
): Promise<{ changed: boolean; status: StatusChange }> => {
  const written: Change[] = dueChange(ticket, changes)
  for (const property of properties) written.push(...(await referenceChange(db, property, ticket, changes)))
  if (written.length === 0) return { changed: false, status: undefined }

  const columnType = (column: string) => (column === 'due_at' ? 'timestamptz' : 'bigint')
  const sets = written.map(({ column, value }) => sql`${raw(column)} = ${value}::${raw(columnType(column))}`)
  const step = written.find(({ field }) => field === 'stepId')
  if (step)
    sets.push(sql`task_status = (select s.task_status from task_step s
      where ${samePortal('s', 't')} and s.id = ${step.value as number})`)
  const row = await db.one<{ taskStatus: number }>(sql`update ticket t set ${join(sets, ', ')}
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId} returning t.task_status as "taskStatus"`)
  await db.run(sql`insert into ticket_change
      (service_company_id, portal_id, contact_id, ticket_id, staff_user_id, field, before, after, changed_on)
    select ${ticket.serviceCompanyId}, ${ticket.portalId}, ${ticket.contactId}, ${ticket.ticketId}, ${scope.staffUserId},
      x.field, x.before, x.after, ${now}
    from unnest(${written.map(({ field }) => field)}::text[], ${written.map(({ before }) => before)}::text[],
      ${written.map(({ after }) => after)}::text[]) with ordinality as x (field, before, after, position) order by x.position`)
  await recordChanges(db, scope, ticket, written, now)
  return { changed: true, status: statusChange(ticket.taskStatus, row.taskStatus) }
}

/** Writes changes for the feed: whom a ticket is assigned to by name, of the rest only what was changed. */
const recordChanges = async (db: Db, scope: StaffScope, ticket: LockedTicket, written: Change[], now: Date) => {
  const assigned = written.find(({ field }) => field === 'assigneeId')
  if (assigned) {
    const assignee = await db.maybe<{ name: string }>(sql`select external_id as name from staff_user
      where service_company_id = ${ticket.serviceCompanyId} and id = ${assigned.value}::bigint`)
    const detail = { assignee: assignee?.name ?? null }
    await recordTicketAct(db, scope, ticket, { type: 'staff.ticket.assigned', detail }, now)
    await mailAssignee(db, scope, ticket, assigned.value as number | null, now)
  }
  const fields = written.filter(change => change !== assigned).map(({ field }) => fieldNames[field] ?? field)
  if (fields.length > 0)
    await recordTicketAct(db, scope, ticket, { type: 'staff.ticket.changed', detail: { fields } }, now)
}

/** Tells whom a colleague has assigned a ticket to. */
const mailAssignee = async (db: Db, scope: StaffScope, ticket: LockedTicket, assigneeId: number | null, now: Date) => {
  if (assigneeId === null || assigneeId === scope.staffUserId) return
  const { name } = await db.one<{ name: string }>(sql`select display_name as name from staff_user
    where service_company_id = ${scope.serviceCompanyId} and id = ${scope.staffUserId}`)
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const assigned = { assigneeId, name, changeId: String(now.getTime()) }
  await enqueueTicketMails(db, { at: { serviceCompanyId, portalId, contactId, ticketId }, assigned })
}

/** The properties as the operator API names them, where that differs. */
export const fieldNames: Record<string, string> = {
  stepId: 'step',
  taskTypeId: 'ticketType',
  groupId: 'group',
  wikiElementId: 'wikiElement',
  assigneeId: 'assignee',
}

const statusChange = (before: number, after: number): StatusChange => {
  if ((before === closedStatus) === (after === closedStatus)) return undefined
  return after === closedStatus ? 'closed' : 'reopened'
}
