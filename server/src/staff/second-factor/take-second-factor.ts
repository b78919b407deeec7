import { deletePasskeys } from '../../auth/passkeys/passkey-queries.ts'
import { deleteFactor } from '../../auth/second-factor/factor-queries.ts'
import type { Db } from '../../kernel/database/db.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { sendAccountNotice } from '../account-notice.ts'
import type { StaffAccount } from '../account-queries.ts'
import { holderOf } from '../open-session.ts'
import { deleteStaffSessions, lockStaffAccount } from '../session-queries.ts'

/**
 * Removes codes and passkeys of somebody who has lost them, with the sessions of the account, and mails its owner; in the caller's
 * transaction. False if there is neither.
 */
export const takeSecondFactor = async (
  db: Db,
  deps: Pick<Deps, 'messages'>,
  account: StaffAccount,
  now: Date,
): Promise<boolean> => {
  await lockStaffAccount(db, account)
  const { serviceCompanyId, staffAccountId } = account
  const hadCodes = await deleteFactor(db, { serviceCompanyId, staffAccountId })
  const passkeys = await deletePasskeys(db, holderOf(account))
  if (!hadCodes && passkeys === 0) return false
  await deleteStaffSessions(db, account)
  await sendAccountNotice(db, deps, account, { kind: 'factorTaken', now })
  return true
}
