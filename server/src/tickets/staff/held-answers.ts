import { answerHoldSeconds, type NewTime, type StaffComment } from '@portico/contract/staff/tickets'
import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Database, type Db, sql, tx } from '../../kernel/database/db.ts'
import { enqueue, JobFailed, type JobKind } from '../../kernel/database/jobs.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { type DraftText, restoreDraft } from './drafts.ts'
import { insertStaffComment, moveToStatus, recordStaffEvent } from './messages.ts'
import { lockTicketOf, ofContact } from './queries.ts'
import { type HeldAnswerRow, heldAnswerColumns } from './ticket-queries.ts'
import { noteCheckedTime } from './ticket-time.ts'

const RELEASE = 'held-answer'
/** For how many hours an answer is tried again each hour: its writer believes it sent, so an outage of a weekend must not lose it. */
const HOURS_TRIED = 96

/** An answer as it is held back. */
export type NewAnswer = {
  message: string
  ccList: string | null
  fileIds: number[]
  closes: boolean
  seen: number | null
  sendAnyway: boolean
  time?: NewTime | undefined
}

/**
 * The messages of others that came after the newest one that a writer had seen; 0: none was seen. What only reopened the ticket does not
 * count, because the message that caused it does.
 */
export const missedComments = (
  db: Db,
  ticket: TicketKeys,
  { seen, staffUserId }: { seen: number; staffUserId: number },
): Promise<Pick<StaffComment, 'id' | 'message' | 'creationDate' | 'customer' | 'staff'>[]> =>
  db.many(sql`select k.id, k.message, instant(k.creation_date) as "creationDate",
      case when m.web_user_id is not null then json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name) end
        as customer,
      case when s.id is not null then json_build_object('id', s.id, 'displayName', s.display_name, 'profileImage', null) end as staff
    from comment k
    left join membership m on ${sameContact('m', 'k')} and m.web_user_id = k.sender_web_user_id
    left join staff_user s on ${sameCompany('s', 'k')} and s.id = k.staff_user_id
    left join comment seen on ${ofContact(ticket, 'seen')} and seen.ticket_id = ${ticket.ticketId} and seen.id = ${seen}
    where ${ofContact(ticket, 'k')} and k.ticket_id = ${ticket.ticketId}
      and (seen.id is null or (k.creation_date, k.id) > (seen.creation_date, seen.id))
      and k.event is distinct from 'reopened' and k.staff_user_id is distinct from ${staffUserId}
    order by k.creation_date, k.id`)

/** Holds an answer back, in the caller's transaction; returns its id, which its message will have. */
export const holdAnswer = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  answer: NewAnswer,
  now: Date,
): Promise<number> => {
  const releasesOn = new Date(now.getTime() + answerHoldSeconds * 1000)
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const { id } = await db.one<{
    id: number
  }>(sql`insert into held_answer (service_company_id, portal_id, contact_id, id, ticket_id,
      staff_account_id, message, cc_list, file_ids, closes, seen_comment_id, send_anyway, releases_on)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, nextval(pg_get_serial_sequence('comment', 'id')), ${ticketId},
      ${scope.staffAccountId}, ${answer.message}, ${answer.ccList}, ${answer.fileIds}::bigint[], ${answer.closes},
      ${answer.seen ?? 0}, ${answer.sendAnyway}, ${releasesOn})
    returning id`)
  const payload = JSON.stringify({ serviceCompanyId, portalId, contactId, ticketId, id, time: answer.time })
  await enqueue(db, { kind: RELEASE, serviceCompanyId, payload, delaySeconds: answerHoldSeconds })
  return id
}

export const heldAnswerOf = (db: Db, ticket: TicketKeys, id: number): Promise<HeldAnswerRow> =>
  db.one(sql`${heldAnswerColumns} where ${ofContact(ticket, 'h')} and h.id = ${id}`)

