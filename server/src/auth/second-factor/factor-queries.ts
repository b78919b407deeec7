import type { SecondFactor } from '@portico/contract/sign-in/second-factor'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { type Owner, ownerSql } from '../owners/owner.ts'

const tablesOf = (owner: Owner) => {
  const { prefix, ...of } = ownerSql(owner)
  return { ...of, factor: raw(`${prefix}second_factor`), recoveryCode: raw(`${prefix}recovery_code`) }
}

/** The stored secret of its owner. */
type FactorRow = { encryptedSecret: string; isConfirmed: boolean; lastStep: number }

export const findFactor = (db: Db, owner: Owner): Promise<FactorRow | undefined> => {
  const { factor, isOf } = tablesOf(owner)
  return db.maybe(sql`select encrypted_secret as "encryptedSecret", confirmed_at is not null as "isConfirmed",
      last_step as "lastStep" from ${factor} where ${isOf}`)
}

/** Whether a sign-in needs a code. */
export const hasSecondFactor = async (db: Db, owner: Owner): Promise<boolean> => {
  const { factor, isOf } = tablesOf(owner)
  return (await db.maybe(sql`select from ${factor} where ${isOf} and confirmed_at is not null`)) !== undefined
}

export const readFactor = (db: Db, owner: Owner): Promise<SecondFactor> => {
  const { factor, recoveryCode, isOf } = tablesOf(owner)
  return db.one(sql`select (select instant(confirmed_at) from ${factor} where ${isOf}) as "confirmedAt",
    (select count(*) from ${recoveryCode} where ${isOf} and used_at is null) as "recoveryCodesLeft"`)
}

/** Stores a secret that is not confirmed yet, in place of an earlier one; false if there is a confirmed one. */
export const storeSecret = async (db: Db, owner: Owner, encryptedSecret: string, now: Date): Promise<boolean> => {
  const { factor, ownerColumn, ownerId } = tablesOf(owner)
  const stored =
    await db.run(sql`insert into ${factor} as f (service_company_id, ${ownerColumn}, encrypted_secret, created_at)
    values (${owner.serviceCompanyId}, ${ownerId}, ${encryptedSecret}, ${now})
    on conflict (service_company_id, ${ownerColumn}) do update
      set encrypted_secret = excluded.encrypted_secret, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null`)
  return stored > 0
}

/** Holds the confirmed secret against other changes; false if there is none. */
export const lockFactor = async (db: Db, owner: Owner): Promise<boolean> => {
  const { factor, isOf } = tablesOf(owner)
  return (
    (await db.maybe(sql`select from ${factor} where ${isOf} and confirmed_at is not null for update`)) !== undefined
  )
}

/** Marks the code of a time step as used; false if it, or a later one, already was. */
export const useStep = async (db: Db, owner: Owner, step: number): Promise<boolean> => {
  const { factor, isOf } = tablesOf(owner)
  return (await db.run(sql`update ${factor} set last_step = ${step} where ${isOf} and last_step < ${step}`)) > 0
}

/** Confirms the secret of which a code was used, unless another request did in the same moment, or began anew with another secret. */
export const confirmFactor = async (db: Db, owner: Owner, now: Date): Promise<boolean> => {
  const { factor, isOf } = tablesOf(owner)
  return (
    (await db.run(sql`update ${factor} set confirmed_at = ${now}
    where ${isOf} and confirmed_at is null and last_step > 0`)) > 0
  )
}

/** Stores recovery codes in place of those of before. */
export const replaceRecoveryCodes = async (db: Db, owner: Owner, macs: readonly Buffer[]): Promise<void> => {
  const { recoveryCode, ownerColumn, ownerId, isOf } = tablesOf(owner)
  await db.run(sql`delete from ${recoveryCode} where ${isOf}`)
  await db.run(sql`insert into ${recoveryCode} (service_company_id, ${ownerColumn}, code_mac)
    select ${owner.serviceCompanyId}, ${ownerId}, mac from unnest(${macs}::bytea[]) as mac`)
}

/** Spends a recovery code; false if there is none, or it was spent. */
export const useRecoveryCode = async (db: Db, owner: Owner, mac: Buffer, now: Date): Promise<boolean> => {
  const { recoveryCode, isOf } = tablesOf(owner)
  return (
    (await db.run(sql`update ${recoveryCode} set used_at = ${now}
    where ${isOf} and code_mac = ${mac} and used_at is null`)) > 0
  )
}

/** Deletes secret and recovery codes; false if there was no confirmed one. */
export const deleteFactor = async (db: Db, owner: Owner): Promise<boolean> => {
  const { factor, isOf } = tablesOf(owner)
  const deleted = await db.maybe<{ wasConfirmed: boolean }>(
    sql`delete from ${factor} where ${isOf} returning confirmed_at is not null as "wasConfirmed"`,
  )
  return deleted?.wasConfirmed ?? false
}
