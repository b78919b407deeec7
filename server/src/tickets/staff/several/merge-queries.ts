import { sameContact } from '../../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../../kernel/access/ticket-keys.ts'
import { type Db, raw, type Sql, sql } from '../../../kernel/database/db.ts'
import { ofContact } from '../queries.ts'

/**
 * Copies description, messages and the links to their files into another ticket of the contact, with their writers and times. Lines that
 * only closed or reopened the ticket stay behind, and what the other ticket has already, by its `origin`, is not copied again.
 */
export const copyConversation = async (
  db: Db,
  ticket: TicketKeys,
  into: TicketKeys,
): Promise<{ messages: number; files: number }> =>
  db.one(sql`with source as (
      select 'ticket ' || t.id as origin, null::bigint as comment_id, '<p><strong>#' || t.ticket_number || ' '
          || replace(replace(replace(t.title, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</strong></p>' || t.description as message,
        t.creator_web_user_id as sender_web_user_id, null as sender_address, null as sender_name, null::bigint as staff_user_id,
        null as recipient, null as cc_list, t.created_on as creation_date, t.words
      from ticket t where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId}
      union all
      select coalesce(k.origin, 'comment ' || k.id), k.id, k.message, k.sender_web_user_id, k.sender_address, k.sender_name, k.staff_user_id,
        k.recipient, k.cc_list, k.creation_date, k.words
      from comment k where ${ofContact(ticket, 'k')} and k.ticket_id = ${ticket.ticketId} and k.origin is distinct from 'merge'
        and (k.message <> '' or exists (select from ticket_file f where ${ofContact(ticket, 'f')} and f.ticket_id = k.ticket_id
          and f.comment_id = k.id))),
    fresh as (
      select s.* from source s where s.origin <> ${`ticket ${into.ticketId}`} and not exists (
        select from comment o where ${ofContact(into, 'o')} and o.ticket_id = ${into.ticketId}
          and coalesce(o.origin, 'comment ' || o.id) = s.origin)),
    copied as (
      insert into comment (service_company_id, portal_id, contact_id, ticket_id, message, sender_web_user_id, sender_address, sender_name,
        staff_user_id, recipient, cc_list, creation_date, words, origin)
      select ${into.serviceCompanyId}, ${into.portalId}, ${into.contactId}, ${into.ticketId}, message, sender_web_user_id, sender_address,
        sender_name, staff_user_id, recipient, cc_list, creation_date, words, origin
      from fresh order by creation_date, comment_id nulls first
      returning id, origin),
    linked as (
      insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
      select ${into.serviceCompanyId}, ${into.portalId}, ${into.contactId}, ${into.ticketId}, c.id, f.file_id, f.position
      from fresh join copied c using (origin)
      join ticket_file f on ${ofContact(ticket, 'f')} and f.ticket_id = ${ticket.ticketId}
        and f.comment_id is not distinct from fresh.comment_id
      on conflict do nothing returning file_id)
    select (select count(*)::int from copied) as messages, (select count(*)::int from linked) as files`)

