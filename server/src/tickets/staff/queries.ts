import { activeStatus } from '@portico/contract/contracts'
import type {
  HeldAnswer,
  StaffChoices,
  StaffComment,
  StaffContact,
  StaffDraft,
  StaffNote,
  StaffTicket,
  TicketTime,
} from '@portico/contract/staff/tickets'
import { residual } from '../../contracts/activity-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { prepareVariants } from '../../kernel/database/prepare.ts'
import { containsPattern } from '../../kernel/database/search-words.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { FileRow } from '../queries.ts'
import { bouncedMark, mailOfComment, mailWhere } from '../received-mail-queries.ts'
import { queueColumns, queueJoins, staffUserObject, visibleToStaff, withinStaffPortals } from './list-queries.ts'

type WithFiles<Row> = Omit<Row, 'attachments'> & { attachments: FileRow[] }
type CommentRow = WithFiles<StaffComment>
export type NoteRow = WithFiles<StaffNote>
export type HeldAnswerRow = WithFiles<HeldAnswer>
export type DraftRow = WithFiles<StaffDraft>

/** A ticket as the database returns it; the URLs of its files are signed later. */
export type StaffTicketRow = Omit<StaffTicket, 'attachments' | 'comments' | 'notes' | 'heldAnswers' | 'drafts'> & {
  attachments: FileRow[]
  comments: CommentRow[]
  notes: NoteRow[]
  heldAnswers: HeldAnswerRow[]
  drafts: DraftRow[]
  etag: string
}

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

const filesOf = (table: string, where: Sql): Sql =>
  sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by tf.position), '[]')
    from ${raw(table)} tf join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id where ${where})`

/** Condition for the rows of `alias` that belong to ticket `t`. */
const ofTicket = (alias: string): Sql => sql`${sameContact(alias, 't')} and ${raw(alias)}.ticket_id = t.id`

const joinStaffUser = (alias: string): Sql =>
  sql`left join staff_user ks on ${sameCompany('ks', alias)} and ks.id = ${raw(alias)}.staff_user_id
    left join picture kp on ${sameCompany('kp', 'ks')} and kp.id = ks.picture_id`

const commentColumns: Sql = sql`select k.id, k.message, instant(k.creation_date) as "creationDate", k.event, k.cc_list as cc,
    case when cm.web_user_id is not null then json_build_object('webUserId', cm.web_user_id, 'referentName', cm.referent_name) end
      as customer,
    ${staffUserObject('ks', 'kp')} as staff,
    case when k.sender_address is not null then json_build_object('address', k.sender_address, 'name', k.sender_name) end as "inCopy",
    ${mailWhere(sql`r.id = ${mailOfComment('k')}`, 'k')} as mail,
    ${filesOf('ticket_file', sql`${sameContact('tf', 'k')} and tf.ticket_id = k.ticket_id and tf.comment_id = k.id`)} as attachments
  from comment k ${joinStaffUser('k')}
  left join membership cm on ${sameContact('cm', 'k')} and cm.web_user_id = k.sender_web_user_id`

export const noteColumns: Sql = sql`select n.id, n.message, instant(n.created_on) as "createdOn", ${staffUserObject('ks', 'kp')} as staff,
    ${filesOf('internal_note_file', sql`${sameContact('tf', 'n')} and tf.note_id = n.id`)} as attachments,
    ${mailWhere(sql`r.note_id = n.id`, 'n')} as mail
  from internal_note n ${joinStaffUser('n')}`

const changeColumns: Sql = sql`select h.id, h.field, h.before, h.after, instant(h.changed_on) as "changedOn", ${staffUserObject('ks', 'kp')} as staff
  from ticket_change h ${joinStaffUser('h')}`

/** The files that a row names in its column `file_ids`; what is gone is left out. */
const namedFiles = (alias: string): Sql =>
  sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by x.position), '[]')
    from unnest(${raw(alias)}.file_ids) with ordinality as x (id, position) join file f on ${sameContact('f', alias)} and f.id = x.id)`

export const heldAnswerColumns: Sql = sql`select h.id, h.message, h.cc_list as cc, h.closes, h.crossed, instant(h.releases_on) as "releasesOn",
    ${namedFiles('h')} as attachments
  from held_answer h`

