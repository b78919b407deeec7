import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { raw, type Sql, sql } from '../../kernel/database/db.ts'
import { nameOf } from '../names/names-in-memory.ts'
import type { StaffNames } from '../names/staff-name-queries.ts'
import { instantIn, isOfTicket } from '../row-queries.ts'

// As on the customers' side, a statement sends tickets with ids, and the objects of the reply are made here.

/** A ticket of the staff without its names. */
export type StaffTicketIds = {
  id: number
  ticketNumber: number
  title: string
  portalId: number
  contactId: number
  companyName: string
  webUserId: number | null
  referentName: string | null
  typeId: number | null
  stepId: number
  taskStatus: number
  staffId: number | null
  groupId: number | null
  createdOn: string
  dueAt: string | null
  lastMessageOn: string | null
  awaitsAnswer: boolean
  unread: boolean
  hasDraft: boolean
}

/** Messages `k` of a customer. */
const isOfCustomer = '(k.sender_web_user_id is not null or k.sender_address is not null)'

/** Condition that the account has not read message `k`, as its mark `r` says; null without a mark. */
export const isUnreadByStaff: Sql = raw(`${isOfCustomer} and (k.creation_date, k.id) > (r.read_to, r.comment_id)`)

const fields: [Exclude<keyof StaffTicketIds, 'hasDraft'>, expression: string][] = [
  ['id', 't.id'],
  ['ticketNumber', 't.ticket_number'],
  ['title', 't.title'],
  ['portalId', 't.portal_id'],
  ['contactId', 't.contact_id'],
  ['companyName', 'c.company_name'],
  ['webUserId', 'm.web_user_id'],
  ['referentName', 'm.referent_name'],
  ['typeId', 't.task_type_id'],
  ['stepId', 't.task_step_id'],
  ['taskStatus', 't.task_status'],
  ['staffId', 't.staff_user_id'],
  ['groupId', 't.staff_group_id'],
  ['createdOn', 't.created_on'],
  ['dueAt', 't.due_at'],
  ['lastMessageOn', 't.last_comment_on'],
  ['awaitsAnswer', 't.awaits_answer'],
  [
    'unread',
    `t.task_status <> 2 and (r.read_to is null or t.last_comment_on >= r.read_to and exists (
      select from comment k where ${isOfTicket.sql} and ${isUnreadByStaff.sql}))`,
  ],
]

/** The columns of ticket `t` that {@link staffTicketFields} and the orders of the queue need. */
export const ticketColumns: Sql =
  raw(`t.service_company_id, t.portal_id, t.contact_id, t.id, t.ticket_number, t.title, t.title_order,
  t.task_type_id, t.task_step_id, t.task_status, t.staff_user_id, t.staff_group_id, t.created_on, t.due_at, t.last_comment_on,
  t.awaits_answer, t.creator_web_user_id`)

const constantFields = raw(fields.map(([name, expression]) => `${expression} as "${name}"`).join(', '))

/** Selects {@link StaffTicketIds} of tickets `t`; needs {@link staffTicketJoins}. */
export const staffTicketFields = ({ staffAccountId }: Pick<StaffScope, 'staffAccountId'>): Sql => sql`${constantFields},
  exists (select from staff_draft d where ${sameContact('d', 't')} and d.ticket_id = t.id and d.staff_account_id = ${staffAccountId})
    as "hasDraft"`

/** The customer `c` of ticket `t`, the person `m` who raised it, and the mark `r` up to which the account has read it. */
export const staffTicketJoins = ({ staffAccountId }: Pick<StaffScope, 'staffAccountId'>): Sql => sql`
  join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
  left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id
  left join staff_ticket_read r on ${sameContact('r', 't')} and r.ticket_id = t.id and r.staff_account_id = ${staffAccountId}`

/** Of each field of {@link StaffTicketIds} the values of all tickets of a page. */
export type StaffTicketArrays = { [name in keyof StaffTicketIds]: StaffTicketIds[name][] }

const names: (keyof StaffTicketIds)[] = [...fields.map(([name]) => name), 'hasDraft']

/** {@link StaffTicketArrays} of the rows `x` of {@link staffTicketFields}, for `json_build_object`. */
export const staffTicketArrays: Sql = raw(
  names.map(name => `'${name}', coalesce(json_agg(x."${name}"), '[]')`).join(', '),
)

/** The tickets of a page. */
export const staffTicketsIn = (arrays: StaffTicketArrays): StaffTicketIds[] =>
  arrays.id.map((_, n) => {
    const ticket: Partial<Record<keyof StaffTicketIds, unknown>> = {}
    for (const name of names) ticket[name] = arrays[name][n]
    return ticket as StaffTicketIds
  })

/** Makes a ticket of the queue. */
export const toListed = (ticket: StaffTicketIds, names: StaffNames): StaffTicketListed => ({
  id: ticket.id,
  ticketNumber: ticket.ticketNumber,
  title: ticket.title,
  portal: names.portals.get(ticket.portalId) ?? { id: ticket.portalId, webPortalKey: '', name: '', baseColor: '' },
  contact: { id: ticket.contactId, companyName: ticket.companyName },
  raiser: ticket.webUserId === null ? null : { webUserId: ticket.webUserId, referentName: ticket.referentName ?? '' },
  taskType: nameOf(names.types, ticket.typeId),
  step: { id: ticket.stepId, name: names.steps.get(ticket.stepId)?.name ?? '', taskStatus: ticket.taskStatus },
  assignee: nameOf(names.staff, ticket.staffId),
  group: nameOf(names.groups, ticket.groupId),
  createdOn: instantIn(ticket.createdOn),
  dueAt: ticket.dueAt && instantIn(ticket.dueAt),
  lastMessageOn: ticket.lastMessageOn && instantIn(ticket.lastMessageOn),
  awaitsAnswer: ticket.awaitsAnswer,
  unread: ticket.unread,
  hasDraft: ticket.hasDraft,
})
