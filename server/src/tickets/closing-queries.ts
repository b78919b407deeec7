import type { Scope } from '../kernel/access/scope.ts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { isOpenable } from './queries.ts'

/** The contact whose ticket it is; undefined if the ticket is gone. */
export const contactOfTicket = async (
  db: Db,
  { serviceCompanyId, ticketId }: { serviceCompanyId: number; ticketId: number },
): Promise<number | undefined> =>
  (
    await db.maybe<{ contactId: number }>(sql`select t.contact_id as "contactId" from ticket t
      where t.service_company_id = ${serviceCompanyId} and t.id = ${ticketId}`)
  )?.contactId

/** A ticket as the page of the link that closes it shows it. */
export type ClosableTicket = {
  ticketNumber: number
  title: string
  taskStatus: number
  /** The ticket in which it goes on since a merge, and whether the reader may open that one. */
  into: { id: number; ticketNumber: number; mayOpen: boolean } | null
}

const mayOpen = ({ flags, webUserId }: Scope): Sql =>
  flags.administrator ? sql`true` : sql`i.creator_web_user_id is not distinct from ${webUserId}`

/** A ticket that its reader may close; undefined if the reader may not open it. */
export const closableTicket = (db: Db, scope: Scope, ticketId: number): Promise<ClosableTicket | undefined> =>
  db.maybe(sql`select t.ticket_number as "ticketNumber", t.title, t.task_status as "taskStatus",
      (select json_build_object('id', i.id, 'ticketNumber', i.ticket_number, 'mayOpen', ${mayOpen(scope)})
        from ticket_link l
        join ticket_link o on ${sameCompany('o', 'l')} and o.link_id = l.link_id and o.ticket_id <> l.ticket_id
        join ticket i on ${sameContact('i', 'o')} and i.id = o.ticket_id
        where ${sameContact('l', 't')} and l.ticket_id = t.id and l.kind = 'mergedInto' order by l.link_id desc limit 1) as into
    from ticket t where ${isOpenable(scope)} and t.id = ${ticketId}`)
