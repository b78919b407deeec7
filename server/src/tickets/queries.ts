import type { Comment, Ticket } from '@portico/contract/tickets'
import type { FileAccess } from '../kernel/access/file-access.ts'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { prepareVariants } from '../kernel/database/prepare.ts'
import { naturalOrder, searchWords } from '../kernel/database/search-words.ts'
import { andWithinActor } from './group-queries.ts'
import { type Names, namesVersion } from './names/name-queries.ts'
import { nameOf } from './names/names-in-memory.ts'
import { isQuotedByReader, mailOfComment } from './received-mail-queries.ts'
import {
  type Beside,
  idsOfPlanned,
  instantIn,
  isOfTicket,
  isReadMark,
  isUnreadAfter,
  readMark,
  selectBeside,
  type TicketIds,
  type TicketReader,
  type TicketSource,
  ticketObject,
  toTicket,
} from './row-queries.ts'

/** A file as the database returns it. */
export type FileRow = { id: number; name: string }

/** Gives the files of a message their URLs for the reader, also where its HTML shows them as pictures. */
type WithUrls = (files: FileRow[], html: string) => { attachments: Comment['attachments']; html: string }

/** Where a conversation is read from. */
type ConversationSource = TicketSource & { withUrls: WithUrls }

/**
 * Condition for the tickets `t` that the caller may see: their own or, for an administrator, all of the contact; for an employee who sees
 * as them no others than their own work shows.
 */
const isVisible = (scope: TicketReader): Sql =>
  scope.flags.administrator
    ? sql`${within(scope, 't')} ${andWithinActor(scope)}`
    : sql`${within(scope, 't')} and t.creator_web_user_id = ${scope.webUserId} ${andWithinActor(scope)}`

/** Condition for the tickets `t` that the caller may open: the visible ones, and only with the flag `manageTickets`. */
export const isOpenable = (scope: Scope): Sql => (scope.flags.manageTickets ? isVisible(scope) : sql`false`)

type CommentTuple = [
  id: number,
  message: string,
  creationDate: string,
  event: Comment['event'],
  senderId: number | null,
  staffId: number | null,
  ccList: string | null,
  senderInCopy: Comment['senderInCopy'],
]

type FileTuple = [id: number, name: string, commentId: number | null]

/** Messages with their files. */
type CommentColumns = { comments: (CommentTuple | ConversationTuple)[] | null; files: FileTuple[] | null }

/** The elements of a {@link CommentTuple}, for `json_build_array`. */
const commentTuple: Sql =
  raw(`k.id, k.message, k.creation_date, k.event, k.sender_web_user_id, k.staff_user_id, k.cc_list,
    case when k.sender_address is not null then json_build_object('address', k.sender_address, 'name', k.sender_name) end`)

/** Condition for the mail `r` that the reader has raised ticket `t` by. */
const hasRaised = (scope: Scope): Sql =>
  sql`t.creator_web_user_id = ${scope.webUserId} and r.ticket_id = t.id and r.comment_id is null and r.note_id is null`

const selectFiles = (scope: TicketReader, where: Sql): Sql => sql`
  (select json_agg(json_build_array(f.id, f.name, tf.comment_id) order by tf.position)
    from ticket_file tf join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id
    where ${within(scope, 'tf')} and ${where})`

const idsOfSenders = ({ comments }: CommentColumns): { staff: (number | null)[]; members: (number | null)[] } => ({
  members: (comments ?? []).map(row => row[4]),
  staff: (comments ?? []).map(row => row[5]),
})

const filesOf = ({ files }: CommentColumns, commentId: number | null): FileRow[] =>
  (files ?? []).filter(([, , of]) => of === commentId).map(([id, name]) => ({ id, name }))

const toSender = (id: number | null, { members }: Names): Comment['senderContactWebUser'] => {
  const member = nameOf(members, id)
  return id === null || member === null
    ? null
    : { referentName: member.creator.referentName, webUser: { id, userName: member.userName } }
}

const toStaff = (id: number | null, { staff }: Names): Comment['senderUser'] => {
  const person = nameOf(staff, id)
  if (person === null) return null
  const {
    displayName,
    user: { profileImage },
  } = person
  return { displayName, hasProfileImage: profileImage !== null, profileImage }
}

