import type { SecondFactor } from '@portico/contract/second-factor'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'

/** The key of a user. */
export type User = { serviceCompanyId: number; webUserId: number }

const isOf = ({ serviceCompanyId, webUserId }: User): Sql =>
  sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`

/** The stored secret of a user. */
export type FactorRow = { encryptedSecret: string; isConfirmed: boolean; lastStep: number }

export const findFactor = (db: Db, user: User): Promise<FactorRow | undefined> =>
  db.maybe(sql`select encrypted_secret as "encryptedSecret", confirmed_at is not null as "isConfirmed", last_step as "lastStep"
    from second_factor where ${isOf(user)}`)

/** Whether a sign-in of the user needs a code. */
export const hasSecondFactor = async (db: Db, user: User): Promise<boolean> =>
  (await db.maybe(sql`select from second_factor where ${isOf(user)} and confirmed_at is not null`)) !== undefined

export const readFactor = (db: Db, user: User): Promise<SecondFactor> =>
  db.one(sql`select (select instant(confirmed_at) from second_factor where ${isOf(user)}) as "confirmedAt",
    (select count(*) from recovery_code where ${isOf(user)} and used_at is null) as "recoveryCodesLeft"`)

/** Stores a secret that is not confirmed yet, in place of an earlier one; false if the user has a confirmed one. */
export const storeSecret = async (db: Db, user: User, encryptedSecret: string, now: Date): Promise<boolean> =>
  (await db.run(sql`insert into second_factor (service_company_id, web_user_id, encrypted_secret, created_at)
    values (${user.serviceCompanyId}, ${user.webUserId}, ${encryptedSecret}, ${now})
    on conflict (service_company_id, web_user_id) do update
      set encrypted_secret = excluded.encrypted_secret, created_at = excluded.created_at, last_step = 0
      where second_factor.confirmed_at is null`)) > 0

/** Marks the code of a time step as used; false if it, or a later one, already was. */
export const useStep = async (db: Db, user: User, step: number): Promise<boolean> =>
  (await db.run(sql`update second_factor set last_step = ${step} where ${isOf(user)} and last_step < ${step}`)) > 0

/** Confirms the secret, unless another request did in the same moment. */
export const confirmFactor = async (db: Db, user: User, now: Date): Promise<boolean> =>
  (await db.run(sql`update second_factor set confirmed_at = ${now} where ${isOf(user)} and confirmed_at is null`)) > 0

export const insertRecoveryCodes = async (db: Db, user: User, macs: readonly Buffer[]): Promise<void> => {
  await db.run(sql`insert into recovery_code (service_company_id, web_user_id, code_mac)
    select ${user.serviceCompanyId}, ${user.webUserId}, mac from unnest(${macs}::bytea[]) as mac`)
}

/** Spends a recovery code; false if there is none, or it was spent. */
export const useRecoveryCode = async (db: Db, user: User, mac: Buffer, now: Date): Promise<boolean> =>
  (await db.run(sql`update recovery_code set used_at = ${now}
    where ${isOf(user)} and code_mac = ${mac} and used_at is null`)) > 0

export const deleteFactor = (db: Db, user: User): Promise<number> =>
  db.run(sql`delete from second_factor where ${isOf(user)}`)
