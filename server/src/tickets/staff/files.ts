import type { FilePurpose } from '@portico/contract/sections'
import { namedInDraft, type StoredFile } from '../../files/queries.ts'
import { requireQuota } from '../../files/stored-bytes-queries.ts'
import { DRAFT_UPLOAD_LIFETIME, UPLOAD_LIFETIME } from '../../files/sweep.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameContact } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'
import type { FileRow } from '../queries.ts'
import { visibleToStaff, withinStaffPortals } from './list-queries.ts'
import { ofContact } from './queries.ts'

type ContactKeys = Omit<TicketKeys, 'ticketId'>

/** What a file of the staff is stored for; no rule of the customers' files opens one of a note. */
export type StaffFilePurpose = Extract<FilePurpose, 'ticket' | 'comment'> | 'note'

/** The URL of a file for one session of the staff; the server checks the session's cookie and the ticket each time. */
export const staffFileUrl = ({ id, name }: FileRow, { staffSessionId }: StaffScope): string =>
  `/api/staff/files/${id}/${encodeURIComponent(name)}?n=${staffSessionId}`

/** Maximum number of unused uploads of an account; without it, one account could fill the disk within an hour. */
const UPLOADS_MAX = 200

/** Counts the unused uploads of an account. */
const countStaffUploads = async (db: Db, scope: StaffScope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from file where not claimed
    and service_company_id = ${scope.serviceCompanyId} and uploader_staff_account_id = ${scope.staffAccountId}`)
  return count
}

/** Fails unless the account may make that many more uploads, and its company has room for them. */
export const requireUploadCapacity = async (
  db: Db,
  scope: StaffScope,
  { files, bytes, quota }: { files: number; bytes: number; quota: number | undefined },
): Promise<void> => {
  if ((await countStaffUploads(db, scope)) + files > UPLOADS_MAX)
    fail('too_many_requests', { retryAfter: UPLOAD_LIFETIME / 1000 })
  await requireQuota(db, scope.serviceCompanyId, { bytes, quota })
}

/** Inserts the row of a stored file that nothing uses yet; returns its id. */
export const insertStaffUpload = async (
  db: Db,
  scope: StaffScope,
  contact: ContactKeys,
  { file, storageKey, now }: { file: ReceivedFile; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name,
      media_type, inline, size, sha256, storage_key, uploader_staff_account_id, created_at)
    values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, 'note', ${file.name}, ${file.mediaType},
      ${file.inline}, ${file.size}, decode(${file.sha256}, 'hex'), ${storageKey}, ${scope.staffAccountId}, ${now})
    returning id`)
  return id
}

/** Condition that file `f` is an upload of the account that can be used: it is recent, or a draft names it. */
const isUsableUpload = (scope: StaffScope, now: Date): Sql => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return sql`not f.claimed and f.uploader_staff_account_id = ${scope.staffAccountId}
    and (f.created_at > ${ago(UPLOAD_LIFETIME)} or ${namedInDraft(ago(DRAFT_UPLOAD_LIFETIME))})`
}

const failMissingUpload = () => failAt('not_found', 'body.attachments', 'names a file that is not there')

/** `not_found` at `body.attachments` when any of these is no unused upload of the account for the contact. */
export const requireStaffUploads = async (
  db: Db,
  scope: StaffScope,
  contact: ContactKeys,
  { ids, now }: { ids: number[]; now: Date },
): Promise<void> => {
  if (ids.length === 0) return
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from file f
    where ${ofContact(contact, 'f')} and f.id = any(${ids}::bigint[]) and ${isUsableUpload(scope, now)}`)
  if (count !== ids.length) failMissingUpload()
}

/** Claims unused uploads of the account for a purpose, each once; `not_found` at `body.attachments` when any of them is not there. */
export const claimStaffUploads = async (
  db: Db,
  scope: StaffScope,
  contact: ContactKeys,
  { purpose, ids, now }: { purpose: StaffFilePurpose; ids: number[]; now: Date },
): Promise<void> => {
  if (ids.length === 0) return
  const claimed = await db.run(sql`update file f set claimed = true, purpose = ${purpose}
    where ${ofContact(contact, 'f')} and f.id = any(${ids}::bigint[]) and ${isUsableUpload(scope, now)}`)
  if (claimed !== ids.length) failMissingUpload()
}

/**
 * Finds a file that the account may open: of a ticket that it may see, of its messages or its notes, of an answer of its own that is held
 * back, or an unused upload of its own.
 */
export const staffFileOf = (db: Db, scope: StaffScope, fileId: number): Promise<StoredFile | undefined> =>
  db.maybe(sql`select f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey" from file f
    where ${withinStaffPortals(scope, 'f')} and f.id = ${fileId} and (
      (not f.claimed and f.uploader_staff_account_id = ${scope.staffAccountId})
      or exists (select from held_answer h where ${sameContact('h', 'f')} and f.id = any(h.file_ids)
        and h.staff_account_id = ${scope.staffAccountId})
      or exists (select from ticket_file tf join ticket t on ${sameContact('t', 'tf')} and t.id = tf.ticket_id
        where ${sameContact('tf', 'f')} and tf.file_id = f.id and ${visibleToStaff(scope)})
      or exists (select from internal_note_file nf
        join internal_note n on ${sameContact('n', 'nf')} and n.id = nf.note_id
        join ticket t on ${sameContact('t', 'n')} and t.id = n.ticket_id
        where ${sameContact('nf', 'f')} and nf.file_id = f.id and ${visibleToStaff(scope)}))`)
