import type { Colleague, TicketType } from '@portico/contract/tickets'
import { type PortalScope, type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { LastRow, Page, SortColumn } from '../kernel/database/pagination.ts'
import { byName, containsPattern, searchQuery } from '../kernel/database/search-words.ts'
import type { Range } from '../kernel/time/date-range.ts'
import { andWithinActor } from './group-queries.ts'
import { type ListedTickets, ticketListText } from './list-text.ts'
import { ticketTypesIn } from './portal-queries.ts'
import {
  hasUnread,
  idsOfPlanned,
  isOfTicket,
  isReadMark,
  isUnreadAfter,
  selectBeside,
  type TicketSource,
  ticketArrays,
  ticketColumns,
  unreadSince,
} from './row-queries.ts'

/** Filters of a list of tickets; without `raisedBy`, it has everybody's. */
export type TicketFilter = {
  raisedBy?: number[] | undefined
  range: Range
  open: boolean
  unread?: boolean | undefined
  q?: string | undefined
  wikiFilter?: string | undefined
}

export const ticketSort = {
  createdOn: { by: 't.created_on', type: 'timestamptz' },
  lastCommentOn: { by: 'coalesce(t.last_comment_on, t.created_on)', type: 'timestamptz' },
  ticketNumber: { by: 't.ticket_number', type: 'bigint' },
  title: { by: 't.title_order', type: 'text' },
} satisfies Record<string, SortColumn>

const conversationMatch = (scope: Scope, words: string): Sql => sql`t.id in (
    select s.id from ticket s where ${within(scope, 's')} and s.words @@ ${words}::tsquery
    union all select s.ticket_id from comment s where ${within(scope, 's')} and s.words @@ ${words}::tsquery)`

const filtered = (scope: Scope, filter: TicketFilter): Sql => {
  const { raisedBy, range, open, q, wikiFilter } = filter
  const conditions = [sql`${within(scope, 't')} ${andWithinActor(scope)}`]
  if (raisedBy?.length === 1) conditions.push(sql`t.creator_web_user_id = ${raisedBy[0]}`)
  else if (raisedBy) conditions.push(sql`t.creator_web_user_id = any(${raisedBy})`)
  if (open) conditions.push(sql`t.task_status <> 2`)
  if (filter.unread) conditions.push(hasUnread(scope))
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

type ReadPage = ListedTickets & { pageKey: string | null; known: number }

/** One page of tickets as one JSON value. Unread messages are counted only where the last message is newer than what has been read. */
const listed = (scope: Scope, filter: TicketFilter, page: Page, now: Date, known: Sql = raw('0')): Sql =>
  sql`with page as materialized (
      select ${ticketColumns}, ${page.value} as sort_value, coalesce(r.read_to, ${unreadSince(scope)}) as read_until,
        coalesce(r.comment_id, 0) as read_comment_id from ticket t
      left join ticket_read r on ${isReadMark(scope)}
      where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit})
    select json_build_object(
      'tickets', (select json_build_object(${ticketArrays}, 'unreadComments', coalesce(json_agg(case when t.last_comment_on >= t.read_until
          then (select count(*) from comment k where ${isOfTicket} and ${isUnreadAfter(scope, raw('(t.read_until, t.read_comment_id)'))}) else 0 end), '[]')) from page t),
      ${selectBeside(scope, { ids: raw('select id from page'), wikiElementIds: raw('select wiki_element_id from page') }, now)},
      'pageKey', (select sort_value::text from page offset ${page.size - 1} limit 1),
      'known', ${known}) as page`

/** Whether an index leads to the page, so that it is read without those before it: the indexes have tickets by their date. */
export const isFoundAtOnce = (
  { actor }: Pick<Scope, 'actor'>,
  { raisedBy, range, unread, q, wikiFilter }: TicketFilter,
  { value }: Pick<Page, 'value'>,
): boolean =>
  value.text === ticketSort.createdOn.by &&
  actor === null &&
  (raisedBy?.length ?? 0) < 2 &&
  !(range.from || range.to || unread || q?.trim() || wikiFilter?.trim())

const readListed = async (
  { db }: TicketSource,
  scope: Scope,
  filter: TicketFilter,
  page: Page,
  now: Date,
  known?: Sql,
): Promise<ReadPage> => {
  const reads = isFoundAtOnce(scope, filter, page) ? db.quick : db
  return (await reads.one<{ page: ReadPage }>(listed(scope, filter, page, now, known))).page
}

/** A page of tickets as the text of its JSON, and its last ticket if another page follows. */
type TicketPage = { text: string; last: LastRow | undefined }

const toPage = async (
  { db, findNames }: TicketSource,
  scope: Scope,
  read: ReadPage,
  page: Page,
): Promise<TicketPage> => {
  const { tickets, planned, pageKey } = read
  const names = await findNames(db, scope, read.namesVersion, {
    types: tickets.typeId,
    steps: tickets.stepId,
    groups: tickets.groupId,
    staff: planned ? [...tickets.staffId, ...idsOfPlanned(planned)] : tickets.staffId,
    members: tickets.creatorId,
  })
  const lastId = tickets.id[page.size - 1]
  const isFollowed = tickets.id.length > page.size
  const last = isFollowed && lastId !== undefined ? { id: lastId, pageKey: pageKey ?? '' } : undefined
  return { text: ticketListText(read, names, page.size), last }
}

/** Reads one page of tickets in one statement. */
export const ticketsOf = async (source: TicketSource, scope: Scope, filter: TicketFilter, page: Page, now: Date) =>
  toPage(source, scope, await readListed(source, scope, filter, page, now), page)

/**
 * The same for the tickets that some colleagues raised. Undefined if one of these never was a web user of the contact, which the same
 * statement checks.
 */
export const ticketsOfColleagues = async (
  source: TicketSource,
  scope: Scope,
  { colleagues, ...filter }: TicketFilter & { colleagues: number[] },
  page: Page,
  now: Date,
) => {
  const known = sql`(select count(*) from membership m where ${within(scope, 'm')} and m.web_user_id = any(${colleagues}))`
  const read = await readListed(source, scope, filter, page, now, known)
  return read.known === colleagues.length ? toPage(source, scope, read, page) : undefined
}

export const countTickets = (scope: Scope, filter: TicketFilter): Sql =>
  sql`select count(*) as count from ticket t where ${filtered(scope, filter)}`

export const ticketTypesOf = async (
  db: Db,
  scope: Pick<PortalScope, 'serviceCompanyId' | 'portalId'>,
): Promise<TicketType[]> => {
  const types = await ticketTypesIn(db, scope)
  const offered = types.filter(({ isOffered, isArchived }) => isOffered && !isArchived)
  return offered.map(({ id, name, color, isDefault }) => ({ id, name, color, isDefault }))
}

export const colleaguesOf = async (db: Db, scope: Scope): Promise<Colleague[]> => {
  const colleagues = await db.many<Colleague>(sql`select m.web_user_id as "webUserId", m.referent_name as "referentName"
    from membership m where ${within(scope, 'm')} and m.active order by m.web_user_id`)
  return byName(colleagues, ({ referentName }) => referentName)
}
