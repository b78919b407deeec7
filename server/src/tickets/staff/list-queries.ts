import type { StaffTicketCounts, StaffTicketListed, StaffTicketView } from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, SortColumn } from '../../kernel/database/pagination.ts'
import { containsPattern, searchQuery } from '../../kernel/database/search-words.ts'
import { pictureLink } from '../../portals/queries.ts'
import { andInGroupsOf } from '../group-queries.ts'
import { namesVersion } from '../names/name-queries.ts'
import type { StaffTicketSource } from '../names/staff-name-queries.ts'
import { visibleMail, waitsForStaff } from '../received-mail-queries.ts'
import { hasEveryWord, isOfNamed, type NamedCustomers, selectOfNamed } from './customer-words.ts'
import {
  type StaffTicketArrays,
  staffTicketArrays,
  staffTicketFields,
  staffTicketJoins,
  staffTicketsIn,
  ticketColumns,
  toListed,
} from './row-queries.ts'

/** Filters of the queue; without `view`, all tickets. */
export type QueueFilter = {
  view?: StaffTicketView | undefined
  q?: string | undefined
  portal?: string | undefined
  contact?: number | undefined
  assignee?: number | undefined
  group?: number | undefined
  type?: number | undefined
  /** The customers that `q` names by some of its words. */
  named?: NamedCustomers
}

export const queueSort = {
  // The expression of the index `ticket_queue`; what is never due comes last.
  dueAt: { by: "coalesce(t.due_at, '9999-12-31 00:00:00+00'::timestamptz)", type: 'timestamptz' },
  createdOn: { by: 't.created_on', type: 'timestamptz' },
  ticketNumber: { by: 't.ticket_number', type: 'bigint' },
  title: { by: 't.title_order', type: 'text' },
} satisfies Record<string, SortColumn>

const hasManyTickets = (view: StaffTicketView | undefined): boolean =>
  view === undefined || view === 'closed' || view === 'all'

/** Open tickets are sorted by what is due first, the others newest first. */
export const defaultSortOf = (view: StaffTicketView | undefined): 'dueAt' | '-createdOn' =>
  hasManyTickets(view) ? '-createdOn' : 'dueAt'

/** Condition for the rows of alias `alias` in the portals that the account works for. */
export const withinStaffPortals = (scope: StaffScope, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId}
    and (${scope.portalIds}::bigint[] is null or ${raw(alias)}.portal_id = any(${scope.portalIds}::bigint[]))`

/** Condition for the tickets `t` that the account may see: technicians those of their groups or of none, and their own. */
export const visibleToStaff = (scope: StaffScope): Sql => sql`${withinStaffPortals(scope, 't')} ${andInGroupsOf(scope)}`

const isOpen = sql`t.task_status <> 2`
const awaitsAnswer = sql`t.awaits_answer`
const isWaiting = sql`t.task_status = 1`
const isUnassigned = sql`t.staff_user_id is null`
const isMine = (scope: StaffScope): Sql => sql`t.staff_user_id = ${scope.staffUserId}`

/** Due before the end of the day in the time zone of the ticket's portal. */
const isDueToday = (
  now: Date,
): Sql => sql`t.due_at < (select (date_trunc('day', ${now}::timestamptz at time zone p.time_zone)
  + interval '1 day') at time zone p.time_zone from portal p where ${sameCompany('p', 't')} and p.id = t.portal_id)`

const viewConditions = (scope: StaffScope, view: StaffTicketView | undefined, now: Date): Sql[] => {
  if (view === undefined || view === 'all') return []
  if (view === 'open') return [isOpen]
  if (view === 'closed') return [sql`t.task_status = 2`]
  if (view === 'mine') return [isOpen, isMine(scope)]
  if (view === 'unassigned') return [isOpen, isUnassigned]
  if (view === 'toAnswer') return [isOpen, awaitsAnswer]
  if (view === 'waiting') return [isOpen, isWaiting]
  return [isOpen, isDueToday(now)]
}

/** How many tickets are looked at one by one before the indexes are asked: a word that many have is found soon, and by the indexes late. */
export const RECENT = raw('5000')

const nameMatches = (scope: StaffScope, q: string): Sql => sql`select c.id from contact c
  where c.service_company_id = ${scope.serviceCompanyId}
    and (${nameContains('c.company_name', q)} or ${hasEveryWord(sql`c.company_name`, q) ?? sql`false`})`

/**
 * Condition for the tickets `t` with all words of `q` in number, title and description, in a message or in a note, or in the name of their
 * customer. By indexes over the company, of the words that are stored for a search within a contact.
 */
export const foundByStaff = (scope: StaffScope, q: string, named: NamedCustomers = []): Sql => {
  const words = searchQuery(scope.serviceCompanyId, q)
  const company = sql`s.service_company_id = ${scope.serviceCompanyId}`
  const withWords = (id: string, table: string) => sql`select s.${raw(id)} from ${raw(table)} s
    where ${company} and company_words(s.service_company_id, s.words) @@ ${words}::tsquery`
  const found = [sql`select s.id from ticket s where ${company} and s.contact_id in (${nameMatches(scope, q)})`]
  if (words)
    found.push(withWords('id', 'ticket'), withWords('ticket_id', 'comment'), withWords('ticket_id', 'internal_note'))
  if (named.length > 0)
    for (const [table, column] of [
      ['ticket', 'id'],
      ['comment', 'ticket_id'],
      ['internal_note', 'ticket_id'],
    ] as const)
      found.push(selectOfNamed(scope, named, { table, column, words: 'words' }))
  // As an array, because the planner does not know how few they are and would go through all tickets to compare them.
  return sql`t.id = any(array(${join(found, ' union all ')}))`
}

/** The same condition, by a look at each ticket: for those of a view that has few, or of which many are found. */
export const hasWords = (scope: StaffScope, q: string, named: NamedCustomers = []): Sql => {
  const template = searchQuery(0, q)
  const isTheirs = sql`t.contact_id in (${nameMatches(scope, q)})`
  if (!template) return isTheirs
  // Letters and digits are all that a word has, so that the mark of the contact is nowhere else.
  const words = sql`replace(${template}, '''0:', '''' || t.contact_id || ':')::tsquery`
  const withWords = (
    table: string,
  ) => sql`exists (select from ${raw(table)} k where ${sameContact('k', 't')} and k.ticket_id = t.id
    and k.words @@ ${words})`
  const ofNamed = named.length > 0 ? isOfNamed(scope, named) : sql`false`
  return sql`(t.words @@ ${words} or ${isTheirs} or ${withWords('comment')} or ${withWords('internal_note')} or ${ofNamed})`
}

