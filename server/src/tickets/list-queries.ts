import type { Colleague, TicketListed, TicketType } from '@portico/contract/tickets'
import { type PortalScope, type Scope, sameCompany, sameContact, samePortal, within } from '../kernel/access/scope.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { byName, containsPattern, searchQuery } from '../kernel/database/search-words.ts'
import type { Range } from '../kernel/time/date-range.ts'
import { pictureLink } from '../portals/queries.ts'

/** Filters of a list of tickets; without `raisedBy`, it has everybody's. */
export type TicketFilter = {
  raisedBy?: number[] | undefined
  range: Range
  open: boolean
  unread?: boolean | undefined
  q?: string | undefined
  wikiFilter?: string | undefined
}

// A string rather than `Sql`, because sort columns are strings.
const lastCommentOn = `(select max(k.creation_date) from comment k where ${sameContact('k', 't').sql} and k.ticket_id = t.id)`

export const ticketSort = {
  createdOn: { by: 't.created_on', type: 'timestamptz' },
  lastCommentOn: { by: `coalesce(${lastCommentOn}, t.created_on)`, type: 'timestamptz' },
  ticketNumber: { by: 't.ticket_number', type: 'bigint' },
  title: { by: 't.title_order', type: 'text' },
} satisfies Record<string, SortColumn>

/** The columns that lists and a single ticket share; they need the alias `t` and the joins of {@link listedJoins}. */
export const listedColumns: Sql = sql`t.id, t.title, t.ticket_number as "ticketNumber",
  t.internal_annual_progressive as "internalAnnualProgressive",
  case when y.id is not null then json_build_object('name', y.name, 'color', y.color) end as "taskType",
  json_build_object('step', json_build_object('name', st.name, 'taskStatus', t.task_status)) as "taskStatus",
  instant(t.created_on) as "createdOn",
  next.info as "nextPlannedActivityInfo",
  case when g.id is not null then json_build_object('name', g.name) end as "assignedGroup",
  case when a.id is not null then json_build_object('firstName', a.first_name, 'lastName', a.last_name,
    'profileImage', ${pictureLink('ap')}) end as "assignedUser",
  case when m.web_user_id is not null then json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name,
    'companyName', c.company_name) end as "creatorContactWebUser"`

/**
 * The messages `k` of ticket `t` that the reader has not read: those of others after the reader's mark or, without a mark, after the
 * reader joined the contact. A reopening does not count, because the message that caused it does.
 */
export const unreadComments = (scope: Scope): Sql => sql`comment k
  left join ticket_read r on ${sameContact('r', 't')} and r.ticket_id = t.id and r.web_user_id = ${scope.webUserId}
  where ${sameContact('k', 't')} and k.ticket_id = t.id
    and (k.creation_date, k.id) > (
      coalesce(r.read_to, (select m.unread_since from membership m where ${within(scope, 'm')} and m.web_user_id = ${scope.webUserId})),
      coalesce(r.comment_id, 0))
    and k.sender_web_user_id is distinct from ${scope.webUserId} and k.event is distinct from 'reopened'`

/** The asset of a ticket, null for readers who may not see assets; see {@link listedColumns}. */
export const wikiColumn = (scope: Scope): Sql =>
  scope.flags.viewContactWiki
    ? sql`(select json_build_object('id', w.id, 'name', w.name, 'folderName', wf.name)
        from wiki_element w join wiki_folder wf on ${sameContact('wf', 'w')} and wf.id = w.wiki_folder_id
        where ${sameContact('w', 't')} and w.id = t.wiki_element_id) as "wikiElement"`
    : sql`null as "wikiElement"`

/** The time of a ticket's last message and the number of unread ones; see {@link listedColumns}. */
export const commentColumns = (scope: Scope): Sql => sql`instant(${raw(lastCommentOn)}) as "lastCommentOn",
  (select count(*) from ${unreadComments(scope)}) as "unreadComments"`

