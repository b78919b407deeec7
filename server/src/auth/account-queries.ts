import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, raw, type Sql, sql } from '../kernel/database/db.ts'

/** Names a web user. */
export type User = { serviceCompanyId: number; webUserId: number }

/** SQL condition: web user `alias` has a password, or has accepted an invitation to a portal that takes none. */
export const hasJoined = (alias: string): Sql =>
  raw(`(${alias}.password_hash is not null or ${alias}.accepted_at is not null)`)

/** SQL: the password hash of web user `u`; null where all portals that let the user in are without passwords. */
const usablePassword: Sql = sql`case when not exists (select from membership m join portal p on ${sameCompany('p', 'm')}
    and p.id = m.portal_id where ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')} having bool_and(p.disable_passwords))
  then u.password_hash end`

/**
 * A web user as sign-in needs it. `passwordHash` is null for who has no password, or none of whose portals takes one. `isAddressKnown`: has
 * signed in from the caller's network address before.
 */
export type Account = User & {
  userName: string
  email: string | null
  passwordHash: string | null
  hasJoined: boolean
  isAddressKnown: boolean
}

type AccountSearch = { name: string; portalKey: string | undefined; address: string; limit: number }

/**
 * The users with this e-mail address or user name, one per service company: that of the portal, or all if it is undefined.
 * An e-mail address takes precedence over a user name, because a user can be named like another user's address. Users who have signed in
 * from the caller's network address come first, then the oldest.
 */
export const findAccounts = (db: Db, { name, portalKey, address, limit }: AccountSearch): Promise<Account[]> => {
  const isInCompany: Sql =
    portalKey === undefined
      ? empty
      : sql`and u.service_company_id = (select service_company_id from portal where web_portal_key = ${portalKey})`
  return db.many(sql`
    select found.*, exists (select from sign_in_address a where a.service_company_id = found."serviceCompanyId"
        and a.web_user_id = found."webUserId" and a.address = ${address}) as "isAddressKnown"
    from (
      select distinct on (u.service_company_id) u.service_company_id as "serviceCompanyId", u.id as "webUserId",
        u.user_name as "userName", u.email, ${usablePassword} as "passwordHash", ${hasJoined('u')} as "hasJoined"
      from web_user u
      where (lower(u.email) = lower(${name}) or lower(u.user_name) = lower(${name})) ${isInCompany}
      order by u.service_company_id, (lower(u.email) = lower(${name})) is true desc
    ) found
    order by "isAddressKnown" desc, "webUserId" limit ${limit}`)
}

/** For each account, how many guesses have failed since a moment, under any of the hashes of its names. */
export const countAccountFailures = async (
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
      and (f.service_company_id is null or ${sameCompany('f', 'x')})
    group by x.at`)
  return accounts.map((_, at) => rows.find(row => row.at === at)?.count ?? 0)
}