/** What a message of the reader has quoted. */
type QuotedMail = Pick<Comment, 'quotedMailId' | 'quotedLines' | 'opensQuoted'>

const nothingQuoted: QuotedMail = { quotedMailId: null, quotedLines: 0, opensQuoted: false }

const toComment = (
  [id, message, creationDate, event, senderId, staffId, ccList, senderInCopy]: CommentTuple | ConversationTuple,
  columns: CommentColumns,
  names: Names,
  withUrls: WithUrls,
  quoted: QuotedMail = nothingQuoted,
): Comment => {
  const { attachments, html } = withUrls(filesOf(columns, id), message)
  return {
    id,
    message: html,
    creationDate: instantIn(creationDate),
    event,
    attachments,
    senderContactWebUser: toSender(senderId, names),
    senderUser: toStaff(staffId, names),
    ticketEmailReply_CCList: ccList,
    senderInCopy,
    ...quoted,
  }
}

type ConversationTuple = [...CommentTuple, isMerged: boolean, isUnread: boolean]

type Conversation = Beside & {
  ticket: TicketIds
  description: string
  /** Whether a mail that has come in for this ticket quotes something, whoever sent it. */
  hasQuoted: boolean
  comments: ConversationTuple[] | null
  files: FileTuple[] | null
}

/** What a conversation is selected by, for a reader whom nobody sees as. */
type ConversationKeys = Omit<TicketReader, 'flags' | 'actor'> & { ticketId: number; now: Date }

const selectConversation = (scope: TicketReader, { ticketId, now }: { ticketId: number; now: Date }): Sql =>
  sql`select json_build_object(
      'ticket', json_build_object(${ticketObject}), 'description', t.description,
      'hasQuoted', exists (select from received_mail r where ${sameCompany('r', 't')} and r.ticket_id = t.id and r.quoted_html is not null),
      'comments', (select json_agg(json_build_array(${commentTuple}, k.origin is not null, ${isUnreadAfter(scope, readMark(scope))})) from (
          select k.* from comment k where ${within(scope, 'k')} and k.ticket_id = ${ticketId} order by k.creation_date, k.id) k),
      'files', ${selectFiles(scope, sql`tf.ticket_id = ${ticketId}`)},
      ${selectBeside(scope, { ids: raw('t.id'), wikiElementIds: raw('t.wiki_element_id') }, now)}) as read
    from ticket t left join ticket_read r on ${isReadMark(scope)} where ${isVisible(scope)} and t.id = ${ticketId}`

/** The statement for a reader whom nobody sees as, by the flags that it depends on. */
const conversationOf = prepareVariants<ConversationKeys, TicketReader['flags']>(
  ['serviceCompanyId', 'portalId', 'contactId', 'webUserId', 'unreadSince', 'ticketId', 'now'],
  (keys, flags) => selectConversation({ ...keys, flags, actor: null }, keys),
)

const quotedObject: Sql = raw(`json_build_object('quotedMailId', r.id, 'quotedLines', coalesce(r.quoted_lines, 0),
  'opensQuoted', r.quoted_open)`)

/**
 * For the ticket itself (null) and for each message of the reader: what the reader's mail that it came by quotes, if it does. It is a
 * statement of its own, because most tickets have no such mail.
 */
const quotedMailsOf = async (db: Db, scope: Scope, ticketId: number): Promise<Map<number | null, QuotedMail>> => {
  const rows = await db.many<{ commentId: number | null; quoted: QuotedMail | null }>(
    sql`select null as "commentId",
          (select ${quotedObject} from received_mail r where ${isQuotedByReader(scope)} and ${hasRaised(scope)} limit 1) as quoted
        from ticket t where ${within(scope, 't')} and t.id = ${ticketId}
      union all select k.id, (select ${quotedObject} from received_mail r where ${isQuotedByReader(scope)} and r.id = ${mailOfComment('k')})
        from comment k where ${within(scope, 'k')} and k.ticket_id = ${ticketId} and k.sender_web_user_id = ${scope.webUserId}`,
  )
  return new Map(rows.map(({ commentId, quoted }) => [commentId, quoted ?? nothingQuoted]))
}

