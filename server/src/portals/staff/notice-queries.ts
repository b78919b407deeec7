import { type Db, sql } from '../../kernel/database/db.ts'
import type { AllowedPortal } from '../allowed-queries.ts'

/** A group with its mailbox, if it has one. */
export type GroupMailbox = { id: number; name: string; email: string | null }

/** The groups of a portal's company. */
export const groupMailboxesOf = (db: Db, { serviceCompanyId }: AllowedPortal): Promise<GroupMailbox[]> =>
  db.many(sql`select id, name, email from staff_group where service_company_id = ${serviceCompanyId}`)

/** The address of a portal's support. */
export const supportEmailOf = async (db: Db, { serviceCompanyId, portalId }: AllowedPortal): Promise<string | null> =>
  (
    await db.one<{ address: string | null }>(sql`select support_email as address from portal
      where service_company_id = ${serviceCompanyId} and id = ${portalId}`)
  ).address
