import type { SignInDue } from '@portico/contract/auth'
import { type Db, type Sql, sql } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import { sameCompany, samePortal } from './tenant-joins.ts'

const hasApp = sql`exists (select from second_factor f where ${sameCompany('f', 's')}
  and f.web_user_id = s.web_user_id and f.confirmed_at is not null)`

const hasPasskey = sql`exists (select from passkey k where ${sameCompany('k', 's')} and k.web_user_id = s.web_user_id)`

/** SQL condition: the user of session `s` has an authenticator app or a passkey. */
export const hasFactor: Sql = sql`(${hasApp} or ${hasPasskey})`

/** SQL: session `s` was opened by a password, or before it was kept by what. */
export const isByPassword: Sql = sql`coalesce(s.method, 'password') = 'password'`

/** SQL: what session `s` lacks of a second factor: one that it has shown, and that its user still has; null: nothing. */
export const factorDueColumn: Sql = sql`case
  when s.second_factor is not null and ${hasFactor} then null
  when ${hasApp} then 'signIn' when ${hasPasskey} then 'passkey' else 'enrol' end`

/**
 * What a session lacks of a second factor, whether or not a contact requires one; see {@link factorDueColumn}. `unauthenticated` if the
 * session has ended meanwhile.
 */
export const findFactorDue = async (db: Db, { sessionId }: { sessionId: number }): Promise<Due> => {
  const row = await db.maybe<{ due: Due }>(
    sql`select ${factorDueColumn} as due from session s where s.id = ${sessionId}`,
  )
  return row ? row.due : fail('unauthenticated')
}

/** SQL: that portal `p` takes no passwords, where session `s` was opened by one; null: nothing. */
export const passwordDueColumn: Sql = sql`case when p.disable_passwords and ${isByPassword} then 'passwordless' end`

/**
 * SQL: what a customer's session `s` owes before membership `m` is open to it, as {@link SignInDue}; null: nothing. Portal `p` may take no
 * passwords, and the contact may require a second factor. `s` is null for an employee who sees as the customer. The calls of a contact ask in
 * two steps (`contact` in scope.ts): what is added here belongs there, too.
 */
export const dueColumn: Sql = sql`case when s.id is not null then coalesce(${passwordDueColumn}, case
  when exists (select from contact required where ${samePortal('required', 'm')} and required.id = m.contact_id and required.second_factor_required) then ${factorDueColumn}
end) end`

/** What is due; null: nothing. */
export type Due = SignInDue | null