/** Reads a ticket with its conversation; undefined if the caller may not see it. */
export const ticketOf = async (
  { db, findNames, withUrls }: ConversationSource,
  scope: Scope,
  ticketId: number,
  now: Date,
): Promise<Ticket | undefined> => {
  const { serviceCompanyId, portalId, contactId, webUserId, unreadSince } = scope
  const { administrator, viewContactWiki } = scope.flags
  const row = await db.quick.maybe<{ read: Conversation }>(
    scope.actor === null
      ? conversationOf(
          { serviceCompanyId, portalId, contactId, webUserId, unreadSince, ticketId, now },
          { administrator, viewContactWiki },
        )
      : selectConversation(scope, { ticketId, now }),
  )
  if (!row) return undefined
  const { read } = row
  const { ticket, planned } = read
  const comments = read.comments ?? []
  const senders = idsOfSenders(read)
  const names = await findNames(db, scope, read.namesVersion, {
    types: [ticket.typeId],
    steps: [ticket.stepId],
    groups: [ticket.groupId],
    staff: [ticket.staffId, ...idsOfPlanned(planned), ...senders.staff],
    members: [ticket.creatorId, ...senders.members],
  })
  // The mails of a ticket that was merged into this one name the ticket that they came in for.
  const mayQuote = read.hasQuoted || comments.some(comment => comment[8])
  const quoted = mayQuote ? await quotedMailsOf(db, scope, ticketId) : undefined
  const unread = comments.filter(comment => comment[9])
  const { attachments, html } = withUrls(filesOf(read, null), read.description)
  return Object.assign(toTicket(ticket, unread.length, read, names), {
    description: html,
    ...(quoted?.get(null) ?? nothingQuoted),
    firstUnreadCommentId: unread[0]?.[0] ?? null,
    attachments,
    comments: comments.map(comment => toComment(comment, read, names, withUrls, quoted?.get(comment[0]))),
  })
}

export const commentOf = async (
  { db, findNames, withUrls }: ConversationSource,
  scope: Scope,
  commentId: number,
): Promise<Comment> => {
  const { comment, ...columns } = await db.one<{
    comment: CommentTuple
    files: FileTuple[] | null
    namesVersion: number
  }>(
    sql`select json_build_array(${commentTuple}) as comment,
        ${selectFiles(scope, sql`tf.ticket_id = k.ticket_id and tf.comment_id = k.id`)} as files,
        ${namesVersion(scope)} as "namesVersion"
      from comment k where ${within(scope, 'k')} and k.id = ${commentId}`,
  )
  const read = { comments: [comment], files: columns.files }
  const names = await findNames(db, scope, columns.namesVersion, idsOfSenders(read))
  return toComment(comment, read, names, withUrls)
}

/** What a mail of the reader in a ticket has quoted; undefined if there is none. */
export const quotedOf = (
  db: Db,
  scope: Scope,
  { ticketId, mailId }: { ticketId: number; mailId: number },
): Promise<{ html: string } | undefined> =>
  db.maybe(sql`select r.quoted_html as html from ticket t cross join received_mail r
    where ${isVisible(scope)} and t.id = ${ticketId} and ${isQuotedByReader(scope)} and r.id = ${mailId} and (${hasRaised(scope)}
      or exists (select from comment k where ${isOfTicket} and k.sender_web_user_id = ${scope.webUserId} and ${mailOfComment('k')} = r.id))`)

/**
 * Marks a ticket as read up to a message, unless it is marked further already. Returns whether the caller may see the ticket and whether
 * the message belongs to it.
 */
export const markRead = (
  db: Db,
  scope: Scope,
  ticketId: number,
  commentId: number,
): Promise<{ ticket: boolean; comment: boolean }> =>
  db.one(sql`with read as (select t.* from ticket t where ${isVisible(scope)} and t.id = ${ticketId}),
      seen as (select k.* from read t join comment k on ${isOfTicket} and k.id = ${commentId}),
      marked as (
        insert into ticket_read as r (service_company_id, portal_id, contact_id, ticket_id, web_user_id, read_to, comment_id)
        select service_company_id, portal_id, contact_id, ticket_id, ${scope.webUserId}::bigint, creation_date, id from seen
        on conflict (service_company_id, portal_id, contact_id, ticket_id, web_user_id)
          do update set read_to = excluded.read_to, comment_id = excluded.comment_id
          where (excluded.read_to, excluded.comment_id) > (r.read_to, r.comment_id))
    select exists (select from read) as ticket, exists (select from seen) as comment`)

