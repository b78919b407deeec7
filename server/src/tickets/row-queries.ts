import type { TicketListed } from '@portico/contract/tickets'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { type Names, namesVersion, type TicketNames } from './names/name-queries.ts'
import { nameOf } from './names/names-in-memory.ts'

// PostgreSQL takes several times as long to build nested objects for a ticket as to find the ticket. So a statement sends tickets with ids,
// and the objects of the reply are made here.

/** A ticket without its names. */
export type TicketIds = {
  id: number
  title: string
  ticketNumber: number
  internalAnnualProgressive: number
  typeId: number | null
  stepId: number
  taskStatus: number
  createdOn: string
  groupId: number | null
  staffId: number | null
  creatorId: number | null
  wikiElementId: number | null
  lastCommentOn: string | null
}

const columns: [keyof TicketIds, column: string][] = [
  ['id', 't.id'],
  ['title', 't.title'],
  ['ticketNumber', 't.ticket_number'],
  ['internalAnnualProgressive', 't.internal_annual_progressive'],
  ['typeId', 't.task_type_id'],
  ['stepId', 't.task_step_id'],
  ['taskStatus', 't.task_status'],
  ['createdOn', 't.created_on'],
  ['groupId', 't.staff_group_id'],
  ['staffId', 't.staff_user_id'],
  ['creatorId', 't.creator_web_user_id'],
  ['wikiElementId', 't.wiki_element_id'],
  ['lastCommentOn', 't.last_comment_on'],
]

/** The columns of ticket `t` that the expressions of this file need in a subquery. */
export const ticketColumns: Sql = raw(
  ['t.service_company_id', 't.portal_id', 't.contact_id', ...columns.map(([, column]) => column)].join(', '),
)

/** {@link TicketIds} of one ticket `t`, for `json_build_object`. */
export const ticketObject: Sql = raw(columns.map(([name, column]) => `'${name}', ${column}`).join(', '))

/**
 * {@link TicketArrays} of tickets `t`, for `json_build_object`. It takes PostgreSQL two thirds of the time of an array or an object for
 * each ticket.
 */
export const ticketArrays: Sql = raw(
  columns.map(([name, column]) => `'${name}', coalesce(json_agg(${column}), '[]')`).join(', '),
)

/** Of each field of {@link TicketIds} the values of all tickets of a list. */
export type TicketArrays = { [name in keyof TicketIds]: TicketIds[name][] }

type PlannedTuple = [ticketId: number, start: string, end: string, activityTypeName: string, staffId: number | null]

/** What {@link selectBeside} selects. */
export type Beside = {
  planned: PlannedTuple[] | null
  wikiElements: NonNullable<TicketListed['wikiElement']>[] | null
  namesVersion: number
}

/** The instant of a reply from one that PostgreSQL has written as JSON, in UTC. */
export const instantIn = (json: string): string => `${json.slice(0, 19)}Z`

/** What the statements about a reader's tickets depend on. */
export type TicketReader = Pick<
  Scope,
  'serviceCompanyId' | 'portalId' | 'contactId' | 'webUserId' | 'unreadSince' | 'actor'
> & { readonly flags: Pick<Scope['flags'], 'administrator' | 'viewContactWiki'> }

/** The messages `k` of ticket `t`. */
export const isOfTicket: Sql = raw(`${sameContact('k', 't').sql} and k.ticket_id = t.id`)

/** How far (`r`) the reader has read ticket `t`. */
export const isReadMark = (scope: TicketReader): Sql =>
  sql`${sameContact('r', 't')} and r.ticket_id = t.id and r.web_user_id = ${scope.webUserId}`

/** The moment that stands for a mark where the reader has none. */
export const unreadSince = ({ unreadSince: moment }: TicketReader): Sql => sql`${moment}::timestamptz`

/**
 * Whether the reader has not read message `k`: one of others after `mark`, the instant and the id of the last message that was read. A
 * reopening does not count, because the message that caused it does.
 */
export const isUnreadAfter = (scope: TicketReader, mark: Sql): Sql =>
  sql`(k.creation_date, k.id) > ${mark} and k.sender_web_user_id is distinct from ${scope.webUserId} and k.event is distinct from 'reopened'`

