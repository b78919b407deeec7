import { type StaffDraftMode, staffDraftsMax } from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, empty, type Sql, sql } from '../../kernel/database/db.ts'
import { ofContact } from './queries.ts'
import { type DraftRow, draftColumns } from './ticket-queries.ts'

/** What a draft holds; `cc` as typed. */
export type DraftText = { message: string; cc: string | null; fileIds: number[] }

type Written = DraftText & { now: Date }

const insertion = (scope: StaffScope, ticket: TicketKeys, mode: StaffDraftMode, draft: Written): Sql => sql`
  insert into staff_draft as d
    (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, mode, message, cc_list, file_ids, changed_at)
  values (${ticket.serviceCompanyId}, ${ticket.portalId}, ${ticket.contactId}, ${ticket.ticketId}, ${scope.staffAccountId},
    ${mode}, ${draft.message}, ${draft.cc}, ${draft.fileIds}::bigint[], ${draft.now})
  on conflict (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, mode)`

/** Removes the oldest drafts of the account beyond the number that is kept. */
const dropOldDrafts = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope) =>
  db.run(sql`delete from staff_draft d where d.service_company_id = ${serviceCompanyId} and d.staff_account_id = ${staffAccountId}
    and d.changed_at < (select o.changed_at from staff_draft o where o.service_company_id = ${serviceCompanyId}
      and o.staff_account_id = ${staffAccountId} order by o.changed_at desc offset ${staffDraftsMax - 1} limit 1)`)

/** Writes the account's draft of a mode on a ticket, in place of the one that is there. */
export const writeDraft = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  { mode, ...draft }: Written & { mode: StaffDraftMode },
): Promise<void> => {
  await db.run(sql`${insertion(scope, ticket, mode, draft)} do update set message = excluded.message,
    cc_list = excluded.cc_list, file_ids = excluded.file_ids, changed_at = excluded.changed_at`)
  await dropOldDrafts(db, scope)
}

/** Makes an answer that was taken back the draft again. What has been written meanwhile stays behind it. */
export const restoreDraft = async (db: Db, scope: StaffScope, ticket: TicketKeys, draft: Written): Promise<void> => {
  await db.run(sql`${insertion(scope, ticket, 'answer', draft)} do update set message = excluded.message || d.message,
    cc_list = coalesce(excluded.cc_list, d.cc_list), changed_at = excluded.changed_at,
    file_ids = excluded.file_ids || array(select id from unnest(d.file_ids) with ordinality as x (id, position)
      where id <> all(excluded.file_ids) order by position)`)
  await dropOldDrafts(db, scope)
}

/** The account's draft of a mode, which is there. */
export const draftOf = (db: Db, scope: StaffScope, ticket: TicketKeys, mode: StaffDraftMode): Promise<DraftRow> =>
  db.one(sql`${draftColumns} where ${ofContact(ticket, 'd')} and d.ticket_id = ${ticket.ticketId}
    and d.staff_account_id = ${scope.staffAccountId} and d.mode = ${mode}`)

/** Removes the account's draft of a mode, or both. */
export const deleteDrafts = (db: Db, scope: StaffScope, ticket: TicketKeys, mode: StaffDraftMode | undefined) =>
  db.run(sql`delete from staff_draft d where ${ofContact(ticket, 'd')} and d.ticket_id = ${ticket.ticketId}
    and d.staff_account_id = ${scope.staffAccountId} ${mode === undefined ? empty : sql`and d.mode = ${mode}`}`)
