import type {
  HeldAnswer,
  StaffComment,
  StaffDraft,
  StaffNote,
  StaffTicket,
  TicketMail,
} from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { raw, type Sql, sql } from '../../kernel/database/db.ts'
import { prepareVariants } from '../../kernel/database/prepare.ts'
import { namesVersion } from '../names/name-queries.ts'
import { nameOf } from '../names/names-in-memory.ts'
import type { StaffNames, StaffTicketSource } from '../names/staff-name-queries.ts'
import type { FileRow } from '../queries.ts'
import { bouncedMark, isShownMail, mailObject, mailOfComment, mailWhere } from '../received-mail-queries.ts'
import { instantIn } from '../row-queries.ts'
import { visibleToStaff, withinStaffPortals } from './list-queries.ts'
import { etag, ofContact, ofTicket, timeSources } from './queries.ts'
import { isUnreadByStaff, type StaffTicketIds, staffTicketFields, staffTicketJoins, toListed } from './row-queries.ts'

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

type CommentTuple = [
  id: number,
  message: string,
  creationDate: string,
  event: StaffComment['event'],
  ccList: string | null,
  customer: StaffComment['customer'],
  staffId: number | null,
  inCopy: StaffComment['inCopy'],
  mailOfOrigin: TicketMail | null,
  isUnread: boolean | null,
]
type NoteTuple = [
  id: number,
  message: string,
  createdOn: string,
  staffId: number | null,
  files: FileRow[],
  mail: TicketMail | null,
]
type ChangeTuple = [
  id: number,
  field: string,
  before: string | null,
  after: string | null,
  changedOn: string,
  staffId: number | null,
]
type TimeTuple = [
  id: number,
  minutes: number,
  activityTypeName: string,
  workedOn: string,
  contract: string | null,
  staffId: number | null,
]
type FileTuple = [id: number, name: string, commentId: number | null]
type MailTuple = [mail: TicketMail, commentId: number | null]

