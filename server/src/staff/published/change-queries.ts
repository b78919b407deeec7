import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { RecordedKind } from './queries.ts'

/** The record that a change is about; without a contact it belongs to a portal. */
export type RecordKeys = {
  serviceCompanyId: number
  portalId: number
  contactId: number | null
  kind: RecordedKind
  recordId: number
}

/** Writes into the history of a record what the staff have done with it; returns the entry's id. */
export const insertChange = async (
  db: Db,
  { staffUserId }: StaffScope,
  { serviceCompanyId, portalId, kind, recordId }: RecordKeys,
  { what, reason = null, detail, now }: { what: string; reason?: string | null; detail?: object; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into publication_change
      (service_company_id, portal_id, kind, record_id, staff_user_id, what, at, reason, detail)
    values (${serviceCompanyId}, ${portalId}, ${kind}, ${recordId}, ${staffUserId}, ${what}, ${now}, ${reason},
      ${detail ? JSON.stringify(detail) : null}) returning id`)
  return id
}

/** Sets when a record's file was replaced, or since when it is withdrawn. */
export const markRecord = async (
  db: Db,
  { serviceCompanyId, portalId, recordId }: RecordKeys,
  table: string,
  { column, at }: { column: 'replaced_at' | 'withdrawn_at'; at: Date | null },
): Promise<void> => {
  await db.run(sql`update ${raw(table)} set ${raw(column)} = ${at}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${recordId}`)
}

/** Tells open screens of the customer that the section's list has changed. */
export const notifyReaders = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, kind }: RecordKeys,
): Promise<void> => {
  if (contactId === null) return
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, purpose)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'document.created', ${kind})`)
}
