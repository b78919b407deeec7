import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, raw, type Sql, sql } from '../kernel/database/db.ts'
import { insertJobs } from '../kernel/database/jobs.ts'
import { keptUntil } from './keep.ts'

/** By which way a mail came in. */
type WayIn = 'imap' | 'lmtp' | 'api'

/** The mail server that had the mail before the one beside us, where the way in knows it; for SPF. */
export type Peer = { address: string; helo: string | null; sender: string | null }

/** A mail that is about to be taken. */
export type NewMail = {
  serviceCompanyId: number
  contentKey: Buffer
  /** The key that the mail had before the sender counted: see `reading/content-keys.ts`. */
  olderContentKey: Buffer
  storageKey: string
  size: number
  way: WayIn
  portalId: number | null
  mailboxId: number | null
  /** The portals that the sending program may write to; null: any. */
  portalIds: readonly number[] | null
  recipients: string[]
  peer: Peer | null
  now: Date
  keepUntil: Date
}

/** Inserts a mail, and a job of this kind that sorts it; false if the mail, or one with its older key, has been taken already. */
export const insertMail = async (db: Db, mail: NewMail, kind: string): Promise<boolean> => {
  const { serviceCompanyId } = mail
  const payload = sql`json_build_object('serviceCompanyId', ${serviceCompanyId}::bigint, 'id', taken.id)::text`
  const count =
    await db.run(sql`with taken as (insert into received_mail (service_company_id, content_key, storage_key, size, way,
      portal_id, mailbox_id, portal_ids, recipients, peer, received_at, keep_until)
    select ${mail.serviceCompanyId}, ${mail.contentKey}, ${mail.storageKey}, ${mail.size}, ${mail.way}, ${mail.portalId}::bigint,
      ${mail.mailboxId}::bigint, ${mail.portalIds}::bigint[], ${mail.recipients}::text[], ${mail.peer && JSON.stringify(mail.peer)}::jsonb,
      ${mail.now}::timestamptz, ${mail.keepUntil}::timestamptz
    where not exists (select from received_mail r where r.service_company_id = ${mail.serviceCompanyId}
      and r.content_key = ${mail.olderContentKey})
    on conflict (service_company_id, content_key) do nothing returning id)
    ${insertJobs({ kind, serviceCompanyId }, { payload, source: sql`taken` })}`)
  return count === 1
}

/** A mail as it is stored, sorted or not. */
export type StoredMail = {
  serviceCompanyId: number
  id: number
  storageKey: string | null
  way: WayIn
  portalId: number | null
  mailboxId: number | null
  portalIds: number[] | null
  recipients: string[]
  peer: Peer | null
  receivedAt: Date
  state: string
}

/** The columns of {@link StoredMail} of mail `r`. */
export const storedColumns: Sql =
  raw(`r.service_company_id as "serviceCompanyId", r.id, r.storage_key as "storageKey", r.way,
  r.portal_id as "portalId", r.mailbox_id as "mailboxId", r.portal_ids as "portalIds", r.recipients, r.peer,
  r.received_at as "receivedAt", r.state`)

export const mailOf = (db: Db, serviceCompanyId: number, id: number): Promise<StoredMail | undefined> =>
  db.maybe(
    sql`select ${storedColumns} from received_mail r where r.service_company_id = ${serviceCompanyId} and r.id = ${id}`,
  )

/** Locks a mail in one of these states, so that it is settled once; false if it is in another one by now. */
export const lockMail = async (
  db: Db,
  serviceCompanyId: number,
  id: number,
  states: readonly string[],
): Promise<boolean> =>
  (await db.maybe(sql`select from received_mail where service_company_id = ${serviceCompanyId} and id = ${id}
    and state = any(${states}::text[]) for update`)) !== undefined

/** What a mail says of itself, as it is shown to the staff. */
export type MailHead = {
  messageId: string | null
  senderAddress: string | null
  senderName: string | null
  subject: string | null
  preview: string | null
  quotedHtml: string | null
  quotedLines: number | null
  quotedOpen: boolean
  warnings: string[]
}

/** Where a mail has ended, or why it has not. */
export type MailOutcome = {
  state: 'taken' | 'noted' | 'quarantined' | 'ignored'
  reason: string | null
  portalId?: number | null
  ticketId?: number
  commentId?: number
  noteId?: number
  /** Whether we have answered it by ourselves. */
  isAnswered?: boolean
}

