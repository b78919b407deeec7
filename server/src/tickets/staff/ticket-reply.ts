import type { StaffTicket } from '@portico/contract/staff/tickets'
import type { FastifyReply } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { replaceImageUrls } from '../../kernel/html/html.ts'
import { cleanHtmlInWorker } from '../../kernel/html/html-task.ts'
import type { App } from '../../kernel/http/route.ts'
import type { StaffTicketSource } from '../names/staff-name-queries.ts'
import type { FileRow } from '../queries.ts'
import { staffFileUrl } from './files.ts'
import { type StaffTicketRow, staffTicketOf } from './ticket-queries.ts'

/** A message with the URLs of its files, also where its HTML shows them. */
export const withFileUrls = <Row extends { message: string; attachments: FileRow[] }>(row: Row, scope: StaffScope) => {
  const attachments = row.attachments.map(file => ({ ...file, url: staffFileUrl(file, scope) }))
  const message = replaceImageUrls(row.message, id => attachments.find(file => file.id === id)?.url)
  return { ...row, message, attachments }
}

/** A ticket as the staff get it. */
const toTicketReply = (row: StaffTicketRow, scope: StaffScope): StaffTicket => {
  const described = withFileUrls({ message: row.description, attachments: row.attachments }, scope)
  return {
    ...row,
    description: described.message,
    attachments: described.attachments,
    comments: row.comments.map(comment => withFileUrls(comment, scope)),
    notes: row.notes.map(note => withFileUrls(note, scope)),
    heldAnswers: row.heldAnswers.map(answer => withFileUrls(answer, scope)),
    drafts: row.drafts.map(draft => withFileUrls(draft, scope)),
  }
}

/**
 * Reads a ticket as the staff get it, with its `ETag`; `not_found` if the account may not see it. With `isWritten` it answers the call that
 * has just written the ticket, also where this took it out of the account's reach.
 */
export const replyWithTicket = async (
  source: StaffTicketSource,
  scope: StaffScope,
  ticketId: number,
  { reply, ...reading }: { now: Date; isWritten?: boolean; reply: FastifyReply },
): Promise<StaffTicket> => {
  const row = (await staffTicketOf(source, scope, ticketId, reading)) ?? fail('not_found')
  reply.header('etag', `"${row.etag}"`)
  return toTicketReply(row, scope)
}

/** Cleans what a member of the staff has written, in a worker where it is long; call it before a transaction begins. */
export const cleanStaffHtml = (
  { deps: { workers, publicUrl } }: App,
  { serviceCompanyId }: StaffScope,
  html: string,
  attachmentIds: number[] | undefined,
): Promise<string> =>
  cleanHtmlInWorker(
    workers,
    html,
    { attachmentIds: new Set(attachmentIds ?? []), ...(publicUrl && { publicUrl }) },
    { serviceCompanyId },
  )
