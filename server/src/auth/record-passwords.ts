import { createHash } from 'node:crypto'
import type { Db } from '../kernel/database/db.ts'
import type { PendingRow } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { User } from './account-queries.ts'
import { clearReplacedHash, endSessionsAndLinks } from './confirmation-queries.ts'
import { enqueueNotice } from './notices.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { readPasswordNames } from './passwords/password-names-queries.ts'
import { findWeakness } from './passwords/weak-password.ts'

// An import hashes one password at a time and nobody waits at a screen, so it waits for its turn even if the queue is full.
const queueOptions = { waitsForSlot: true }

const getCurrentHash = (existing: PendingRow['existing']) => (existing?.kept?.passwordHash ?? null) as string | null

/** Whether a sign-in has replaced this hash by the web user's current one. `replacedHash` is the SHA-256 of the replaced hash in hex. */
const isReplaced = (passwordHash: string, existing: PendingRow['existing']) =>
  getCurrentHash(existing) !== null &&
  createHash('sha256').update(passwordHash).digest('hex') === existing?.kept?.replacedHash

/**
 * Fills the hash of a web user's password; null leaves the current one. The current hash stays if the line has no password, if the
 * line's password matches it, or if a sign-in replaced the line's hash by it. Throws a `Refusal` for a weak password.
 */
export const fillPassword = async (db: Db, { item: { line, place }, row, existing }: PendingRow): Promise<void> => {
  const password = line.password as string | undefined
  const importedHash = row.password_hash as string | null
  if (password === undefined) {
    if (importedHash !== null && isReplaced(importedHash, existing)) row.password_hash = null
    return
  }
  const current = getCurrentHash(existing)
  if (current !== null && (await verifyPassword(current, password, queueOptions))) return
  const names = await readPasswordNames(db, { serviceCompanyId: place.company, webUserId: existing?.id ?? null })
  const typed = [line.userName as string, (line.email as string | undefined) ?? '']
  const weakness = await findWeakness(password, { ...names, own: [...names.own, ...typed] })
  if (weakness) throw new Refusal('password', weakness, 'weak_password')
  row.password_hash = await hashPassword(password, queueOptions)
}

/** Ends the sessions and links of users whose password has changed, and mails them about it unless `silent`; returns these users. */
export const endReplacedPasswords = async (
  db: Db,
  pendingRows: PendingRow[],
  { now, silent }: { now: Date; silent: boolean },
): Promise<User[]> => {
  const users: User[] = []
  for (const { item, row, existing } of pendingRows) {
    if (!existing || row.password_hash === null || row.password_hash === getCurrentHash(existing)) continue
    const user = { serviceCompanyId: item.place.company, webUserId: existing.id }
    await clearReplacedHash(db, user)
    await endSessionsAndLinks(db, user, now)
    users.push(user)
    if (getCurrentHash(existing) !== null && !silent)
      await enqueueNotice(db, { ...user, kind: 'passwordSet', at: now.toISOString() })
  }
  return users
}
