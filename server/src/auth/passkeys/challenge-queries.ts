import { type Db, sql } from '../../kernel/database/db.ts'
import { hashToken, newToken } from '../../kernel/security/secrets.ts'

/** Milliseconds for which a challenge is good. */
export const CHALLENGE_LIFETIME = 10 * 60_000

/** What a challenge is for; `userHandle`: whose passkey is being added. */
export type Challenge =
  | { purpose: 'signIn' | 'staffSignIn'; rpId: string }
  | { purpose: 'add' | 'staffAdd'; rpId: string; userHandle: Buffer }

const handleOf = (challenge: Challenge) => ('userHandle' in challenge ? challenge.userHandle : null)

/** Stores a new challenge and returns it; only its hash is stored. */
export const insertChallenge = async (db: Db, challenge: Challenge, now: Date): Promise<string> => {
  const token = newToken()
  await db.run(sql`insert into passkey_challenge (challenge_hash, purpose, rp_id, user_handle, expires_at)
    values (${hashToken(token)}, ${challenge.purpose}, ${challenge.rpId}, ${handleOf(challenge)},
      ${new Date(now.getTime() + CHALLENGE_LIFETIME)})`)
  return token
}

/** Spends a challenge, whatever it was for; false unless it was for this, and is neither spent nor over. */
export const spendChallenge = async (db: Db, token: string, challenge: Challenge, now: Date): Promise<boolean> => {
  const spent = await db.maybe<{
    fits: boolean
  }>(sql`delete from passkey_challenge where challenge_hash = ${hashToken(token)}
    returning purpose = ${challenge.purpose} and rp_id = ${challenge.rpId} and expires_at > ${now}
      and user_handle is not distinct from ${handleOf(challenge)}::bytea as fits`)
  return spent?.fits ?? false
}

export const deleteChallengesBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from passkey_challenge where expires_at < ${before}`)
