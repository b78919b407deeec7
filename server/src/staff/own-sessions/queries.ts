import type { StaffSession } from '@portico/contract/staff/sessions'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'

const own = ({ serviceCompanyId, staffAccountId }: StaffScope): Sql =>
  sql`service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`

/** The live sessions of the caller's account, newest first. */
export const ownSessions = (db: Db, scope: StaffScope, now: Date): Promise<StaffSession[]> =>
  db.many(sql`select id, id = ${scope.staffSessionId} as current, instant(created_at) as "createdAt",
      instant(expires_at) as "expiresAt", address, device
    from staff_session where ${own(scope)} and expires_at > ${now} and second_factor_due is null order by created_at desc, id desc`)

/** Ends one session of the caller's account; returns how many there were. */
export const deleteOwnSession = (db: Db, scope: StaffScope, id: number): Promise<number> =>
  db.run(sql`delete from staff_session where ${own(scope)} and id = ${id}`)

/** Ends the other sessions of the caller's account; returns how many there were. */
export const deleteOtherSessions = (db: Db, scope: StaffScope): Promise<number> =>
  db.run(sql`delete from staff_session where ${own(scope)} and id <> ${scope.staffSessionId}`)