/** What a new message depends on. `mailbox`: the addresses that a reply may be sent to, in lower case. */
export type TicketState = { id: number; taskStatus: number; creatorWebUserId: number | null; mailbox: string[] }

/** Locks a ticket, so that closing and reopening happen one after the other; undefined if the caller may not see it. */
export const lockTicket = (db: Db, scope: Scope, ticketId: number): Promise<TicketState | undefined> =>
  db.maybe(sql`select t.id, t.task_status as "taskStatus", t.creator_web_user_id as "creatorWebUserId",
      array_remove(array[lower(a.email), lower(g.email), lower(p.support_email)], null) as mailbox
    from ticket t
    join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
    left join staff_user a on ${sameCompany('a', 't')} and a.id = t.staff_user_id
    left join staff_group g on ${sameCompany('g', 't')} and g.id = t.staff_group_id
    where ${isVisible(scope)} and t.id = ${ticketId} for update of t`)

/** The portal's first step of a status; creates one where there is none. */
const selectFirstStep = (scope: Scope, status: number): Sql =>
  sql`first_step(${scope.serviceCompanyId}, ${scope.portalId}, ${status}::smallint)`

export type NewTicket = {
  title: string
  description: string
  text: string
  taskTypeId: number
  wikiElementId: number | null
  now: Date
}

/**
 * Inserts a ticket with the service company's next number and the group of its type; returns its id. The service company's row stays
 * locked until the transaction ends.
 */
export const insertTicket = async (db: Db, scope: Scope, ticket: NewTicket): Promise<number> => {
  const { title, description, text, taskTypeId, wikiElementId, now } = ticket
  const words = searchWords(scope.contactId, title, text)
  const { id } = await db.one<{
    id: number
  }>(sql`with numbered as (
      update service_company set last_ticket_number = last_ticket_number + 1
      where id = ${scope.serviceCompanyId} returning last_ticket_number as number)
    insert into ticket (service_company_id, portal_id, contact_id, ticket_number,
      title, title_order, description, task_type_id, task_step_id, task_status, staff_group_id, creator_web_user_id,
      wiki_element_id, created_on, words)
    select ${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, numbered.number, ${title}, ${naturalOrder(title)}, ${description},
      y.id, ${selectFirstStep(scope, 0)}, 0, y.staff_group_id, ${scope.webUserId}, ${wikiElementId}::bigint, ${now}::timestamptz,
      array_to_tsvector(${words}::text[] || (${`${scope.contactId}:`}::text || numbered.number))
    from task_type y, numbered
    where y.service_company_id = ${scope.serviceCompanyId} and y.portal_id = ${scope.portalId} and y.id = ${taskTypeId}
    returning id`)
  return id
}

/** Whether the type and the asset of a new ticket exist, in one statement. */
export const checkReferences = (db: Db, scope: Scope, taskTypeId: number, wikiElementId: number | null) =>
  db.one<{ type: boolean; wikiElement: boolean }>(sql`select
    exists (select from task_type where service_company_id = ${scope.serviceCompanyId} and portal_id = ${scope.portalId}
      and id = ${taskTypeId} and offered is not false and archived is not true) as type,
    exists (select from wiki_element w where ${within(scope, 'w')} and w.id = ${wikiElementId}::bigint) as "wikiElement"`)

