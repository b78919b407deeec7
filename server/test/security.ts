import { type Db, sql } from '../src/kernel/database/db.ts'
import { openSecurityLog, type SecurityLog } from '../src/kernel/security/security-log.ts'

/** A security log by a clock of one's own, which tells nobody else. */
export const securityLogOn = (database: Db, clock = (): Date => new Date()): SecurityLog =>
  openSecurityLog({ database, clock, log: () => undefined })

/** A row of the security log in short. */
export type Logged = {
  what: string
  result: string
  reason: string | null
  company: number | null
  portal: number | null
  user: number | null
  key: number | null
  address: string | null
  count: number
}

/** All of the security log, oldest first. */
export const securityRows = (database: Db): Promise<Logged[]> =>
  database.many(sql`select what, result, reason, service_company_id as company, portal_id as portal, web_user_id as "user",
    api_key_id as key, address, count from security_event order by id`)
