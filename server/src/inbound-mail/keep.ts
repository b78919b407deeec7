import type { MailKeeping } from '@portico/contract/staff/mail'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'

const DAY = 24 * 3_600_000

/** How long a mail is kept before it is known where it belongs, in days. */
const UNSORTED_DAYS = 30

/** How long a company keeps whole mails. */
export const mailKeepingOf = (db: Db, serviceCompanyId: number): Promise<MailKeeping> =>
  db.one(
    sql`select mail_months as months, mail_quarantine_days as "quarantineDays" from service_company where id = ${serviceCompanyId}`,
  )

/** Until when a mail is kept that came at this time and is not sorted yet. */
export const unsortedUntil = (receivedAt: Date): Date => new Date(receivedAt.getTime() + UNSORTED_DAYS * DAY)

/**
 * Until when mail `r` of company `c` is kept: longer where it is in a ticket. `state` is the one that it has, or is about to have. A month is a
 * twelfth of 365 days.
 */
export const keptUntil = (state: Sql): Sql => sql`r.received_at + make_interval(days =>
  case when ${state} in ('taken', 'noted') then round(c.mail_months * 365 / 12.0)::int else c.mail_quarantine_days end)`

/** Says how long a company keeps whole mails, those that are there included. */
export const setKeeping = async (db: Db, serviceCompanyId: number, keeping: MailKeeping): Promise<void> => {
  await db.run(sql`update service_company set mail_months = ${keeping.months}, mail_quarantine_days = ${keeping.quarantineDays}
    where id = ${serviceCompanyId}`)
  await db.run(sql`update received_mail r set keep_until = ${keptUntil(sql`r.state`)} from service_company c
    where r.service_company_id = ${serviceCompanyId} and c.id = r.service_company_id and r.storage_key is not null
      and r.state <> 'waiting'`)
}
