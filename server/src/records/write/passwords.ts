import { createHash } from 'node:crypto'
import type { User } from '../../auth/account-queries.ts'
import { endSessionsAndLinks, forgetReplacedHash } from '../../auth/confirmation-queries.ts'
import { sendNotice } from '../../auth/notices.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords/password-hash.ts'
import { passwordNamesOf } from '../../auth/passwords/password-names-queries.ts'
import { weaknessOf } from '../../auth/passwords/weak-password.ts'
import type { Db } from '../../kernel/database/db.ts'
import { Refusal } from '../definition/refusal.ts'
import type { PendingRow } from '../resolve/pending-row.ts'

// An import asks for one hash after the other, and nobody waits at a screen for it.
const turn = { patient: true }

const isReplaced = (passwordHash: string, replacedHash: string | null) =>
  createHash('sha256').update(passwordHash).digest('hex') === replacedHash

/**
 * Fills the hash of a web user's password; null leaves the one that is there. It stays where the line has none, where the password of
 * the line opens it, and where it is the one by which a sign-in has replaced the hash of the line. Refuses a weak password.
 */
export const fillPassword = async (db: Db, { item: { line, place }, row, existing }: PendingRow): Promise<void> => {
  const password = line.password as string | undefined
  const given = row.password_hash as string | null
  if (password === undefined) {
    if (given !== null && existing?.passwordHash && isReplaced(given, existing.replacedHash)) row.password_hash = null
    return
  }
  if (existing?.passwordHash && (await verifyPassword(existing.passwordHash, password, turn))) return
  const names = await passwordNamesOf(db, { serviceCompanyId: place.company, webUserId: existing?.id ?? null })
  const typed = [line.userName as string, (line.email as string | undefined) ?? '']
  const weakness = await weaknessOf(password, { ...names, own: [...names.own, ...typed] })
  if (weakness) throw new Refusal('password', weakness, 'weak_password')
  row.password_hash = await hashPassword(password, turn)
}

/**
 * Ends the sessions and the links of the users who have another password now, and tells them by mail that it was changed, unless
 * `silent`; who they are.
 */
export const endReplacedPasswords = async (
  db: Db,
  pendingRows: PendingRow[],
  { now, silent }: { now: Date; silent: boolean },
): Promise<User[]> => {
  const users: User[] = []
  for (const { item, row, existing } of pendingRows) {
    if (!existing || row.password_hash === null || row.password_hash === existing.passwordHash) continue
    const user = { serviceCompanyId: item.place.company, webUserId: existing.id }
    await forgetReplacedHash(db, user)
    await endSessionsAndLinks(db, user, now)
    users.push(user)
    if (existing.passwordHash !== null && !silent)
      await sendNotice(db, { ...user, kind: 'passwordSet', at: now.toISOString() })
  }
  return users
}
