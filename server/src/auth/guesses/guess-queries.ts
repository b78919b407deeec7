import { type Db, sql } from '../../kernel/database/db.ts'

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

export const deleteFailure = (db: Db, { id }: CountedGuess): Promise<number> =>
  db.run(sql`delete from sign_in_failure where id = ${id}`)

/**
 * Deletes a successful guess and earlier failures of the same name from the same address. Failures without a portal stay: they may have been
 * meant for another user of that name.
 */
export const deleteFailures = (db: Db, { id, nameHash, address, serviceCompanyId }: CountedGuess): Promise<number> =>
  db.run(sql`delete from sign_in_failure where id = ${id}
    or (name_hash = ${nameHash} and address = ${address} and service_company_id = ${serviceCompanyId})`)