/**
 * Takes back an answer of the account: it becomes the draft again, and its files unused uploads, so that the draft can send them. Errors:
 * `not_found`, `too_late` if it has been sent.
 */
export const takeBackAnswer = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  { id, now }: { id: number; now: Date },
): Promise<void> => {
  const answer = await db.maybe<DraftText>(sql`delete from held_answer h
    where ${ofContact(ticket, 'h')} and h.ticket_id = ${ticket.ticketId} and h.id = ${id}
      and h.staff_account_id = ${scope.staffAccountId}
    returning h.message, h.cc_list as cc, h.file_ids as "fileIds"`)
  if (answer) {
    await db.run(sql`update file f set claimed = false
      where ${ofContact(ticket, 'f')} and f.id = any(${answer.fileIds}::bigint[])`)
    await restoreDraft(db, scope, ticket, { ...answer, now })
    return
  }
  const sent =
    await db.maybe(sql`select from comment k where ${ofContact(ticket, 'k')} and k.ticket_id = ${ticket.ticketId}
    and k.id = ${id} and k.staff_user_id = ${scope.staffUserId}`)
  fail(sent ? 'too_late' : 'not_found')
}

type Released = {
  message: string
  ccList: string | null
  fileIds: number[]
  closes: boolean
  seen: number
  sendAnyway: boolean
  staffUserId: number
}

type Release = TicketKeys & { id: number; time?: NewTime }

/** Whether an answer is still to be sent, whichever ticket it is for by now. */
const isHeld = async (db: Db, { serviceCompanyId }: TicketKeys, id: number): Promise<boolean> =>
  (await db.maybe(
    sql`select from held_answer h where h.service_company_id = ${serviceCompanyId} and h.id = ${id} and not h.crossed`,
  )) !== undefined

/** Sends a held answer, unless it was taken back or others have written since its writer looked: then it waits for the writer. */
const release = async (db: Db, { id, time, ...ticket }: Release, now: Date): Promise<void> => {
  const locked = await lockTicketOf(db, ticket)
  if (!locked) {
    // Its customer was merged while this waited for the lock: the next attempt reads where the answer belongs now.
    if (await isHeld(db, ticket, id)) throw new JobFailed('the ticket has moved')
    return
  }
  const answer =
    await db.maybe<Released>(sql`select h.message, h.cc_list as "ccList", h.file_ids as "fileIds", h.closes,
      h.seen_comment_id as seen, h.send_anyway as "sendAnyway", a.staff_user_id as "staffUserId"
    from held_answer h join staff_account a on ${sameCompany('a', 'h')} and a.id = h.staff_account_id
    where ${ofContact(ticket, 'h')} and h.id = ${id} and not h.crossed for update of h`)
  if (!answer) return
  if (!answer.sendAnyway && (await missedComments(db, ticket, answer)).length > 0) {
    await db.run(sql`update held_answer h set crossed = true where ${ofContact(ticket, 'h')} and h.id = ${id}`)
    const { staffUserId } = answer
    await recordStaffEvent(db, ticket, { type: 'answer.crossed', forStaff: true, staffUserId }, now)
    return
  }
  await db.run(sql`delete from held_answer h where ${ofContact(ticket, 'h')} and h.id = ${id}`)
  const event = answer.closes && locked.taskStatus !== closedStatus ? 'closed' : null
  if (event) await moveToStatus(db, ticket, closedStatus)
  await insertStaffComment(db, ticket, { ...answer, id, event, now })
  if (time) await noteCheckedTime(db, answer, ticket, { ...time, now })
}

/** Sends held answers when their time is over, in whichever process is there. */
export const releaseJob = ({ database, clock }: { database: Database; clock: Clock }): JobKind => ({
  kind: RELEASE,
  atOnce: 4,
  delays: [1, 5, 30, 120, 600, ...Array<number>(HOURS_TRIED).fill(3600)],
  run: ({ payload }) => tx(database, db => release(db, JSON.parse(payload), clock())),
})
