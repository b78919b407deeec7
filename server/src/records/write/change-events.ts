import type { LiveEvent } from '@portico/contract/events'
import { documentFlags } from '@portico/contract/sections'
import { type Db, empty, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { RecordType } from '../definition/record-type.ts'

/** Messages of the service company older than this, in milliseconds, are history: they cause no mails. */
export const NEWS_MS = 24 * 3_600_000

/** In a batch with more messages than this, old messages are imported history, and open screens are not notified of them. */
const MANY = 100

type EventColumns = { type: string; ticket: string; of: string }

const literal = (type: LiveEvent['type']) => `'${type}'`

const columnsOf = (recordType: RecordType): EventColumns => {
  if (recordType.announces === 'ticket')
    return {
      type: `case when w.is_new then ${literal('ticket.created')} else ${literal('ticket.changed')} end`,
      ticket: 'w.id',
      of: 'true',
    }
  if (recordType.announces === 'comment') return { type: literal('comment.created'), ticket: 'w.ticket_id', of: 'true' }
  if (recordType.announces === 'note') return { type: `'note.created'`, ticket: 'w.ticket_id', of: 'true' }
  if (recordType.announces === 'time')
    return { type: `'time.noted'`, ticket: 'w.ticket_id', of: 'w.ticket_id is not null' }
  return { type: literal('document.created'), ticket: 'null::bigint', of: 'w.is_new' }
}

/** What only the staff see of a ticket, and the column with its time. */
const staffDates: Partial<Record<string, string>> = { note: 'created_on', time: 'worked_on' }

/** The column with the time of a message, a note, or noted time. */
const dateColumn = ({ announces, message }: RecordType): string | undefined =>
  staffDates[announces ?? ''] ?? message?.date

/** The columns of `written` that {@link eventInsert} reads. */
export const eventColumns = (recordType: RecordType): string[] => {
  const { announces } = recordType
  const date = dateColumn(recordType)
  const isOfTicket = announces === 'comment' || (announces ?? '') in staffDates
  return [...(isOfTicket ? ['ticket_id'] : []), ...(date ? [date] : [])]
}

/**
 * SQL that notifies open screens of what was written, as part of the statement whose rows are `written`: one event per ticket and per
 * section of a contact. In a batch of many messages, new messages older than `since` cause no event.
 */
export const eventInsert = (recordType: RecordType, count: number, since: Date | undefined): Sql => {
  const { announces } = recordType
  const date = dateColumn(recordType)
  if (!announces || !since) return empty
  const { type, ticket, of } = columnsOf(recordType)
  const purpose = announces in documentFlags ? `'${announces}'` : 'null'
  const news = date && count > MANY ? sql`and not (w.is_new and ${raw(`w.${date}`)} < ${since})` : empty
  return sql`, events as (
    insert into event (service_company_id, portal_id, contact_id, type, ticket_id, purpose, staff_only)
    select distinct w.service_company_id, w.portal_id, w.contact_id, ${raw(type)}, ${raw(ticket)} as ticket, ${raw(purpose)},
      ${raw(String(announces in staffDates))}
    from written w where ${raw(of)} ${news} order by ticket)`
}

/**
 * Notifies open screens of the staff of tickets that are about to be removed, or whose messages or notes are, and customers of documents that
 * leave their lists; `rows` selects them.
 */
export const announceRemoval = async (db: Db, { announces }: RecordType, rows: Sql): Promise<void> => {
  if (announces === 'ticket')
    await db.run(sql`insert into event (service_company_id, portal_id, type, staff_only, detail)
      select service_company_id, portal_id, 'ticket.removed', true,
        jsonb_build_object('ticketId', id, 'groupId', staff_group_id, 'assigneeId', staff_user_id) ${rows}`)
  // Screens know one event of a list, upon which they read it anew.
  else if (announces !== undefined && announces in documentFlags)
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, purpose)
      select distinct service_company_id, portal_id, contact_id, ${'document.created' satisfies LiveEvent['type']}, ${announces} ${rows}`)
  if (announces === 'comment' || (announces ?? '') in staffDates)
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, staff_only, ticket_id)
      select distinct service_company_id, portal_id, contact_id, 'ticket.changed', true, ticket_id ${rows} and ticket_id is not null`)
}