export const listedJoins = (now: Date): Sql => sql`
  join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
  join task_step st on ${samePortal('st', 't')} and st.id = t.task_step_id
  left join task_type y on ${samePortal('y', 't')} and y.id = t.task_type_id
  left join staff_group g on ${sameCompany('g', 't')} and g.id = t.staff_group_id
  left join staff_user a on ${sameCompany('a', 't')} and a.id = t.staff_user_id
  left join picture ap on ${sameCompany('ap', 'a')} and ap.id = a.picture_id
  left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id
  left join lateral (
    select json_build_object('start', instant(v.starts_at), 'end', instant(v.ends_at), 'activityTypeName', v.activity_type_name,
      'assignedUser', case when va.id is not null then json_build_object('firstName', va.first_name,
        'lastName', va.last_name, 'profileImage', ${pictureLink('vp')}) end) as info
    from planned_activity v
    left join staff_user va on ${sameCompany('va', 'v')} and va.id = v.staff_user_id
    left join picture vp on ${sameCompany('vp', 'va')} and vp.id = va.picture_id
    where ${sameContact('v', 't')} and v.ticket_id = t.id and v.ends_at > ${now}
      and v.status is distinct from 'cancelled'
    order by v.ends_at limit 1
  ) next on true`

const conversationMatch = (scope: Scope, words: string): Sql => sql`t.id in (
    select s.id from ticket s where ${within(scope, 's')} and s.words @@ ${words}::tsquery
    union all select s.ticket_id from comment s where ${within(scope, 's')} and s.words @@ ${words}::tsquery)`

const filtered = (scope: Scope, filter: TicketFilter): Sql => {
  const { raisedBy, range, open, q, wikiFilter } = filter
  const conditions = [within(scope, 't')]
  if (raisedBy?.length === 1) conditions.push(sql`t.creator_web_user_id = ${raisedBy[0]}`)
  else if (raisedBy) conditions.push(sql`t.creator_web_user_id = any(${raisedBy})`)
  if (open) conditions.push(sql`t.task_status <> 2`)
  if (filter.unread) conditions.push(sql`exists (select from ${unreadComments(scope)})`)
  if (range.from) conditions.push(sql`t.created_on >= ${range.from}`)
  if (range.to) conditions.push(sql`t.created_on < ${range.to}`)
  if (q?.trim()) {
    const words = searchQuery(scope.contactId, q)
    conditions.push(words ? conversationMatch(scope, words) : sql`false`)
  }
  if (wikiFilter?.trim()) {
    conditions.push(sql`exists (select from wiki_element w where ${sameContact('w', 't')} and w.id = t.wiki_element_id
      and w.search_text like ${containsPattern(wikiFilter)})`)
  }
  return join(conditions, ' and ')
}

const listed = (scope: Scope, filter: TicketFilter, page: Page, now: Date): Sql =>
  sql`select ${listedColumns}, ${wikiColumn(scope)}, ${commentColumns(scope)}, t."pageKey" from (
      select t.*, ${page.key} from ticket t where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}
    ) t ${listedJoins(now)} order by ${page.order}`

/** Reads one page of tickets in one statement. */
export const ticketsOf = (
  db: Db,
  scope: Scope,
  filter: TicketFilter,
  page: Page,
  now: Date,
): Promise<Paged<TicketListed>[]> => db.list(listed(scope, filter, page, now))

/**
 * The same for the tickets that some colleagues raised. Undefined if one of these never was a web user of the contact, which the same
 * statement checks.
 */
export const ticketsOfColleagues = async (
  db: Db,
  scope: Scope,
  { colleagues, ...filter }: TicketFilter & { colleagues: number[] },
  page: Page,
  now: Date,
): Promise<Paged<TicketListed>[] | undefined> => {
  const { known, rows } = await db.one<{ known: number; rows: Paged<TicketListed>[] }>(sql`select
    (select count(*) from membership m where ${within(scope, 'm')} and m.web_user_id = any(${colleagues})) as known,
    (select coalesce(json_agg(r), '[]') from (${listed(scope, filter, page, now)}) r) as rows`)
  return known === colleagues.length ? rows : undefined
}

export const countTickets = (scope: Scope, filter: TicketFilter): Sql =>
  sql`select count(*) as count from ticket t where ${filtered(scope, filter)}`

export const ticketTypesOf = async (db: Db, scope: PortalScope): Promise<TicketType[]> => {
  const types = await db.many<TicketType>(sql`select id, name, color from task_type
    where service_company_id = ${scope.serviceCompanyId} and portal_id = ${scope.portalId} order by id`)
  return byName(types, ({ name }) => name)
}

export const colleaguesOf = async (db: Db, scope: Scope): Promise<Colleague[]> => {
  const colleagues = await db.many<Colleague>(sql`select m.web_user_id as "webUserId", m.referent_name as "referentName"
    from membership m where ${within(scope, 'm')} and m.active order by m.web_user_id`)
  return byName(colleagues, ({ referentName }) => referentName)
}