export const draftColumns: Sql = sql`select d.mode, d.message, d.cc_list as cc, instant(d.changed_at) as "changedOn",
    ${namedFiles('d')} as attachments
  from staff_draft d`

const timeColumns: Sql = sql`select h.id, h.minutes, h.activity_type_name as "activityTypeName", instant(h.worked_on) as "workedOn",
    coalesce(ac.name, cp.name) as contract, ${staffUserObject('ks', 'kp')} as staff
  from ticket_time h ${joinStaffUser('h')}
  left join contract_activity v on ${sameContact('v', 'h')} and v.id = h.contract_activity_id
  left join activity_contract ac on ${sameContact('ac', 'v')} and ac.id = v.activity_contract_id
  left join contract_package cp on ${sameContact('cp', 'v')} and cp.id = v.contract_package_id`

export const ticketTimeOf = (db: Db, ticket: TicketKeys, id: number): Promise<TicketTime> =>
  db.one(sql`${timeColumns} where ${ofContact(ticket, 'h')} and h.id = ${id}`)

/** The contracts and packages of hours that hold at a time, of the customer of ticket or visit `alias`. */
export const timeSources = (now: Date, alias: 't' | 'v' = 't'): Sql => sql`
  select a.id as "activityContractId", null::bigint as "contractPackageId", a.name, ${residual('activity_contract', 'a')}::int as "residualMinutes"
  from activity_contract a where ${sameContact('a', alias)} and a.in_hours and a.starts_at <= ${now} and a.ends_at > ${now}
  union all
  select null, k.id, s.name || ' · ' || k.name, ${residual('contract_package', 'k')}::int
  from contract_package k join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
  where ${sameContact('k', alias)} and k.in_hours and s.status = ${activeStatus} and s.active_from <= ${now}
    and (s.active_to is null or s.active_to > ${now})
  order by name`

/** Names the state of the properties that staff change; a new message does not change it. */
const etag: Sql = sql`md5(concat_ws('/', t.task_step_id, coalesce(t.task_type_id, 0), coalesce(t.staff_user_id, 0),
  coalesce(t.staff_group_id, 0), coalesce(t.wiki_element_id, 0), coalesce(t.due_at::text, '')))`

/** What a ticket is selected by. */
type TicketSelection = Pick<
  StaffScope,
  'serviceCompanyId' | 'portalIds' | 'groupIds' | 'staffUserId' | 'staffAccountId'
> & {
  ticketId: number
  now: Date
}

const selectTicket = prepareVariants<TicketSelection, Pick<StaffScope, 'role'> & { isWritten: boolean }>(
  ['serviceCompanyId', 'portalIds', 'groupIds', 'staffUserId', 'staffAccountId', 'ticketId', 'now'],
  ({ ticketId, now, ...keys }, { role, isWritten }) => {
    const scope = { ...keys, role } as StaffScope
    return sql`select ${queueColumns(scope)}, ${etag} as etag, t.description,
      json_build_object('id', c.id, 'companyName', c.company_name, 'phone', c.phone, 'email', c.email, 'address', c.address) as contact,
      case when m.web_user_id is not null then json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name,
        'email', u.email, 'phone', u.phone, 'bounced', ${bouncedMark('u')}) end as raiser,
      ${mailWhere(sql`r.ticket_id = t.id and r.comment_id is null and r.note_id is null`, 't')} as mail,
      (select json_build_object('id', w.id, 'name', w.name, 'folderName', wf.name)
        from wiki_element w join wiki_folder wf on ${sameContact('wf', 'w')} and wf.id = w.wiki_folder_id
        where ${sameContact('w', 't')} and w.id = t.wiki_element_id) as "wikiElement",
      ${filesOf('ticket_file', sql`${ofTicket('tf')} and tf.comment_id is null`)} as attachments,
      ${list(sql`${commentColumns} where ${ofTicket('k')} order by k.creation_date, k.id`)} as comments,
      ${list(sql`${noteColumns} where ${ofTicket('n')} order by n.created_on, n.id`)} as notes,
      ${list(sql`${changeColumns} where ${ofTicket('h')} order by h.id`)} as changes,
      ${list(sql`${timeColumns} where ${ofTicket('h')} order by h.id`)} as time,
      ${list(timeSources(now))} as "timeSources",
      (select k.id from comment k where ${ofTicket('k')} and (k.sender_web_user_id is not null or k.sender_address is not null)
        and (k.creation_date, k.id) > (r.read_to, r.comment_id) order by k.creation_date, k.id limit 1) as "firstUnreadCommentId",
      ${list(sql`${heldAnswerColumns} where ${ofTicket('h')} and h.staff_account_id = ${scope.staffAccountId} order by h.id`)} as "heldAnswers",
      ${list(sql`${draftColumns} where ${ofTicket('d')} and d.staff_account_id = ${scope.staffAccountId} order by d.mode`)} as drafts
    from ticket t ${queueJoins(scope)} left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where ${isWritten ? withinStaffPortals(scope, 't') : visibleToStaff(scope)} and t.id = ${ticketId}`
  },
)

