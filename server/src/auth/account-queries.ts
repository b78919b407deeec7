import { type Db, empty, type Sql, sql } from '../kernel/database/db.ts'

/** Names a web user. */
export type User = { serviceCompanyId: number; webUserId: number }

/** A web user as signing in sees one. `isAddressKnown`: has signed in from the caller's address before. */
export type Account = User & {
  userName: string
  email: string | null
  passwordHash: string | null
  isAddressKnown: boolean
}

type Search = { name: string; company: string | undefined; address: string; most: number }

/**
 * The users whose e-mail address or name this is, one of each service company: that of the portal where one is given, else of all.
 * An e-mail address goes before a name, because anybody can be named like another's address. Those who have signed in from the
 * caller's address come first, then the oldest.
 */
export const accountsNamed = (db: Db, { name, company, address, most }: Search): Promise<Account[]> => {
  const inCompany: Sql =
    company === undefined
      ? empty
      : sql`and u.service_company_id = (select service_company_id from portal where web_portal_key = ${company})`
  return db.many(sql`
    select found.*, exists (select from sign_in_address a where a.service_company_id = found."serviceCompanyId"
        and a.web_user_id = found."webUserId" and a.address = ${address}) as "isAddressKnown"
    from (
      select distinct on (u.service_company_id) u.service_company_id as "serviceCompanyId", u.id as "webUserId",
        u.user_name as "userName", u.email, u.password_hash as "passwordHash"
      from web_user u
      where (lower(u.email) = lower(${name}) or lower(u.user_name) = lower(${name})) ${inCompany}
      order by u.service_company_id, (lower(u.email) = lower(${name})) is true desc
    ) found
    order by "isAddressKnown" desc, "webUserId" limit ${most}`)
}

/** How many guesses have failed for each account since a moment, under any of these hashes of its names. */
export const accountFailures = async (
  db: Db,
  accounts: readonly (User & { nameHashes: Buffer[] })[],
  since: Date,
): Promise<number[]> => {
  const names = accounts.flatMap(({ serviceCompanyId, nameHashes }, at) =>
    nameHashes.map(nameHash => ({ at, nameHash, serviceCompanyId })),
  )
  const rows = await db.many<{ at: number; count: number }>(sql`
    select x.at, count(distinct f.id) as count
    from unnest(${names.map(({ at }) => at)}::int[], ${names.map(({ nameHash }) => nameHash)}::bytea[],
      ${names.map(({ serviceCompanyId }) => serviceCompanyId)}::bigint[]) as x (at, name_hash, service_company_id)
    join sign_in_failure f on f.name_hash = x.name_hash and f.at > ${since}
      and (f.service_company_id is null or f.service_company_id = x.service_company_id)
    group by x.at`)
  return accounts.map((_, at) => rows.find(row => row.at === at)?.count ?? 0)
}
