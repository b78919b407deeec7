import type { MailKeeping } from '@portico/contract/staff/mail'
import { type Db, sql } from '../kernel/database/db.ts'

const DAY = 24 * 3_600_000
const MONTH_DAYS = 365 / 12

/** How long a mail is kept before it is known where it belongs, in days. */
export const unsortedDays = 30

/** How long a company keeps whole mails, in days: those that are in tickets, and the others. */
export type KeepDays = { settled: number; quarantined: number }

/** How long a company keeps whole mails. */
export const mailKeepingOf = (db: Db, serviceCompanyId: number): Promise<MailKeeping> =>
  db.one(
    sql`select mail_months as months, mail_quarantine_days as "quarantineDays" from service_company where id = ${serviceCompanyId}`,
  )

const daysOf = ({ months, quarantineDays }: MailKeeping): KeepDays => ({
  settled: Math.round(months * MONTH_DAYS),
  quarantined: quarantineDays,
})

/** See {@link KeepDays}. */
export const keepDaysOf = async (db: Db, serviceCompanyId: number): Promise<KeepDays> =>
  daysOf(await mailKeepingOf(db, serviceCompanyId))

/** Until when a mail of these days is kept. */
export const keepUntil = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY)

/** Says how long a company keeps whole mails, those that are there included. */
export const setKeeping = async (db: Db, serviceCompanyId: number, keeping: MailKeeping): Promise<void> => {
  const { settled, quarantined } = daysOf(keeping)
  await db.run(sql`update service_company set mail_months = ${keeping.months}, mail_quarantine_days = ${keeping.quarantineDays}
    where id = ${serviceCompanyId}`)
  await db.run(sql`update received_mail set keep_until = received_at
      + make_interval(days => case when state in ('taken', 'noted') then ${settled}::int else ${quarantined}::int end)
    where service_company_id = ${serviceCompanyId} and storage_key is not null and state <> 'waiting'`)
}