/** Condition that a name contains a text, in whatever case; accents have to be typed, and may be where the name has none. */
export const nameContains = (column: string, q: string): Sql =>
  sql`lower(${raw(column)}) like any (array[${containsPattern(q)}, ${`%${likeText(q)}%`}])`

const likeText = (q: string): string =>
  q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')

const filtered = (scope: StaffScope, filter: QueueFilter, now: Date): Sql => {
  const conditions = [visibleToStaff(scope), ...viewConditions(scope, filter.view, now)]
  if (filter.portal !== undefined)
    conditions.push(sql`t.portal_id = (select p.id from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${filter.portal})`)
  if (filter.contact !== undefined) conditions.push(sql`t.contact_id = ${filter.contact}`)
  if (filter.assignee !== undefined) conditions.push(sql`t.staff_user_id = ${filter.assignee}`)
  if (filter.group !== undefined) conditions.push(sql`t.staff_group_id = ${filter.group}`)
  if (filter.type !== undefined) conditions.push(sql`t.task_type_id = ${filter.type}`)
  return join(conditions, ' and ')
}

/** Whether a filter searches a view with all tickets there have ever been. */
export const isSearchOfMany = ({ q, view }: QueueFilter): boolean => Boolean(q?.trim()) && hasManyTickets(view)

/** The condition for `q`, of a view with few tickets by a look at each. */
const searched = (scope: StaffScope, { q, view, named }: QueueFilter): Sql => {
  if (!q?.trim()) return sql`true`
  return hasManyTickets(view) ? foundByStaff(scope, q, named) : hasWords(scope, q, named)
}

/** A member of the staff in table `alias`, whose picture is in `picture`; null where there is none. */
export const staffUserObject = (alias: string, picture: string): Sql =>
  sql`case when ${raw(alias)}.id is not null then json_build_object('id', ${raw(alias)}.id,
    'displayName', ${raw(alias)}.display_name, 'profileImage', ${pictureLink(picture)}) end`

type QueuePage = { tickets: StaffTicketArrays; pageKey: string | null; namesVersion: number }

