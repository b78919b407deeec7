import type { TicketListed } from '@portico/contract/tickets'
import { type Scope, sameContact, within } from '../kernel/access/scope.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { type NamedIds, type Names, nameOf, namesVersion, type TicketNames } from './name-queries.ts'

// PostgreSQL takes several times as long to build nested objects for a ticket as to find the ticket. So a statement sends tickets as flat
// arrays with ids, and the objects of the reply are made here.

/** A ticket without its names, in the order of {@link ticketTuple}. */
export type TicketTuple = [
  id: number,
  title: string,
  ticketNumber: number,
  internalAnnualProgressive: number,
  typeId: number | null,
  stepId: number,
  taskStatus: number,
  createdOn: string,
  groupId: number | null,
  staffId: number | null,
  creatorId: number | null,
  wikiElementId: number | null,
]

type PlannedTuple = [ticketId: number, start: string, end: string, activityTypeName: string, staffId: number | null]

/** What {@link selectBeside} selects. */
export type Beside = {
  planned: PlannedTuple[] | null
  wikiElements: NonNullable<TicketListed['wikiElement']>[] | null
  namesVersion: number
}

/** The instant of a reply from one that PostgreSQL has written as JSON, in UTC. */
export const instantIn = (json: string): string => `${json.slice(0, 19)}Z`

/** The columns of ticket `t` that the expressions of this file need in a subquery. */
export const ticketColumns: Sql = raw(`t.service_company_id, t.portal_id, t.contact_id, t.id, t.title, t.ticket_number,
  t.internal_annual_progressive, t.task_type_id, t.task_step_id, t.task_status, t.created_on, t.staff_group_id, t.staff_user_id,
  t.creator_web_user_id, t.wiki_element_id`)

/** The elements of a {@link TicketTuple}, for `json_build_array`. */
export const ticketTuple: Sql =
  raw(`t.id, t.title, t.ticket_number, t.internal_annual_progressive, t.task_type_id, t.task_step_id,
  t.task_status, t.created_on, t.staff_group_id, t.staff_user_id, t.creator_web_user_id, t.wiki_element_id`)

/** The messages `k` of ticket `t`. */
export const isOfTicket: Sql = raw(`${sameContact('k', 't').sql} and k.ticket_id = t.id`)

/** Until when the reader has read ticket `t`: up to the reader's mark or, without a mark, to the moment of joining the contact. */
export const readUntil = (scope: Scope): Sql => sql`coalesce(
  (select r.read_to from ticket_read r where ${sameContact('r', 't')} and r.ticket_id = t.id and r.web_user_id = ${scope.webUserId}),
  (select m.unread_since from membership m where ${within(scope, 'm')} and m.web_user_id = ${scope.webUserId}))`

/**
 * Whether the reader has not read message `k` of ticket `t`: one of others after {@link readUntil}. A reopening does not count, because
 * the message that caused it does.
 */
export const isUnread = (scope: Scope): Sql => sql`(k.creation_date, k.id) > (${readUntil(scope)}, coalesce(
    (select r.comment_id from ticket_read r where ${sameContact('r', 't')} and r.ticket_id = t.id and r.web_user_id = ${scope.webUserId}), 0))
  and k.sender_web_user_id is distinct from ${scope.webUserId} and k.event is distinct from 'reopened'`

/** Selects {@link Beside}: the next activity and the asset of each of `tickets`, which are subqueries of their ids. */
export const selectBeside = (scope: Scope, tickets: { ids: Sql; wikiElementIds: Sql }, now: Date): Sql => sql`
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

/** Makes a ticket of a reply. */
export const toTicket = (
  [
    id,
    title,
    ticketNumber,
    internalAnnualProgressive,
    typeId,
    stepId,
    taskStatus,
    createdOn,
    groupId,
    staffId,
    creatorId,
    wikiElementId,
  ]: readonly [...TicketTuple, ...unknown[]],
  { lastCommentOn, unreadComments }: Pick<TicketListed, 'lastCommentOn' | 'unreadComments'>,
  { planned, wikiElements }: Beside,
  names: Names,
): TicketListed => {
  const next = planned?.find(([ticketId]) => ticketId === id)
  const creator = nameOf(names.members, creatorId)
  return {
    id,
    title,
    ticketNumber,
    internalAnnualProgressive,
    taskType: nameOf(names.types, typeId),
    taskStatus: { step: { name: names.steps.get(stepId)?.name ?? '', taskStatus } },
    createdOn: instantIn(createdOn),
    nextPlannedActivityInfo: next
      ? {
          start: instantIn(next[1]),
          end: instantIn(next[2]),
          activityTypeName: next[3],
          assignedUser: nameOf(names.staff, next[4])?.user ?? null,
        }
      : null,
    assignedGroup: nameOf(names.groups, groupId),
    assignedUser: nameOf(names.staff, staffId)?.user ?? null,
    creatorContactWebUser:
      creatorId !== null && creator
        ? { webUserId: creatorId, referentName: creator.referentName, companyName: names.companyName }
        : null,
    wikiElement: (wikiElementId !== null && wikiElements?.find(element => element.id === wikiElementId)) || null,
    lastCommentOn: lastCommentOn && instantIn(lastCommentOn),
    unreadComments,
  }
}

/** Where tickets are read from: the database, and the names that this process has in memory. */
export type TicketSource = { db: Db; findNames: TicketNames }

/** The ids that tickets name. */
export const idsIn = (
  rows: readonly (readonly [...TicketTuple, ...unknown[]])[],
  { planned }: Beside,
): Required<NamedIds> => ({
  types: rows.map(row => row[4]),
  steps: rows.map(row => row[5]),
  groups: rows.map(row => row[8]),
  staff: [...rows.map(row => row[9]), ...(planned ?? []).map(row => row[4])],
  members: rows.map(row => row[10]),
})
