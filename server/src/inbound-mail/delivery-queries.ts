import { sameCompany } from '../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** Marks an address to which mails do not arrive; whether it was not marked before. */
export const markBounced = async (
  db: Db,
  serviceCompanyId: number,
  id: number,
  { diagnostic, now }: { diagnostic: string; now: Date },
): Promise<{ address: string; isNew: boolean } | undefined> =>
  db.maybe(sql`with before as (
      select a.service_company_id, a.id, a.bounced_at from mail_address a
      where a.service_company_id = ${serviceCompanyId} and a.id = ${id} for update)
    update mail_address a set bounced_at = coalesce(a.bounced_at, ${now}), diagnostic = ${diagnostic} from before b
      where ${sameCompany('a', 'b')} and a.id = b.id
      returning a.address, b.bounced_at is null as "isNew"`)

/** Writes a note of nobody: what came by mail and is not its reader's word. */
export const insertMailNote = async (
  db: Db,
  at: TicketKeys,
  { message, words, now }: { message: string; words: string[]; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id, message,
      created_on, words)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${at.ticketId}, ${message}, ${now},
      array_to_tsvector(${words}::text[])) returning id`)
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, staff_only, created_at)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, 'note.created', ${at.ticketId}, true, ${now})`)
  return id
}

export const attachToNote = (db: Db, at: TicketKeys, noteId: number, fileIds: number[]): Promise<number> =>
  db.run(sql`insert into internal_note_file (service_company_id, portal_id, contact_id, note_id, file_id, position)
    select ${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${noteId}, f.id, f.position
    from unnest(${fileIds}::bigint[]) with ordinality as f (id, position)`)

/** Writes a message of somebody in copy, who has no account; returns its id. */
export const insertCopyComment = async (
  db: Db,
  at: TicketKeys,
  comment: { message: string; words: string[]; address: string; name: string | null; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into comment (service_company_id, portal_id, contact_id, ticket_id, message,
      sender_address, sender_name, creation_date, words)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${at.ticketId}, ${comment.message}, ${comment.address},
      ${comment.name}, ${comment.now}, array_to_tsvector(${comment.words}::text[])) returning id`)
  return id
}

/** The files of a mail that were stored before the transaction. */
export const insertMailFile = async (
  db: Db,
  at: Omit<TicketKeys, 'ticketId'>,
  file: {
    purpose: string
    name: string
    mediaType: string
    inline: boolean
    size: number
    sha256: string
    storageKey: string
    uploaderWebUserId: number | null
    uploaderStaffAccountId: number | null
    isClaimed: boolean
    now: Date
  },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name, media_type,
      inline, size, sha256, storage_key, uploader_web_user_id, uploader_staff_account_id, claimed, created_at)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${file.purpose}, ${file.name}, ${file.mediaType}, ${file.inline},
      ${file.size}, decode(${file.sha256}, 'hex'), ${file.storageKey}, ${file.uploaderWebUserId}, ${file.uploaderStaffAccountId},
      ${file.isClaimed}, ${file.now}) returning id`)
  return id
}