/** Writes what became of a mail, and, when it is sorted, what it says of itself. */
export const writeOutcome = (
  db: Db,
  serviceCompanyId: number,
  id: number,
  outcome: MailOutcome,
  { now, staffAccountId = null, head }: { now: Date; staffAccountId?: number | null; head?: MailHead | undefined },
): Promise<void> =>
  db.defer(sql`update received_mail r set state = ${outcome.state}, reason = ${outcome.reason},
      portal_id = coalesce(${outcome.portalId ?? null}::bigint, r.portal_id), ticket_id = ${outcome.ticketId ?? null},
      comment_id = ${outcome.commentId ?? null}, note_id = ${outcome.noteId ?? null},
      answered_at = case when ${outcome.isAnswered ?? false} then ${now}::timestamptz else r.answered_at end,
      keep_until = ${keptUntil(sql`${outcome.state}::text`)}, settled_at = ${now}, settled_by = ${staffAccountId} ${head ? headColumns(head) : empty}
    from service_company c where r.service_company_id = ${serviceCompanyId} and r.id = ${id} and c.id = r.service_company_id`)

const headColumns = (
  head: MailHead,
): Sql => sql`, message_id = ${head.messageId}, sender_address = ${head.senderAddress},
  sender_name = ${head.senderName}, subject = ${head.subject}, preview = ${head.preview}, quoted_html = ${head.quotedHtml},
  quoted_lines = ${head.quotedLines}, quoted_open = ${head.quotedOpen},
  warnings = ${head.warnings}::text[]`

/**
 * What an address has lately written into tickets, and what we have answered it by ourselves. Mails that wait do not count: anybody can send
 * them in the name of another, whose own would then wait as well.
 */
export type SenderCounts = {
  lastHour: { messages: number; notes: number }
  answeredLastHour: number
  answeredLastDay: number
  /** The tickets into which the address has written the same text within a day, one for each time. */
  alike: number[]
}

const HOUR = 3_600_000

/** People write something as short as this again and again, such as "Ok, grazie". */
const SHORT_TEXT = 20

/** Counts the mails of an address, this one left out; `preview` is what the staff see of it. */
export const countFrom = (
  db: Db,
  { serviceCompanyId, id }: { serviceCompanyId: number; id: number },
  { address, preview }: { address: string; preview: string | null },
  now: Date,
): Promise<SenderCounts> => {
  const hour = new Date(now.getTime() - HOUR)
  const text = preview !== null && preview.length > SHORT_TEXT ? preview : null
  return db.one(sql`select json_build_object('messages', count(*) filter (where received_at > ${hour} and state = 'taken'),
        'notes', count(*) filter (where received_at > ${hour} and state = 'noted')) as "lastHour",
      (count(*) filter (where answered_at > ${hour}))::int as "answeredLastHour",
      (count(*) filter (where answered_at is not null))::int as "answeredLastDay",
      coalesce(array_agg(ticket_id) filter (where state = 'taken' and ticket_id is not null and preview = ${text}), '{}') as alike
    from received_mail where service_company_id = ${serviceCompanyId} and sender_address = ${address} and id <> ${id}
      and greatest(received_at, answered_at) > ${new Date(now.getTime() - 24 * HOUR)}`)
}

/** Takes away stored mails whose time is over, at most 500; returns the keys of their contents and whose they were. The rows stay, so that none is taken again. */
export const forgetContents = (db: Db, now: Date): Promise<{ storageKey: string; serviceCompanyId: number }[]> =>
  db.many(sql`with old as (
      select service_company_id, id, storage_key from received_mail where storage_key is not null and keep_until < ${now}
        and state <> 'waiting'
      order by keep_until limit 500 for update skip locked)
    update received_mail r set storage_key = null, removed_at = ${now}, sender_name = null, subject = null, preview = null,
      quoted_html = null, quoted_lines = null, quoted_open = false, peer = null, recipients = '{}',
      sender_address = null, state = case when r.state = 'quarantined' then 'dropped' else r.state end
    from old where ${sameCompany('r', 'old')} and r.id = old.id returning old.storage_key as "storageKey",
      old.service_company_id as "serviceCompanyId"`)

/** How many mails of the whole installation are in which state. */
export const mailCounts = (db: Db): Promise<{ waiting: number; quarantined: number }> =>
  db.one(sql`select (count(*) filter (where state = 'waiting'))::int as waiting,
    (count(*) filter (where state = 'quarantined'))::int as quarantined from received_mail where state in ('waiting', 'quarantined')`)
