import type { Passkey } from '@portico/contract/sign-in/passkeys'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'

/** Whose passkeys: a customer's, by the id of the web user, or those of an account of the staff. */
export type Holder = { kind: 'customer' | 'staff'; serviceCompanyId: number; holderId: number }

const tables = {
  customer: { table: raw('passkey'), holder: raw('web_user_id'), account: raw('web_user') },
  staff: { table: raw('staff_passkey'), holder: raw('staff_account_id'), account: raw('staff_account') },
}

const isOf = ({ kind, serviceCompanyId, holderId }: Holder): Sql =>
  sql`service_company_id = ${serviceCompanyId} and ${tables[kind].holder} = ${holderId}`

const columns = sql`id, name, rp_id as "rpId", backed_up as "backedUp", instant(created_at) as "createdAt",
  instant(last_used_at) as "lastUsedAt"`

/** A passkey with its owner and what its signatures are checked with. */
export type PasskeyRow = Holder & {
  id: number
  credentialId: Buffer
  userHandle: Buffer
  publicKey: Buffer
  signCount: number
}

/** The passkey of a credential id; one of a host finds none of another. */
export const findPasskey = async (
  db: Db,
  kind: Holder['kind'],
  { credentialId, rpId }: { credentialId: Buffer; rpId: string },
): Promise<PasskeyRow | undefined> => {
  const row = await db.maybe<Omit<PasskeyRow, 'kind'>>(sql`select id, service_company_id as "serviceCompanyId",
      ${tables[kind].holder} as "holderId", credential_id as "credentialId", user_handle as "userHandle", public_key as "publicKey",
      sign_count as "signCount"
    from ${tables[kind].table} where credential_id = ${credentialId} and rp_id = ${rpId}`)
  return row && { ...row, kind }
}

/** Whether anybody has a passkey of this credential id, whatever it opens. */
export const isCredentialKnown = async (db: Db, credentialId: Buffer): Promise<boolean> =>
  (await db.maybe(sql`select from passkey where credential_id = ${credentialId}
    union all select from staff_passkey where credential_id = ${credentialId} limit 1`)) !== undefined

/** Whether a service company is the one of a portal. */
export const isOfPortal = async (db: Db, { serviceCompanyId }: Holder, portalKey: string): Promise<boolean> =>
  (await db.maybe(sql`select from portal where web_portal_key = ${portalKey}
    and service_company_id = ${serviceCompanyId}`)) !== undefined

/**
 * Counts a use. False for a counter that is not above the last one: somebody else has a copy of the passkey. Passkeys that many devices share
 * do not count, and always send 0.
 */
export const countUse = async (
  db: Db,
  { kind, id }: Pick<PasskeyRow, 'kind' | 'id'>,
  { signCount, backedUp, now }: { signCount: number; backedUp: boolean; now: Date },
): Promise<boolean> =>
  (await db.run(sql`update ${tables[kind].table} set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))`)) > 0

/** The credential ids of a holder at a host, with the ways to reach each. */
export const listCredentials = (
  db: Db,
  holder: Holder,
  rpId: string,
): Promise<{ credentialId: Buffer; transports: string[] }[]> =>
  db.many(sql`select credential_id as "credentialId", transports from ${tables[holder.kind].table}
    where ${isOf(holder)} and rp_id = ${rpId} order by id`)

export const listPasskeysOf = (db: Db, holder: Holder): Promise<Passkey[]> =>
  db.many(sql`select ${columns} from ${tables[holder.kind].table} where ${isOf(holder)} order by created_at, id`)

/** Row lock of the holder's account: one transaction at a time uses, adds or removes passkeys of it. Taken before that of a passkey. */
export const lockHolder = (db: Db, { serviceCompanyId, holderId, kind }: Holder): Promise<number> =>
  db.run(
    sql`select from ${tables[kind].account} where service_company_id = ${serviceCompanyId} and id = ${holderId} for update`,
  )

/** What is kept of a new passkey. */
export type VerifiedPasskey = { credentialId: Buffer; publicKey: Buffer; signCount: number; backedUp: boolean }

type NewPasskeyRow = VerifiedPasskey & {
  rpId: string
  userHandle: Buffer
  name: string
  transports: readonly string[]
  now: Date
}

/** Inserts a passkey; undefined if it is there already, whosever it is. */
export const insertPasskey = (db: Db, holder: Holder, made: NewPasskeyRow): Promise<Passkey | undefined> =>
  db.maybe(sql`insert into ${tables[holder.kind].table} (service_company_id, ${tables[holder.kind].holder}, credential_id, rp_id,
      user_handle, public_key, sign_count, transports, backed_up, name, created_at)
    values (${holder.serviceCompanyId}, ${holder.holderId}, ${made.credentialId}, ${made.rpId}, ${made.userHandle}, ${made.publicKey},
      ${made.signCount}, ${made.transports}, ${made.backedUp}, ${made.name}, ${made.now})
    on conflict (credential_id) do nothing
    returning ${columns}`)

/** How many passkeys a holder has, of whatever host. */
export const countPasskeys = async (db: Db, holder: Holder): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from ${tables[holder.kind].table} where ${isOf(holder)}`,
    )
  ).count

export const setPasskeyName = (db: Db, holder: Holder, id: number, name: string): Promise<Passkey | undefined> =>
  db.maybe(
    sql`update ${tables[holder.kind].table} set name = ${name} where ${isOf(holder)} and id = ${id} returning ${columns}`,
  )

/** Deletes a passkey of a holder and returns its name; undefined if it has no such. */
export const deletePasskey = (db: Db, holder: Holder, id: number): Promise<{ name: string } | undefined> =>
  db.maybe(sql`delete from ${tables[holder.kind].table} where ${isOf(holder)} and id = ${id} returning name`)

/** Deletes passkeys of a holder, those of `ids` or all; returns how many there were. */
export const deletePasskeys = (db: Db, holder: Holder, ids?: readonly number[]): Promise<number> =>
  db.run(sql`delete from ${tables[holder.kind].table} where ${isOf(holder)}
    and (${ids ?? null}::bigint[] is null or id = any(${ids ?? null}::bigint[]))`)
