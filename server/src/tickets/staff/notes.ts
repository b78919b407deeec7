import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { searchWords } from '../../kernel/database/search-words.ts'
import { htmlToText } from '../../kernel/html/html.ts'
import { recordStaffEvent } from './messages.ts'
import { type NoteRow, noteColumns, ofContact } from './queries.ts'

/** Writes a note of the staff with its claimed files; returns its id. */
export const insertNote = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  { message, fileIds, now }: { message: string; fileIds: number[]; now: Date },
): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const { id } = await db.one<{
    id: number
  }>(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id,
      staff_user_id, message, created_on, words)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${scope.staffUserId}, ${message}, ${now},
      array_to_tsvector(${searchWords(contactId, htmlToText(message))}::text[])) returning id`)
  if (fileIds.length > 0)
    await db.run(sql`insert into internal_note_file (service_company_id, portal_id, contact_id, note_id, file_id, position)
      select ${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, f.id, f.position
      from unnest(${fileIds}::bigint[]) with ordinality as f (id, position)`)
  await recordStaffEvent(db, ticket, { type: 'note.created', forStaff: true }, now)
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  await recordStaffAct(db, actor, { type: 'staff.note.created', ticketId, internalNoteId: id }, now)
  return id
}

export const noteOf = (db: Db, ticket: TicketKeys, id: number): Promise<NoteRow> =>
  db.one(sql`${noteColumns} where ${ofContact(ticket, 'n')} and n.id = ${id}`)