/** Moves the notes of a ticket to another one of the contact; returns how many. */
export const moveNotes = (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<number> =>
  db.run(sql`update internal_note n set ticket_id = ${into.ticketId}
    where ${ofContact(ticket, 'n')} and n.ticket_id = ${ticket.ticketId}`)

/** Moves the noted time of a ticket to another one of the contact, so that nothing counts twice; returns the minutes. */
export const moveTime = async (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<number> => {
  const { minutes } = await db.one<{ minutes: number }>(sql`with moved as (
      update ticket_time h set ticket_id = ${into.ticketId}
      where ${ofContact(ticket, 'h')} and h.ticket_id = ${ticket.ticketId} returning h.minutes)
    select coalesce(sum(minutes), 0)::int as minutes from moved`)
  return minutes
}

/** Moves the answers that crossed a message, which wait for their writers, to another ticket of the contact. */
export const moveCrossedAnswers = (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<number> =>
  db.run(sql`update held_answer h set ticket_id = ${into.ticketId}
    where ${ofContact(ticket, 'h')} and h.ticket_id = ${ticket.ticketId} and h.crossed`)

/**
 * Who has read what before a merge. `customers` and `accounts` have read both tickets to their ends; `behind` are accounts that have read
 * the one that stays, but not all of the other.
 */
export type Readers = { customers: number[]; accounts: number[]; behind: number[] }

/** Whether a ticket has a message of a kind behind a place of its conversation. */
const hasBehind = (ticket: TicketKeys, place: Sql, kind: Sql): Sql =>
  sql`exists (select from comment k where ${ofContact(ticket, 'k')} and k.ticket_id = ${ticket.ticketId}
    and (k.creation_date, k.id) > ${place} and ${kind})`

const ofOthers = sql`k.sender_web_user_id is distinct from m.web_user_id and k.event is distinct from 'reopened'`
const ofCustomers = sql`(k.sender_web_user_id is not null or k.sender_address is not null)`
const placeIn = (alias: string): Sql => sql`(${raw(alias)}.read_to, ${raw(alias)}.comment_id)`

/** Finds who has read two tickets that are about to be merged. */
export const readersOf = (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<Readers> =>
  db.one(sql`select
    array(select m.web_user_id from ticket_read a
      join membership m on ${sameContact('m', 'a')} and m.web_user_id = a.web_user_id
      left join ticket_read b on ${sameContact('b', 'a')} and b.web_user_id = a.web_user_id and b.ticket_id = ${into.ticketId}
      where ${ofContact(ticket, 'a')} and a.ticket_id = ${ticket.ticketId} and not ${hasBehind(ticket, placeIn('a'), ofOthers)}
        and not ${hasBehind(into, sql`(coalesce(b.read_to, m.unread_since), coalesce(b.comment_id, 0))`, ofOthers)}) as customers,
    ${accounts(ticket, into, sql`a.staff_account_id is not null and not ${hasBehind(ticket, placeIn('a'), ofCustomers)}`)} as accounts,
    ${accounts(ticket, into, sql`(a.staff_account_id is null or ${hasBehind(ticket, placeIn('a'), ofCustomers)})`)} as behind`)

/** The accounts that have read the ticket that stays, and of the other one (`a`) what is said. */
const accounts = (ticket: TicketKeys, into: TicketKeys, other: Sql): Sql =>
  sql`array(select b.staff_account_id from staff_ticket_read b
    left join staff_ticket_read a on ${sameContact('a', 'b')} and a.staff_account_id = b.staff_account_id
      and a.ticket_id = ${ticket.ticketId}
    where ${ofContact(into, 'b')} and b.ticket_id = ${into.ticketId} and not ${hasBehind(into, placeIn('b'), ofCustomers)} and ${other})`

/**
 * Whoever had read both tickets has read what the merge has written into one; for accounts that had not, it is unread again, because what
 * they have not seen now stands before messages that they have.
 */
export const keepReadMarks = async (db: Db, into: TicketKeys, readers: Readers): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = into
  const mark = (table: string, person: string, ids: number[]) =>
    db.run(sql`insert into ${raw(table)} as r (service_company_id, portal_id, contact_id, ticket_id, ${raw(person)}, read_to, comment_id)
      select ${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, x.id, k.creation_date, k.id
      from unnest(${ids}::bigint[]) as x (id) cross join (
        select k.creation_date, k.id from comment k where ${ofContact(into, 'k')} and k.ticket_id = ${ticketId}
        order by k.creation_date desc, k.id desc limit 1) k
      on conflict (service_company_id, portal_id, contact_id, ticket_id, ${raw(person)})
        do update set read_to = excluded.read_to, comment_id = excluded.comment_id
        where (excluded.read_to, excluded.comment_id) > (r.read_to, r.comment_id)`)
  if (readers.customers.length > 0) await mark('ticket_read', 'web_user_id', readers.customers)
  if (readers.accounts.length > 0) await mark('staff_ticket_read', 'staff_account_id', readers.accounts)
  if (readers.behind.length > 0)
    await db.run(sql`delete from staff_ticket_read r where ${ofContact(into, 'r')} and r.ticket_id = ${ticketId}
      and r.staff_account_id = any(${readers.behind}::bigint[])`)
}
