import type { StaffRole } from '@portico/contract/staff-roles'
import { deletePasskeys } from '../auth/passkeys/passkey-queries.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { emailKey, insertAccount, type StaffAccount, setGroups, setPortals } from './account-queries.ts'

/** What an account may do. `portalIds` null: all portals, also those to come. */
export type Rights = {
  role: StaffRole
  portalIds: readonly number[] | null
  groupIds: readonly number[]
  isInstallationOperator: boolean
}

/** Changes what is given of the rights of an account. The next request of its sessions has them. */
export const changeRights = async (
  db: Db,
  account: StaffAccount,
  { role, isInstallationOperator, portalIds, groupIds }: Partial<Rights>,
): Promise<void> => {
  await db.run(sql`update staff_account set role = coalesce(${role ?? null}, role),
      is_installation_operator = coalesce(${isInstallationOperator ?? null}, is_installation_operator)
    where service_company_id = ${account.serviceCompanyId} and id = ${account.staffAccountId}`)
  if (portalIds !== undefined) await setPortals(db, account, portalIds)
  if (groupIds !== undefined) await setGroups(db, account, groupIds)
}

/** Ends an account with its sessions and links. Its history stays; it can be restored. */
export const endAccount = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  now: Date,
): Promise<number> => {
  const ofAccount = sql`service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`
  // The account first: a sign-in of this moment holds it, and its session is then seen.
  const ended = await db.run(sql`update staff_account set ended_at = ${now}, reply_version = reply_version + 1
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId} and ended_at is null`)
  await db.run(sql`delete from staff_session where ${ofAccount}`)
  await db.run(sql`update staff_link set used_at = ${now} where used_at is null and ${ofAccount}`)
  return ended
}

/** Revokes the addresses that an account answers mails about tickets at. */
export const revokeReplies = (db: Db, { serviceCompanyId, staffAccountId }: StaffAccount): Promise<number> =>
  db.run(sql`update staff_account set reply_version = reply_version + 1
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`)

/** Makes an ended account live again, without the password and the passkeys that it had. */
export const restoreAccount = async (db: Db, account: StaffAccount): Promise<number> => {
  const { serviceCompanyId, staffAccountId } = account
  const restored = await db.run(sql`update staff_account set ended_at = null, password_hash = null
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId} and ended_at is not null`)
  if (restored > 0) await deletePasskeys(db, { kind: 'staff', serviceCompanyId, holderId: staffAccountId })
  return restored
}

/** The account of a sign-in address in a company, ended or not. */
export const findAccount = (db: Db, serviceCompanyId: number, email: string): Promise<StaffAccount | undefined> =>
  db.maybe(sql`select service_company_id as "serviceCompanyId", id as "staffAccountId" from staff_account
    where service_company_id = ${serviceCompanyId} and email_key = ${emailKey(email)}`)

/**
 * Makes an account for a staff user, or restores that of the address with the rights that are given. Undefined if the staff user has an
 * account under another address.
 */
export const openAccount = async (
  db: Db,
  to: { serviceCompanyId: number; email: string; findStaffUser: () => Promise<number> },
  rights: Partial<Rights>,
  now: Date,
): Promise<{ account: StaffAccount; isNew: boolean } | undefined> => {
  const { serviceCompanyId, email, findStaffUser } = to
  const existing = await findAccount(db, serviceCompanyId, email)
  if (existing) {
    await restoreAccount(db, existing)
    await changeRights(db, existing, rights)
    return { account: existing, isNew: false }
  }
  const { role = 'technician', portalIds = null, groupIds = [], isInstallationOperator = false } = rights
  const staffUserId = await findStaffUser()
  const made = { serviceCompanyId, staffUserId, email, role, portalIds, groupIds, isInstallationOperator }
  const account = await insertAccount(db, made, now)
  return account && { account, isNew: true }
}
