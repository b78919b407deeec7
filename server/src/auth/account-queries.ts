import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, raw, type Sql, sql } from '../kernel/database/db.ts'

/** Names a web user. */
export type User = { serviceCompanyId: number; webUserId: number }

/** SQL condition: web user `alias` has a password, or has accepted an invitation to a portal that takes none. */
export const hasJoined = (alias: string): Sql =>
  raw(`(${alias}.password_hash is not null or ${alias}.accepted_at is not null)`)

/** SQL: the password hash of web user `u`; null for a decoy `t`, and where all portals that let the user in are without passwords. */
const usablePassword: Sql = sql`case when not exists (select from membership m join portal p on ${sameCompany('p', 'm')}
    and p.id = m.portal_id where ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')} having bool_and(p.disable_passwords))
  then case when not t.is_decoy then u.password_hash end end`

/**
 * A web user as sign-in needs it. `passwordHash` is null for who has no password, or none of whose portals takes one. `isAddressKnown`: has
 * signed in from the caller's network address before. `isDecoy`: see {@link findAccountsOrDecoys}; it is the account of another name.
 */
export type Account = User & {
  userName: string
  email: string | null
  passwordHash: string | null
  hasJoined: boolean
  isAddressKnown: boolean
  isDecoy: boolean
}

type AccountSearch = { name: string; portalKey: string | undefined; address: string; limit: number }

/** SQL: has web user `u` signed in from this network address before. */
const knowsAddress = (address: string): Sql => sql`exists (select from sign_in_address a where ${sameCompany('a', 'u')}
  and a.web_user_id = u.id and a.address = ${address})`

/**
 * SQL: the keys of the users with a name. An e-mail address takes precedence over a user name, because a user can be named like another user's
 * address. Users who have signed in from the caller's network address come first, then the oldest.
 */
const foundKeys = ({ name, portalKey, address, limit }: AccountSearch): Sql => {
  const isInCompany: Sql =
    portalKey === undefined
      ? empty
      : sql`and u.service_company_id = (select service_company_id from portal where web_portal_key = ${portalKey})`
  return sql`select u.*, ${knowsAddress(address)} as is_address_known from (
      select distinct on (u.service_company_id) u.service_company_id, u.id from web_user u
      where (lower(u.email) = lower(${name}) or lower(u.user_name) = lower(${name})) ${isInCompany}
      order by u.service_company_id, (lower(u.email) = lower(${name})) is true desc
    ) u order by is_address_known desc, u.id limit ${limit}`
}

/** SQL: the keys of the users whose names come next in the alphabet, as many as are missing in `found`; after the last name come the first. */
const decoyKeys = ({ name, address, limit }: AccountSearch): Sql => {
  const next = (condition: Sql) => sql`(select u.service_company_id, u.id from web_user u ${condition}
    order by lower(u.user_name), u.service_company_id limit ${limit})`
  return sql`select u.*, ${knowsAddress(address)} as is_address_known from (
      ${next(sql`where lower(u.user_name) > lower(${name})`)} union all ${next(empty)}
      limit ${limit} - (select count(*) from found)
    ) u`
}

const findTried = (db: Db, name: string, tried: Sql): Promise<Account[]> =>
  db.many(sql`${tried}
    select u.service_company_id as "serviceCompanyId", u.id as "webUserId", case when t.is_decoy then ${name} else u.user_name end as "userName",
      u.email, ${usablePassword} as "passwordHash", ${hasJoined('u')} as "hasJoined", t.is_address_known as "isAddressKnown",
      t.is_decoy as "isDecoy"
    from tried t join web_user u on ${sameCompany('u', 't')} and u.id = t.id
    order by t.is_decoy, t.is_address_known desc, u.id`)

/** The users with this e-mail address or user name, one per service company: that of the portal, or all if it is undefined. */
export const findAccounts = (db: Db, search: AccountSearch): Promise<Account[]> =>
  findTried(db, search.name, sql`with tried as (select f.*, false as is_decoy from (${foundKeys(search)}) f)`)

/**
 * {@link findAccounts}, filled up to `limit` with decoys: other users, under the name that was looked for and without their passwords. What is
 * read of an account is read of each, so that the time does not tell how many were found.
 */
export const findAccountsOrDecoys = (db: Db, search: AccountSearch): Promise<Account[]> =>
  findTried(
    db,
    search.name,
    sql`with found as materialized (${foundKeys(search)}), tried as materialized (
      select f.*, false as is_decoy from found f union all select d.*, true as is_decoy from (${decoyKeys(search)}) d)`,
  )

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
