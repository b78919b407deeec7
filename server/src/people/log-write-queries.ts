import type { ContactLogged, VisitedContact } from '../kernel/access/contact-log.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

type WithoutOrigin<Entry> = Entry extends unknown ? Omit<Entry, 'origin'> : never

/** An entry with its time, and the beginning of the period in which a repeat is the same entry. */
export type NotedEntry = WithoutOrigin<ContactLogged> & {
  at: string
  period: string
  address: string | null
  device: string | null
}

/** See {@link VisitedContact}. */
export type NotedSession = VisitedContact

/**
 * Writes entries. Files that are not the customer's, as those of the staff's notes, drafts and answers that are held back, are passed over,
 * and so is what belongs to a contact that is gone.
 */
export const writeEntries = async (db: Db, entries: readonly NotedEntry[]): Promise<void> => {
  await db.run(sql`insert into contact_log (service_company_id, portal_id, contact_id, at, period, what, membership_id, web_user_id,
      staff_user_id, session_id, file_key, file_name, address, device)
    select c.service_company_id, c.portal_id, c.id, x.at, x.period, x.what, x."membershipId", x."webUserId", x."staffUserId",
      x."sessionId", case when f.id is not null then 'file ' || f.id when pf.id is not null then 'publicFile ' || pf.id end,
      coalesce(f.name, pf.file_name), x.address, left(x.device, 300)
    from json_to_recordset(${JSON.stringify(entries)}::json) as x ("serviceCompanyId" bigint, "portalId" bigint, "contactId" bigint,
      at timestamptz, period timestamptz, what text, "membershipId" bigint, "webUserId" bigint, "staffUserId" bigint, "sessionId" bigint,
      "storageKey" text, address text, device text)
    left join file f on f.service_company_id = x."serviceCompanyId" and f.storage_key = x."storageKey" and f.purpose <> 'note'
      and (f.claimed or f.uploader_staff_account_id is null)
      and not exists (select from held_answer h where ${sameContact('h', 'f')} and f.id = any(h.file_ids))
    left join public_file pf on pf.service_company_id = x."serviceCompanyId" and pf.portal_id = x."portalId"
      and pf.storage_key = x."storageKey"
    join contact c on c.service_company_id = x."serviceCompanyId" and c.portal_id = coalesce(f.portal_id, x."portalId")
      and c.id = coalesce(f.contact_id, x."contactId")
    where x.what <> 'fileOpened' or f.id is not null or pf.id is not null
    on conflict do nothing`)
}

/** Writes the sign-ins of sessions that have reached a contact, once for each. */
export const writeSignIns = async (db: Db, sessions: readonly NotedSession[]): Promise<void> => {
  await db.run(sql`insert into contact_log (service_company_id, portal_id, contact_id, at, period, what, membership_id, web_user_id,
      session_id, method, second_factor, address, device)
    select c.service_company_id, c.portal_id, c.id, s.created_at, s.created_at, 'signIn', x."membershipId", x."webUserId", s.id,
      s.method, s.second_factor, s.address, s.device
    from json_to_recordset(${JSON.stringify(sessions)}::json) as x ("serviceCompanyId" bigint, "portalId" bigint, "contactId" bigint,
      "membershipId" bigint, "webUserId" bigint, "sessionId" bigint)
    join session s on s.id = x."sessionId" and s.service_company_id = x."serviceCompanyId" and s.web_user_id = x."webUserId"
    join contact c on c.service_company_id = x."serviceCompanyId" and c.portal_id = x."portalId" and c.id = x."contactId"
    on conflict do nothing`)
}