const filesOf = (table: string, where: Sql): Sql =>
  sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by tf.position), '[]')
    from ${raw(table)} tf join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id where ${where})`

/** The elements of a {@link CommentTuple}, for `json_build_array`. */
const commentTuple: Sql = sql`k.id, k.message, k.creation_date, k.event, k.cc_list,
  case when cm.web_user_id is not null then json_build_object('webUserId', cm.web_user_id, 'referentName', cm.referent_name) end,
  k.staff_user_id,
  case when k.sender_address is not null then json_build_object('address', k.sender_address, 'name', k.sender_name) end,
  case when k.origin is not null then ${mailWhere(sql`r.id = ${mailOfComment('k')}`, 'k')} end,
  ${isUnreadByStaff}`

/** The elements of a {@link NoteTuple}. A merge takes notes along to another ticket than their mails name, so each looks for its own. */
const noteTuple: Sql = sql`n.id, n.message, n.created_on, n.staff_user_id,
  ${filesOf('internal_note_file', sql`${sameContact('tf', 'n')} and tf.note_id = n.id`)},
  ${mailWhere(sql`r.note_id = n.id`, 'n')}`

const changeTuple: Sql = raw('h.id, h.field, h.before, h.after, h.changed_on, h.staff_user_id')

/** The elements of a {@link TimeTuple}; they need {@link timeJoins}. */
const timeTuple: Sql = raw(
  'h.id, h.minutes, h.activity_type_name, h.worked_on, coalesce(ac.name, cp.name), h.staff_user_id',
)

const timeJoins: Sql = sql`left join contract_activity v on ${sameContact('v', 'h')} and v.id = h.contract_activity_id
  left join activity_contract ac on ${sameContact('ac', 'v')} and ac.id = v.activity_contract_id
  left join contract_package cp on ${sameContact('cp', 'v')} and cp.id = v.contract_package_id`

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

const toNote = ([id, message, createdOn, staffId, attachments, mail]: NoteTuple, { staff }: StaffNames): NoteRow => ({
  id,
  message,
  createdOn: instantIn(createdOn),
  staff: nameOf(staff, staffId),
  attachments,
  mail,
})

const toTime = (
  [id, minutes, activityTypeName, workedOn, contract, staffId]: TimeTuple,
  { staff }: StaffNames,
): StaffTicket['time'][number] => ({
  id,
  minutes,
  activityTypeName,
  workedOn: instantIn(workedOn),
  contract,
  staff: nameOf(staff, staffId),
})

/** Reads a note that the account has just written. */
export const noteOf = async (
  { db, findNames }: StaffTicketSource,
  scope: StaffScope,
  ticket: TicketKeys,
  id: number,
): Promise<NoteRow> => {
  const { note, version } = await db.one<{ note: NoteTuple; version: number }>(
    sql`select json_build_array(${noteTuple}) as note, ${namesVersion(scope)} as version
      from internal_note n where ${ofContact(ticket, 'n')} and n.id = ${id}`,
  )
  return toNote(note, await findNames(db, scope, version, { staff: [note[3]] }))
}

/** Reads noted time. */
export const ticketTimeOf = async (
  { db, findNames }: StaffTicketSource,
  scope: StaffScope,
  ticket: TicketKeys,
  id: number,
): Promise<StaffTicket['time'][number]> => {
  const { time, version } = await db.one<{ time: TimeTuple; version: number }>(
    sql`select json_build_array(${timeTuple}) as time, ${namesVersion(scope)} as version
      from ticket_time h ${timeJoins} where ${ofContact(ticket, 'h')} and h.id = ${id}`,
  )
  return toTime(time, await findNames(db, scope, version, { staff: [time[5]] }))
}

type Given = 'etag' | 'description' | 'wikiElement' | 'timeSources' | 'heldAnswers' | 'drafts'

type Read = StaffTicketIds &
  Pick<StaffTicketRow, Given> & {
    contactDetails: Pick<StaffTicket['contact'], 'phone' | 'email' | 'address'>
    raiserDetails: Pick<NonNullable<StaffTicket['raiser']>, 'email' | 'phone' | 'bounced'>
    files: FileTuple[]
    mails: MailTuple[]
    comments: CommentTuple[]
    notes: NoteTuple[]
    changes: ChangeTuple[]
    time: TimeTuple[]
    namesVersion: number
  }

/** What a ticket is selected by. */
type TicketSelection = Pick<
  StaffScope,
  'serviceCompanyId' | 'portalIds' | 'groupIds' | 'staffUserId' | 'staffAccountId'
> & {
  ticketId: number
  now: Date
}

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

/** Tuples of rows `alias` that belong to ticket `t`, in an order. */
const tuples = (tuple: Sql, from: Sql, [alias, order]: [alias: string, order: string]): Sql =>
  sql`(select coalesce(json_agg(json_build_array(${tuple}) order by ${raw(order)}), '[]') from ${from} where ${ofTicket(alias)})`

const selectTicket = prepareVariants<TicketSelection, Pick<StaffScope, 'role'> & { isWritten: boolean }>(
  ['serviceCompanyId', 'portalIds', 'groupIds', 'staffUserId', 'staffAccountId', 'ticketId', 'now'],
  ({ ticketId, now, ...keys }, { role, isWritten }) => {
    const scope = { ...keys, role } as StaffScope
    const ofAccount = (alias: string) =>
      sql`${ofTicket(alias)} and ${raw(alias)}.staff_account_id = ${scope.staffAccountId}`
    return sql`select row_to_json(x) as read from (select ${staffTicketFields(scope)}, ${etag} as etag, t.description,
      json_build_object('phone', c.phone, 'email', c.email, 'address', c.address) as "contactDetails",
      json_build_object('email', u.email, 'phone', u.phone, 'bounced', ${bouncedMark('u')}) as "raiserDetails",
      (select json_build_object('id', w.id, 'name', w.name, 'folderName', wf.name)
        from wiki_element w join wiki_folder wf on ${sameContact('wf', 'w')} and wf.id = w.wiki_folder_id
        where ${sameContact('w', 't')} and w.id = t.wiki_element_id) as "wikiElement",
      (select coalesce(json_agg(json_build_array(f.id, f.name, tf.comment_id) order by tf.position), '[]')
        from ticket_file tf join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id where ${ofTicket('tf')}) as files,
      (select coalesce(json_agg(json_build_array(${mailObject}, r.comment_id)), '[]') from received_mail r
        where ${sameCompany('r', 't')} and r.ticket_id = t.id and (r.note_id is null or r.comment_id is not null) and ${isShownMail}) as mails,
      ${tuples(
        commentTuple,
        sql`comment k left join membership cm on ${sameContact('cm', 'k')} and cm.web_user_id = k.sender_web_user_id`,
        ['k', 'k.creation_date, k.id'],
      )} as comments,
      ${tuples(noteTuple, raw('internal_note n'), ['n', 'n.created_on, n.id'])} as notes,
      ${tuples(changeTuple, raw('ticket_change h'), ['h', 'h.id'])} as changes,
      ${tuples(timeTuple, sql`ticket_time h ${timeJoins}`, ['h', 'h.id'])} as time,
      ${list(timeSources(now))} as "timeSources",
      ${list(sql`${heldAnswerColumns} where ${ofAccount('h')} order by h.id`)} as "heldAnswers",
      ${list(sql`${draftColumns} where ${ofAccount('d')} order by d.mode`)} as drafts,
      ${namesVersion(scope)} as "namesVersion"
    from ticket t ${staffTicketJoins(scope)} left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where ${isWritten ? withinStaffPortals(scope, 't') : visibleToStaff(scope)} and t.id = ${ticketId}) x`
  },
)

const toStaffTicket = (read: Read, names: StaffNames): StaffTicketRow => {
  const { files, mails, contactDetails, raiserDetails } = read
  const filesIn = (of: number | null): FileRow[] =>
    files.filter(([, , commentId]) => commentId === of).map(([id, name]) => ({ id, name }))
  const { contact, raiser, ...listed } = toListed(read, names)
  return {
    ...listed,
    contact: { ...contact, ...contactDetails },
    raiser: raiser && { ...raiser, ...raiserDetails },
    etag: read.etag,
    description: read.description,
    attachments: filesIn(null),
    mail: mails.find(([, commentId]) => commentId === null)?.[0] ?? null,
    wikiElement: read.wikiElement,
    comments: read.comments.map(
      ([id, message, creationDate, event, cc, customer, staffId, inCopy, mailOfOrigin]): CommentRow => ({
        id,
        message,
        creationDate: instantIn(creationDate),
        event,
        cc,
        customer,
        staff: nameOf(names.staff, staffId),
        inCopy,
        attachments: filesIn(id),
        mail: mailOfOrigin ?? mails.find(([, commentId]) => commentId === id)?.[0] ?? null,
      }),
    ),
    notes: read.notes.map(note => toNote(note, names)),
    changes: read.changes.map(([id, field, before, after, changedOn, staffId]) => ({
      id,
      field,
      before,
      after,
      changedOn: instantIn(changedOn),
      staff: nameOf(names.staff, staffId),
    })),
    time: read.time.map(time => toTime(time, names)),
    timeSources: read.timeSources,
    firstUnreadCommentId: read.comments.find(comment => comment[9])?.[0] ?? null,
    heldAnswers: read.heldAnswers,
    drafts: read.drafts,
  }
}

/**
 * Reads a ticket with all that belongs to it in one statement; undefined if the account may not see it. `isWritten`: the account has just
 * raised or changed it, which may have handed it over to a group that is not the account's own.
 */
export const staffTicketOf = async (
  { db, findNames }: StaffTicketSource,
  scope: StaffScope,
  ticketId: number,
  { now, isWritten = false }: { now: Date; isWritten?: boolean },
): Promise<StaffTicketRow | undefined> => {
  const { serviceCompanyId, portalIds, groupIds, staffUserId, staffAccountId, role } = scope
  const keys = { serviceCompanyId, portalIds, groupIds, staffUserId, staffAccountId, ticketId, now }
  const row = await db.quick.maybe<{ read: Read }>(selectTicket(keys, { role, isWritten }))
  if (!row) return undefined
  const { read } = row
  const names = await findNames(db, scope, read.namesVersion, {
    portals: [read.portalId],
    types: [read.typeId],
    steps: [read.stepId],
    groups: [read.groupId],
    staff: [
      read.staffId,
      ...read.comments.map(comment => comment[6]),
      ...read.notes.map(note => note[3]),
      ...read.changes.map(change => change[5]),
      ...read.time.map(time => time[5]),
    ],
  })
  return toStaffTicket(read, names)
}