/**
 * Reads a ticket with all that belongs to it in one statement; undefined if the account may not see it. `isWritten`: the account has just
 * raised or changed it, which may have handed it over to a group that is not the account's own.
 */
export const staffTicketOf = (
  db: Db,
  scope: StaffScope,
  ticketId: number,
  { now, isWritten = false }: { now: Date; isWritten?: boolean },
): Promise<StaffTicketRow | undefined> => {
  const { serviceCompanyId, portalIds, groupIds, staffUserId, staffAccountId, role } = scope
  const keys = { serviceCompanyId, portalIds, groupIds, staffUserId, staffAccountId, ticketId, now }
  return db.maybe(selectTicket(keys, { role, isWritten }))
}

/** A locked ticket with the properties that staff change; ids are null where a property is not set. */
export type LockedTicket = TicketKeys & {
  taskStatus: number
  stepId: number
  taskTypeId: number | null
  assigneeId: number | null
  groupId: number | null
  wikiElementId: number | null
  dueAt: Date | null
  etag: string
}

/** Locks a ticket, so that changes and closings happen one after the other; undefined if the account may not see it. */
const lockStaffTicket = (db: Db, scope: StaffScope, ticketId: number): Promise<LockedTicket | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.contact_id as "contactId",
      t.id as "ticketId", t.task_status as "taskStatus", t.task_step_id as "stepId", t.task_type_id as "taskTypeId",
      t.staff_user_id as "assigneeId", t.staff_group_id as "groupId", t.wiki_element_id as "wikiElementId",
      t.due_at as "dueAt", ${etag} as etag
    from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId} for no key update of t`)

/** The keys of a ticket, without a lock; undefined if the account may not see it. */
export const ticketKeysOf = (db: Db, scope: StaffScope, ticketId: number): Promise<TicketKeys | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId",
      t.contact_id as "contactId", t.id as "ticketId"
    from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId}`)

/** Like {@link ticketKeysOf}; `not_found` if the account may not see the ticket. */
export const requireTicketKeys = async (db: Db, scope: StaffScope, ticketId: number): Promise<TicketKeys> =>
  (await ticketKeysOf(db, scope, ticketId)) ?? fail('not_found')

/** Like {@link lockStaffTicket}; `not_found` if the account may not see the ticket. */
export const lockTicketOrFail = async (db: Db, scope: StaffScope, ticketId: number): Promise<LockedTicket> =>
  (await lockStaffTicket(db, scope, ticketId)) ?? fail('not_found')

/** Locks a ticket by its keys, for a job, which no caller stands behind; undefined if it is gone. */
export const lockTicketOf = (db: Db, ticket: TicketKeys): Promise<{ taskStatus: number } | undefined> =>
  db.maybe(sql`select t.task_status as "taskStatus" from ticket t
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId} for no key update of t`)

/** The number that customers know a ticket by. */
export const numberOf = async (db: Db, ticket: TicketKeys): Promise<number> => {
  const { number } = await db.one<{ number: number }>(sql`select t.ticket_number as number from ticket t
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId}`)
  return number
}

