import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { type Owner, ownerSql } from '../owners/owner.ts'

/** What a guess is counted under: the hash of a name or account, the portal, and the network address. */
export type Guess = { nameHash: Buffer; portalKey?: string | undefined; address: string; now: Date }

/**
 * A counted guess: the id of its row, and the portal with its service company. Both are null without a portal; the service company is 0 for
 * an unknown portal. `takesPasswords` is false where the portal takes none.
 */
export type CountedGuess = Guess & {
  id: number
  serviceCompanyId: number | null
  portalId: number | null
  takesPasswords: boolean
}

/** Counts a guess as failed before it is tried, so that concurrent guesses are all counted. */
export const insertFailure = async (db: Db, guess: Guess): Promise<CountedGuess> => {
  const { nameHash, portalKey = null, address, now } = guess
  const row = await db.one<Omit<CountedGuess, keyof Guess>>(sql`
    with typed as (select service_company_id, id, disable_passwords from portal where web_portal_key = ${portalKey})
    insert into sign_in_failure (name_hash, service_company_id, address, at)
    values (${nameHash}, case when ${portalKey}::text is not null
        then coalesce((select service_company_id from typed), 0) end, ${address}, ${now})
    returning id, service_company_id as "serviceCompanyId", (select id from typed) as "portalId",
      (select disable_passwords from typed) is not true as "takesPasswords"`)
  return { ...guess, ...row }
}

export type Failures = { nameAndAddress: number; address: number; name: number; isAddressKnown: boolean }

/**
 * Counts failed guesses: by name and address and by address since `recent`, by name at the same company since `hour`. Also tells whether any
 * user or employee has signed in from the address. Only the typed input counts, never whose name it is.
 */
export const countFailures = (
  db: Db,
  { nameHash, address, serviceCompanyId }: CountedGuess,
  { recent, hour }: { recent: Date; hour: Date },
): Promise<Failures> =>
  db.one(sql`select
    (select count(*) from sign_in_failure where name_hash = ${nameHash} and at > ${recent} and address = ${address})
      as "nameAndAddress",
    (select count(*) from sign_in_failure where address = ${address} and at > ${recent}) as "address",
    (select count(*) from sign_in_failure where name_hash = ${nameHash} and at > ${hour}
      and service_company_id is not distinct from ${serviceCompanyId}) as "name",
    exists (select from sign_in_address where address = ${address})
      or exists (select from staff_sign_in_address where address = ${address}) as "isAddressKnown"`)

/**
 * Counts wrong codes of an owner's second factor since `hour`, up to `most` and one: from this address alone if the owner has signed in from it, else
 * from all addresses that the owner has not. `address`: all failures from the address since `recent`.
 */
export const countWrongCodes = (
  db: Db,
  owner: Owner,
  { nameHash, address }: CountedGuess,
  { recent, hour, most }: { recent: Date; hour: Date; most: number },
): Promise<{ codes: number; address: number }> => {
  const { prefix, isOf } = ownerSql(owner)
  return db.one(sql`with known as (select address from ${raw(`${prefix}sign_in_address`)} where ${isOf})
    select (select count(*) from (select from sign_in_failure f where f.name_hash = ${nameHash} and f.at > ${hour}
        and case when ${address} in (select address from known) then f.address = ${address}
          else f.address not in (select address from known) end limit ${most + 1}) counted) as codes,
      (select count(*) from sign_in_failure where address = ${address} and at > ${recent}) as address`)
}

/** Marks a wrong code as the one of which its owner is told; false if there are fewer than `least` since `hour`, or the owner was told since. */
export const markTold = async (
  db: Db,
  { id, nameHash }: CountedGuess,
  { hour, least }: { hour: Date; least: number },
): Promise<boolean> =>
  (await db.run(sql`update sign_in_failure set told = true where id = ${id}
    and (select count(*) from (select from sign_in_failure where name_hash = ${nameHash} and at > ${hour}
      limit ${least}) counted) = ${least}
    and not exists (select from sign_in_failure where name_hash = ${nameHash} and at > ${hour} and told)`)) > 0

export const deleteFailure = (db: Db, { id }: CountedGuess): Promise<number> =>
  db.run(sql`delete from sign_in_failure where id = ${id}`)

/**
 * Deletes a successful guess and earlier failures of the same name from the same address. Failures without a portal stay: they may have been
 * meant for another user of that name.
 */
export const deleteFailures = (db: Db, { id, nameHash, address, serviceCompanyId }: CountedGuess): Promise<number> =>
  db.run(sql`delete from sign_in_failure where id = ${id}
    or (name_hash = ${nameHash} and address = ${address} and service_company_id = ${serviceCompanyId})`)