/** Attaches files to a ticket, or to one of its messages, in the given order. */
export const insertTicketFiles = async (
  db: Db,
  scope: Scope,
  ticketId: number,
  commentId: number | null,
  ids: number[],
): Promise<void> => {
  if (ids.length === 0) return
  await db.run(sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
    select ${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, ${ticketId}, ${commentId}::bigint, file.id, file.position
    from unnest(${ids}::bigint[]) with ordinality as file (id, position)`)
}

export type NewComment = {
  ticketId: number
  message: string
  text: string
  event?: 'closed' | 'reopened'
  recipient?: string | null
  ccList?: string | null
  outsideAddresses?: number
  now: Date
}

export const insertComment = async (db: Db, scope: Scope, comment: NewComment): Promise<number> => {
  const { ticketId, message, text, event = null, recipient = null, ccList = null, outsideAddresses = 0, now } = comment
  const { id } = await db.one<{
    id: number
  }>(sql`insert into comment (service_company_id, portal_id, contact_id, ticket_id, message,
      event, sender_web_user_id, recipient, cc_list, outside_addresses, creation_date, words)
    values (${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, ${ticketId}, ${message}, ${event}, ${scope.webUserId},
      ${recipient}, ${ccList}, ${outsideAddresses}, ${now}, array_to_tsvector(${searchWords(scope.contactId, text)}::text[]))
    returning id`)
  return id
}

/** Moves a ticket to the portal's first step of a status. */
export const moveTicket = (db: Db, scope: Scope, ticketId: number, status: number): Promise<number> =>
  db.run(sql`update ticket t set task_step_id = ${selectFirstStep(scope, status)}, task_status = ${status}
    where ${within(scope, 't')} and t.id = ${ticketId}`)

/** Sets who is in copy of a new ticket, and how many of them are outside. */
export const setTicketCopies = (
  db: Db,
  scope: Scope,
  ticketId: number,
  { ccList, outsideAddresses }: { ccList: string; outsideAddresses: number },
): Promise<number> =>
  db.run(sql`update ticket t set cc_list = ${ccList}, outside_addresses = ${outsideAddresses}
    where ${within(scope, 't')} and t.id = ${ticketId}`)

/** Hands a new ticket to a group, whatever that of its type is. */
export const setTicketGroup = (db: Db, scope: Scope, ticketId: number, staffGroupId: number): Promise<number> =>
  db.run(sql`update ticket t set staff_group_id = ${staffGroupId} where ${within(scope, 't')} and t.id = ${ticketId}`)

/** Locks the caller's row, so that messages sent at once cannot together exceed a limit that counts the user's messages. */
export const lockSender = (db: Db, scope: Scope): Promise<number> =>
  db.run(sql`select from web_user where service_company_id = ${scope.serviceCompanyId} and id = ${scope.webUserId}
    for no key update`)

/**
 * Counts the addresses that belong neither to the service company nor to the people of the contact: `now` among these addresses,
 * `before` in the user's messages since a moment.
 */
export const outsideAddressesOf = (db: Db, scope: Scope, addresses: string[], since: Date) =>
  db.one<{ now: number; before: number }>(sql`select
    (select count(*) from unnest(${addresses}::text[]) as given (email) where not exists (
        select from staff_user where service_company_id = ${scope.serviceCompanyId} and lower(email) = given.email)
      and not exists (select from staff_group where service_company_id = ${scope.serviceCompanyId} and lower(email) = given.email)
      and not exists (select from portal where service_company_id = ${scope.serviceCompanyId} and lower(support_email) = given.email)
      and not exists (select from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
        where ${within(scope, 'm')} and m.active and lower(u.email) = given.email)) as now,
    (select coalesce(sum(outside_addresses), 0) from comment where service_company_id = ${scope.serviceCompanyId}
      and sender_web_user_id = ${scope.webUserId} and outside_addresses > 0 and creation_date > ${since})
    + (select coalesce(sum(outside_addresses), 0) from ticket where service_company_id = ${scope.serviceCompanyId}
      and creator_web_user_id = ${scope.webUserId} and outside_addresses > 0 and created_on > ${since}) as before`)

/** A file of a ticket opens for whoever may open the ticket. */
export const mayOpenFile: FileAccess = scope =>
  scope.flags.manageTickets
    ? sql`exists (select from ticket_file tf join ticket t on ${sameContact('t', 'tf')} and t.id = tf.ticket_id
        where ${within(scope, 'tf')} and tf.file_id = f.id and ${isVisible(scope)})`
    : sql`false`