/** Condition that table alias `alias` holds rows of this contact. */
export const ofContact = (keys: Omit<TicketKeys, 'ticketId'>, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${keys.serviceCompanyId} and ${raw(alias)}.portal_id = ${keys.portalId}
    and ${raw(alias)}.contact_id = ${keys.contactId}`

/** Marks a ticket as read up to a message, or its description (null). Returns whether the ticket may be seen and has the message. */
export const markReadByStaff = (db: Db, scope: StaffScope, ticketId: number, commentId: number | null) =>
  db.one<{ ticket: boolean; comment: boolean }>(sql`with read as (
        select t.* from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId}),
      seen as (
        select r.*, coalesce(k.creation_date, r.created_on) as read_to, coalesce(k.id, 0) as comment_id
        from read r left join comment k on ${sameContact('k', 'r')} and k.ticket_id = r.id and k.id = ${commentId}::bigint
        where ${commentId}::bigint is null or k.id is not null),
      marked as (
        insert into staff_ticket_read as r (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, read_to, comment_id)
        select service_company_id, portal_id, contact_id, id, ${scope.staffAccountId}::bigint, read_to, comment_id from seen
        on conflict (service_company_id, portal_id, contact_id, ticket_id, staff_account_id)
          do update set read_to = excluded.read_to, comment_id = excluded.comment_id
          where (excluded.read_to, excluded.comment_id) > (r.read_to, r.comment_id))
    select exists (select from read) as ticket, exists (select from seen) as comment`)

// Of how many activities the names are read: enough to have them all, and no scan of a large table.
const ACTIVITIES_READ = 2000

/** What the account may choose from, in one statement. */
export const choicesOf = (db: Db, scope: StaffScope): Promise<StaffChoices> =>
  db.one(sql`select
    ${list(sql`select p.id, p.web_portal_key as "webPortalKey", p.web_portal_name as name,
        ${list(sql`select y.id, y.name, y.color from task_type y where ${sameCompany('y', 'p')} and y.portal_id = p.id
          and y.archived is not true order by y.position nulls last, y.name, y.id`)} as types,
        ${list(sql`select s.id, s.name, s.task_status as "taskStatus" from task_step s
          where ${sameCompany('s', 'p')} and s.portal_id = p.id and s.archived is not true order by s.position, s.id`)} as steps
      from portal p where p.service_company_id = ${scope.serviceCompanyId}
        and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))
      order by p.web_portal_name, p.id`)} as portals,
    ${list(sql`select g.id, g.name from staff_group g where g.service_company_id = ${scope.serviceCompanyId} order by g.name, g.id`)} as groups,
    ${list(sql`select a.id, a.display_name as "displayName", '/api/pictures/' || ap.name as "profileImage"
      from staff_user a left join picture ap on ${sameCompany('ap', 'a')} and ap.id = a.picture_id
      where a.service_company_id = ${scope.serviceCompanyId} order by a.display_name, a.id`)} as staff,
    (select coalesce(json_agg(distinct n.name order by n.name), '[]') from (
      (select activity_type_name as name from contract_activity where service_company_id = ${scope.serviceCompanyId} limit ${ACTIVITIES_READ})
      union all
      (select activity_type_name from ticket_time where service_company_id = ${scope.serviceCompanyId} limit ${ACTIVITIES_READ})
    ) n) as "activityTypes"`)

const CONTACTS_MOST = 20

/** Customers that are not archived and whose name contains a text, with the people who may sign in for them. */
export const contactsOf = (db: Db, scope: StaffScope, q: string): Promise<StaffContact[]> =>
  db.many(sql`select c.id, c.company_name as "companyName", c.portal_id as "portalId",
      ${list(sql`select m.web_user_id as "webUserId", m.referent_name as "referentName" from membership m
        where ${samePortal('m', 'c')} and m.contact_id = c.id and m.active order by m.referent_name, m.id`)} as people
    from contact c where ${withinStaffPortals(scope, 'c')} and c.archived_at is null and lower(c.company_name) like ${containsPattern(q)}
    order by c.company_name, c.id limit ${CONTACTS_MOST}`)

/** The keys of a contact in a portal that the account works for; undefined if there is none. */
export const staffContactOf = (
  db: Db,
  scope: StaffScope,
  contactId: number,
): Promise<Omit<TicketKeys, 'ticketId'> | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId"
    from contact c where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)