/** The reader's mark, from the row of {@link isReadMark} or, without one, nulls. */
export const readMark = (scope: TicketReader): Sql =>
  sql`(coalesce(r.read_to, ${unreadSince(scope)}), coalesce(r.comment_id, 0))`

/** Whether ticket `t` has a message that the reader has not read. */
export const hasUnread = (
  scope: TicketReader,
): Sql => sql`exists (select from comment k left join ticket_read r on ${isReadMark(scope)}
  where ${isOfTicket} and ${isUnreadAfter(scope, readMark(scope))})`

/** Selects {@link Beside}: the next activity and the asset of each of `tickets`, which are subqueries of their ids. */
export const selectBeside = (scope: TicketReader, tickets: { ids: Sql; wikiElementIds: Sql }, now: Date): Sql => sql`
  'planned', (select json_agg(json_build_array(v.ticket_id, v.starts_at, v.ends_at, v.activity_type_name, v.staff_user_id)) from (
      select distinct on (v.ticket_id) v.ticket_id, v.starts_at, v.ends_at, v.activity_type_name, v.staff_user_id
      from planned_activity v where ${within(scope, 'v')} and v.ticket_id in (${tickets.ids}) and v.ends_at > ${now}
        and v.status is distinct from 'cancelled'
      order by v.ticket_id, v.ends_at
    ) v),
  'wikiElements', ${
    scope.flags.viewContactWiki
      ? sql`(select json_agg(json_build_object('id', w.id, 'name', w.name, 'folderName', f.name))
          from wiki_element w join wiki_folder f on ${sameContact('f', 'w')} and f.id = w.wiki_folder_id
          where ${within(scope, 'w')} and w.id in (${tickets.wikiElementIds}))`
      : raw('null')
  },
  'namesVersion', ${namesVersion(scope)}`

/** The next activity of a ticket as replies show it. */
export const nextPlanned = (
  { planned }: Beside,
  ticketId: number,
  names: Names,
): TicketListed['nextPlannedActivityInfo'] => {
  const next = planned?.find(row => row[0] === ticketId)
  if (!next) return null
  const [, start, end, activityTypeName, staffId] = next
  return {
    start: instantIn(start),
    end: instantIn(end),
    activityTypeName,
    assignedUser: nameOf(names.staff, staffId)?.user ?? null,
  }
}

/** The asset of a ticket; null if there is none, or the reader may not see it. */
export const wikiElementOf = ({ wikiElements }: Beside, id: number | null): TicketListed['wikiElement'] =>
  (id !== null && wikiElements?.find(element => element.id === id)) || null

/** Makes a ticket of a reply. */
export const toTicket = (ticket: TicketIds, unreadComments: number, beside: Beside, names: Names): TicketListed => {
  const { id, title, ticketNumber, internalAnnualProgressive, lastCommentOn } = ticket
  return {
    id,
    title,
    ticketNumber,
    internalAnnualProgressive,
    taskType: nameOf(names.types, ticket.typeId),
    taskStatus: { step: { name: names.steps.get(ticket.stepId)?.name ?? '', taskStatus: ticket.taskStatus } },
    createdOn: instantIn(ticket.createdOn),
    nextPlannedActivityInfo: nextPlanned(beside, id, names),
    assignedGroup: nameOf(names.groups, ticket.groupId),
    assignedUser: nameOf(names.staff, ticket.staffId)?.user ?? null,
    creatorContactWebUser: nameOf(names.members, ticket.creatorId)?.creator ?? null,
    wikiElement: wikiElementOf(beside, ticket.wikiElementId),
    lastCommentOn: lastCommentOn && instantIn(lastCommentOn),
    unreadComments,
  }
}

/** Where tickets are read from: the database, and the names that this process has in memory. */
export type TicketSource = { db: Db; findNames: TicketNames }

/** The ids of the staff who come to tickets. */
export const idsOfPlanned = (planned: Beside['planned']): (number | null)[] => (planned ?? []).map(row => row[4])