const readQueuePage = async ({ db, findNames }: StaffTicketSource, scope: StaffScope, page: Page, tickets: Sql) => {
  const { read } = await db.one<{ read: QueuePage }>(sql`with page as materialized (
      select ${ticketColumns} from ${tickets} order by ${page.order} limit ${page.limit})
    select json_build_object(
      'tickets', (select json_build_object(${staffTicketArrays}) from (
        select ${staffTicketFields(scope)} from page t ${staffTicketJoins(scope)} order by ${page.order}) x),
      'pageKey', (select ${page.value}::text from page t order by ${page.order} offset ${page.size - 1} limit 1),
      'namesVersion', ${namesVersion(scope)}) as read`)
  const names = await findNames(db, scope, read.namesVersion, {
    portals: read.tickets.portalId,
    types: read.tickets.typeId,
    steps: read.tickets.stepId,
    groups: read.tickets.groupId,
    staff: read.tickets.staffId,
  })
  const rows: (StaffTicketListed & { pageKey?: string })[] = staffTicketsIn(read.tickets).map(ticket =>
    toListed(ticket, names),
  )
  const last = rows[page.size - 1]
  if (last && read.pageKey !== null) last.pageKey = read.pageKey
  return rows
}

/** Reads one page of a view in one statement; with `q` in a view of many tickets in two, where it is not among the newest. */
export const queueOf = async (
  source: StaffTicketSource,
  scope: StaffScope,
  filter: QueueFilter,
  page: Page,
  now: Date,
) => {
  const { q } = filter
  const rows = sql`ticket t where ${filtered(scope, filter, now)} and ${page.after}`
  if (q?.trim() && isSearchOfMany(filter)) {
    const recent = sql`(select t.* from ${rows} order by ${page.order} limit ${RECENT}) t where ${hasWords(scope, q, filter.named)}`
    const found = await readQueuePage(source, scope, page, recent)
    if (found.length > page.size) return found
  }
  return readQueuePage(source, scope, page, sql`${rows} and ${searched(scope, filter)}`)
}

export const countQueue = (scope: StaffScope, filter: QueueFilter, now: Date): Sql =>
  sql`select count(*) as count from ticket t where ${filtered(scope, filter, now)} and ${searched(scope, filter)}`

const countsOf = (scope: StaffScope): Record<keyof StaffTicketCounts['late'], Sql> => ({
  mine: isMine(scope),
  unassigned: isUnassigned,
  toAnswer: awaitsAnswer,
  waiting: isWaiting,
  dueToday: sql`t.due_at < p.tomorrow`,
})

/** Counts the open tickets of all views, groups and portals in one statement, which reads the index of the queue once. */
export const countViews = (db: Db, scope: StaffScope, now: Date): Promise<StaffTicketCounts> => {
  const views = Object.entries(countsOf(scope))
  const sums = (prefix: string) =>
    join(
      views.map(([view]) => sql`${view}::text, coalesce(sum(${raw(`"${prefix}${view}"`)}), 0)`),
      ', ',
    )
  const groups = scope.role === 'technician' ? sql`and g.id = any(${[...scope.groupIds]})` : empty
  return db
    .one<{ counts: StaffTicketCounts }>(sql`with portals as materialized (
        select p.id, p.web_portal_key, p.web_portal_name, p.base_color,
          (date_trunc('day', ${now}::timestamptz at time zone p.time_zone) + interval '1 day') at time zone p.time_zone as tomorrow
        from portal p where p.service_company_id = ${scope.serviceCompanyId}
          and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))),
      summed as materialized (
        select t.portal_id, t.staff_group_id, count(*) as count, ${join(
          views.flatMap(([view, condition]) => [
            sql`count(*) filter (where ${condition}) as ${raw(`"${view}"`)}`,
            sql`count(*) filter (where ${condition} and t.due_at < ${now}) as ${raw(`"late_${view}"`)}`,
          ]),
          ', ',
        )}
        from ticket t join portals p on p.id = t.portal_id where ${visibleToStaff(scope)} and ${isOpen}
        group by t.portal_id, t.staff_group_id)
      select (select json_build_object(${sums('')}, 'late', json_build_object(${sums('late_')})) from summed)::jsonb || jsonb_build_object(
        'waitingMail', ${scope.role === 'technician' ? sql`0` : sql`(select count(*) from received_mail r where ${visibleMail(scope)} and ${waitsForStaff})`},
        'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name,
              'count', (select coalesce(sum(s.count), 0) from summed s where s.staff_group_id = g.id)) order by g.name, g.id), '[]')
          from staff_group g where g.service_company_id = ${scope.serviceCompanyId} ${groups}),
        'portals', (select coalesce(json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
              'baseColor', p.base_color, 'count', (select coalesce(sum(s.count), 0) from summed s where s.portal_id = p.id))
              order by p.web_portal_name, p.id), '[]')
          from portals p)) as counts`)
    .then(({ counts }) => counts)
}
