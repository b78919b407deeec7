import { createHash } from 'node:crypto'
import type { Db } from '../kernel/database/db.ts'
import type { PendingRow } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { User } from './account-queries.ts'
import { endSessionsAndLinks, forgetReplacedHash } from './confirmation-queries.ts'
import { sendNotice } from './notices.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { passwordNamesOf } from './passwords/password-names-queries.ts'
import { weaknessOf } from './passwords/weak-password.ts'

// An import asks for one hash after the other, and nobody waits at a screen for it.
const turn = { patient: true }

const hashOf = (existing: PendingRow['existing']) => (existing?.kept?.passwordHash ?? null) as string | null

/** Whether a sign-in has replaced this hash by the one that the web user has now. `replacedHash` is its SHA-256 in hex. */
const isReplaced = (passwordHash: string, existing: PendingRow['existing']) =>
  hashOf(existing) !== null && createHash('sha256').update(passwordHash).digest('hex') === existing?.kept?.replacedHash

/**
 * Fills the hash of a web user's password; null leaves the one that is there. It stays where the line has none, where the password of
 * the line opens it, and where it is the one by which a sign-in has replaced the hash of the line. Refuses a weak password.
 */
export const fillPassword = async (db: Db, { item: { line, place }, row, existing }: PendingRow): Promise<void> => {
  const password = line.password as string | undefined
  const given = row.password_hash as string | null
  if (password === undefined) {
    if (given !== null && isReplaced(given, existing)) row.password_hash = null
    return
  }
  const current = hashOf(existing)
  if (current !== null && (await verifyPassword(current, password, turn))) return
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
    if (!existing || row.password_hash === null || row.password_hash === hashOf(existing)) continue
    const user = { serviceCompanyId: item.place.company, webUserId: existing.id }
    await forgetReplacedHash(db, user)
    await endSessionsAndLinks(db, user, now)
    users.push(user)
    if (hashOf(existing) !== null && !silent)
      await sendNotice(db, { ...user, kind: 'passwordSet', at: now.toISOString() })
  }
  return users
}
