import { mailAddress } from '@portico/contract/shapes'
import type { StaffAccount as AnsweredAccount } from '@portico/contract/staff/accounts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, isUniqueViolation, sql, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { findAdministrators, findReferences, findVisibleAccount, isStillAdministrator } from './account-list-queries.ts'
import { emailKey, insertAccount, type StaffAccount, staffUserFor } from './account-queries.ts'
import { changeRights, endAccount, type Rights, restoreAccount } from './accounts.ts'
import { endLinks } from './link-queries.ts'
import { requireNames } from './required-names.ts'

/**
 * Runs a change of accounts, one at a time in a company. Fails with `forbidden` if the caller is no longer an administrator, and with
 * `conflict` if the change would leave the company without one, or without one of all portals.
 */
export const changeAccounts = <T>(db: Db, scope: StaffScope, work: (db: Db) => Promise<T>): Promise<T> =>
  tx(
    db,
    async db => {
      if (!(await isStillAdministrator(db, scope))) fail('forbidden')
      const before = await findAdministrators(db, scope)
      const result = await work(db)
      const after = await findAdministrators(db, scope)
      if ((before.any && !after.any) || (before.ofAllPortals && !after.ofAllPortals))
        fail('conflict', { detail: 'The company would be left without an administrator of all portals.' })
      return result
    },
    { lock: `staff accounts ${scope.serviceCompanyId}` },
  )

/** The account, if the caller may see it and may change it: that of an operator of the installation only another operator may. */
export const requireAccount = async (
  db: Db,
  scope: StaffScope,
  id: number,
  now: Date,
): Promise<AnsweredAccount & StaffAccount> => {
  const account = (await findVisibleAccount(db, scope, id, now)) ?? fail('not_found')
  if (account.isInstallationOperator && !scope.isInstallationOperator)
    fail('forbidden', { detail: 'Only an operator of the installation changes the account of another.' })
  return { ...account, serviceCompanyId: scope.serviceCompanyId, staffAccountId: id }
}

/** Fails if the caller may not give these rights. */
const requireRights = async (
  db: Db,
  scope: StaffScope,
  { portalIds, groupIds = [], isInstallationOperator }: Partial<Rights>,
): Promise<void> => {
  if (isInstallationOperator !== undefined && !scope.isInstallationOperator)
    fail('forbidden', { detail: 'Only an operator of the installation makes another.' })
  if (portalIds === null && scope.portalIds !== null)
    failAt('not_found', 'body.portalIds', 'names portals that the caller does not work for')
  const found = await findReferences(db, scope, { portalIds: portalIds ?? [], groupIds })
  if (found.portals < new Set(portalIds ?? []).size)
    failAt('not_found', 'body.portalIds', 'names a portal that is not there')
  if (found.groups < new Set(groupIds).size) failAt('not_found', 'body.groupIds', 'names a group that is not there')
}

const readEmail = (text: string): string => {
  const email = text.trim()
  return mailAddress.test(email) ? email : failAt('invalid_request', 'body.email', 'is no e-mail address')
}

const failTaken = () => failAt('conflict', 'body.email', 'is the address of another account')

/** Makes an account without a password for a new employee, or for a staff user of that address; returns it. */
export const makeAccount = async (
  db: Db,
  scope: StaffScope,
  invited: { firstName: string; lastName: string; email: string } & Omit<Rights, 'isInstallationOperator'> & {
      isInstallationOperator?: boolean | undefined
    },
  now: Date,
): Promise<StaffAccount> => {
  const { role, portalIds, groupIds, isInstallationOperator } = invited
  const names = requireNames(invited)
  const email = readEmail(invited.email)
  await requireRights(db, scope, {
    portalIds,
    groupIds,
    ...(isInstallationOperator && { isInstallationOperator }),
  })
  const { serviceCompanyId } = scope
  const taken = await db.maybe(sql`select from staff_account
    where service_company_id = ${serviceCompanyId} and email_key = ${emailKey(email)}`)
  if (taken) failTaken()
  const staffUserId = await staffUserFor(db, { serviceCompanyId, ...names, email })
  const account = { serviceCompanyId, staffUserId, email, role, portalIds, groupIds }
  const made = await insertAccount(db, { ...account, isInstallationOperator: isInstallationOperator === true }, now)
  return made ?? failTaken()
}

/** A change of an account; what is absent stays. */
export type AccountChange = Partial<Rights> & { email?: string | undefined }

/** What of an account has changed, as the security log names it. */
export type ChangedPart = 'role' | 'access' | 'address'

/** Writes a change of an account; returns what it changed. */
export const writeAccountChange = async (
  db: Db,
  scope: StaffScope,
  account: AnsweredAccount & StaffAccount,
  change: AccountChange,
  now: Date,
): Promise<ChangedPart[]> => {
  const { email, ...rights } = change
  await requireRights(db, scope, rights)
  const given = Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== undefined)) as Partial<Rights>
  await changeRights(db, account, given)
  const changed: ChangedPart[] = []
  if (given.role !== undefined || given.isInstallationOperator !== undefined) changed.push('role')
  if (given.portalIds !== undefined || given.groupIds !== undefined) changed.push('access')
  const address = email === undefined ? account.email : readEmail(email)
  if (address !== account.email) {
    await db
      .run(sql`update staff_account set email = ${address}, email_key = ${emailKey(address)}
        where service_company_id = ${account.serviceCompanyId} and id = ${account.staffAccountId}`)
      .catch(error => (isUniqueViolation(error) ? failTaken() : Promise.reject(error)))
    // They were mailed to the address before.
    await endLinks(db, account, now)
    changed.push('address')
  }
  return changed
}

/** Ends an account; `conflict` if it has ended. */
export const endLiveAccount = async (db: Db, account: StaffAccount, now: Date): Promise<void> => {
  if ((await endAccount(db, account, now)) === 0) fail('conflict', { detail: 'The account has ended already.' })
}

/** Restores an account that has ended; `conflict` if it has not. */
export const restoreEndedAccount = async (db: Db, account: StaffAccount): Promise<void> => {
  if ((await restoreAccount(db, account)) === 0) fail('conflict', { detail: 'The account has not ended.' })
}
