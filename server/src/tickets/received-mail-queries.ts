import type { Scope } from '../kernel/access/scope.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { raw, type Sql, sql } from '../kernel/database/db.ts'

/** Condition for the mails `r` that the account may see: those of its portals, and those of no portal if it works for all. */
export const visibleMail = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`r.service_company_id = ${serviceCompanyId}
    and (${portalIds}::bigint[] is null or r.portal_id = any(${portalIds}::bigint[]))`

/** Condition for the mails `r` that wait for the staff. What a program has answered is a note, and nobody has to decide on it. */
export const waitsForStaff: Sql = sql`r.state in ('quarantined', 'noted') and r.settled_by is null
  and (r.state = 'quarantined' or r.reason = 'other_sender')`

/** A mail `r` as a `TicketMail`. */
export const mailObject: Sql = sql`json_build_object('id', r.id, 'from', r.sender_address, 'hasQuoted', r.quoted_html is not null,
  'quotedLines', coalesce(r.quoted_lines, 0), 'opensQuoted', r.quoted_open,
  'isKept', r.storage_key is not null, 'state', case when r.state = 'taken' and r.note_id is not null then 'accepted'
    when r.state = 'taken' then 'taken' when ${waitsForStaff} then 'waits' else 'left' end)`

/** Condition for the mails `r` that are shown with what they have written. Delivery reports (reason `bounce`) are not. */
export const isShownMail: Sql = raw(`r.state in ('taken', 'noted') and r.reason is distinct from 'bounce'`)

/** The mail `r` by which a row of `alias` was written, as a `TicketMail`; null: none. */
export const mailWhere = (where: Sql, alias: string): Sql =>
  sql`(select ${mailObject} from received_mail r where ${sameCompany('r', alias)} and ${where} and ${isShownMail} limit 1)`

/** The id of the mail by which message `alias` was written; a message that a merge has copied names the first one as its `origin`. */
export const mailOfComment = (alias: string): Sql => {
  const k = raw(alias)
  return sql`case when ${k}.origin like 'ticket %'
    then (select q.id from received_mail q where ${sameCompany('q', alias)} and q.ticket_id = substr(${k}.origin, 8)::bigint
      and q.comment_id is null and q.note_id is null and q.state = 'taken' limit 1)
    else (select q.id from received_mail q where ${sameCompany('q', alias)} and q.comment_id
      = case when ${k}.origin like 'comment %' then substr(${k}.origin, 9)::bigint else ${k}.id end limit 1) end`
}

/** Condition that the reader has sent the mail `r` and that something of it is quoted: the only customer whom it is shown to. */
export const isQuotedByReader = (scope: Scope): Sql => sql`r.service_company_id = ${scope.serviceCompanyId}
  and r.state = 'taken' and r.quoted_html is not null and r.sender_address
    = (select lower(u.email) from web_user u where u.service_company_id = ${scope.serviceCompanyId} and u.id = ${scope.webUserId})`

/** The mark of the address of web user `alias` to which mails do not arrive; null: they do. */
export const bouncedMark = (alias: string): Sql =>
  sql`(select json_build_object('id', a.id, 'bouncedOn', instant(a.bounced_at), 'diagnostic', coalesce(a.diagnostic, ''))
    from mail_address a where ${sameCompany('a', alias)} and a.address = lower(${raw(alias)}.email) and a.bounced_at is not null)`
