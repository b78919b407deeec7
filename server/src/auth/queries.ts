import type { Language, Me, Session } from '@portico/contract/auth'
import { type Db, empty, raw, type Sql, sql } from '../kernel/db.ts'
import { flagColumns, sessionLife, type UserScope } from '../kernel/scope.ts'
import { hashToken, newToken } from '../kernel/secrets.ts'
import { choiceColumns } from '../notifications/queries.ts'
import { customCssLink } from '../portals/queries.ts'

/** A web user as signing in sees one. */
export type Account = { serviceCompanyId: number; webUserId: number; passwordHash: string | null }

/**
 * The users whose name or e-mail this is: of the portal's service company where a portal is given, else of the whole
 * installation. A user name goes before an e-mail address.
 */
export const accountsNamed = (db: Db, userName: string, company: string | undefined): Promise<Account[]> => {
  const inCompany: Sql = company
    ? sql`and u.service_company_id = (select service_company_id from portal where web_portal_key = ${company})`
    : empty
  const columns = raw(
    'u.service_company_id as "serviceCompanyId", u.id as "webUserId", u.password_hash as "passwordHash"',
  )
  return db.many(sql`
    with named as (select ${columns} from web_user u where lower(u.user_name) = lower(${userName}) ${inCompany} limit 2),
    mailed as (select ${columns} from web_user u where lower(u.email) = lower(${userName}) ${inCompany}
      and not exists (select from named) limit 2)
    select * from named union all select * from mailed`)
}

/** Counts a sign-in as failed before it is tried, so that any number at once are counted; the row's id. */
export const insertFailure = async (
  db: Db,
  { nameHash, address, now }: { nameHash: Buffer; address: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(
    sql`insert into sign_in_failure (name_hash, address, at) values (${nameHash}, ${address}, ${now}) returning id`,
  )
  return id
}

export type Failures = { nameAndAddress: number; address: number; name: number; known: boolean }

/** Failed sign-ins by name and address, by address and by name, and whether the user has signed in from the address before. */
export const failuresOf = (
  db: Db,
  { nameHash, address, recent, hour }: { nameHash: Buffer; address: string; recent: Date; hour: Date },
  account: Pick<Account, 'serviceCompanyId' | 'webUserId'> | undefined,
): Promise<Failures> =>
  db.one(sql`select
    (select count(*) from sign_in_failure where name_hash = ${nameHash} and at > ${recent} and address = ${address})
      as "nameAndAddress",
    (select count(*) from sign_in_failure where address = ${address} and at > ${recent}) as "address",
    (select count(*) from sign_in_failure where name_hash = ${nameHash} and at > ${hour}) as "name",
    exists (select from sign_in_address where service_company_id = ${account?.serviceCompanyId ?? null}
      and web_user_id = ${account?.webUserId ?? null} and address = ${address}) as "known"`)

export const deleteFailure = (db: Db, id: number): Promise<number> =>
  db.run(sql`delete from sign_in_failure where id = ${id}`)

export const deleteFailures = (db: Db, nameHash: Buffer, address: string): Promise<number> =>
  db.run(sql`delete from sign_in_failure where name_hash = ${nameHash} and address = ${address}`)

type NewSession = {
  account: Omit<Account, 'passwordHash'>
  remember: boolean
  address: string
  device: string | undefined
  now: Date
}

/** Opens a session; its token is told here and nowhere else, for only its hash is stored. */
export const insertSession = async (db: Db, { account, remember, address, device, now }: NewSession) => {
  const token = newToken()
  const expires = new Date(now.getTime() + sessionLife(remember))
  const { expiresAt } = await db.one<{ expiresAt: string }>(sql`
    with used as (
      insert into sign_in_address (service_company_id, web_user_id, address, last_used_at)
      values (${account.serviceCompanyId}, ${account.webUserId}, ${address}, ${now})
      on conflict (service_company_id, web_user_id, address) do update set last_used_at = excluded.last_used_at
    )
    insert into session (token_hash, service_company_id, web_user_id, remember, created_at, last_seen_at, expires_at, address, device)
    values (${hashToken(token)}, ${account.serviceCompanyId}, ${account.webUserId}, ${remember}, ${now}, ${now}, ${expires},
      ${address}, ${device?.slice(0, 300) ?? null})
    returning instant(expires_at) as "expiresAt"`)
  return { token, expiresAt }
}

const ofUser = (scope: UserScope): Sql =>
  sql`service_company_id = ${scope.serviceCompanyId} and web_user_id = ${scope.webUserId}`

export const sessionsOf = (db: Db, scope: UserScope, now: Date): Promise<Session[]> =>
  db.many(sql`select id, id = ${scope.sessionId} as current, instant(created_at) as "createdAt",
      instant(last_seen_at) as "lastSeenAt", instant(expires_at) as "expiresAt", address, device
    from session where ${ofUser(scope)} and expires_at > ${now} order by created_at desc, id desc limit 100`)

export const deleteSession = (db: Db, scope: UserScope, sessionId: number): Promise<number> =>
  db.run(sql`delete from session where ${ofUser(scope)} and id = ${sessionId}`)

export const deleteOtherSessions = (db: Db, scope: UserScope): Promise<number> =>
  db.run(sql`delete from session where ${ofUser(scope)} and id <> ${scope.sessionId}`)

/** Signs a user out everywhere. */
export const deleteSessionsOf = (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number },
): Promise<number> =>
  db.run(sql`delete from session where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`)

/** The signed-in user with one contact a membership, by portal and company name. */
export const meOf = (db: Db, scope: UserScope): Promise<Me> =>
  db.one(sql`select u.id, u.user_name as "userName", u.email, u.language, ${choiceColumns} as notifications, coalesce((
      select json_agg(c order by c."webPortalName", c."companyName", c."contactId") from (
        select p.web_portal_name as "webPortalName", m.contact_id as "contactId", c.company_name as "companyName",
          m.referent_name as "referentName", ${flagColumns},
          json_build_object('webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name,
            'customCss', ${customCssLink}, 'disableHtmlEditor', p.disable_html_editor,
            'enableServiceContracts', p.enable_service_contracts) as "portalSettings"
        from membership m
        join contact c on c.service_company_id = m.service_company_id and c.portal_id = m.portal_id and c.id = m.contact_id
        join portal p on p.service_company_id = m.service_company_id and p.id = m.portal_id
        where m.service_company_id = u.service_company_id and m.web_user_id = u.id and m.active
      ) c), '[]') as contacts
    from web_user u where u.service_company_id = ${scope.serviceCompanyId} and u.id = ${scope.webUserId}`)

export const passwordHashOf = async (db: Db, scope: UserScope): Promise<string | null> => {
  const { hash } = await db.one<{ hash: string | null }>(
    sql`select password_hash as hash from web_user where service_company_id = ${scope.serviceCompanyId} and id = ${scope.webUserId}`,
  )
  return hash
}

/** Puts a hash of ours in the place of the one that a sign-in has just opened, unless it has been changed meanwhile. */
export const replacePasswordHash = (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number },
  { from, to }: { from: string; to: string },
): Promise<number> =>
  db.run(sql`update web_user set password_hash = ${to}, replaced_hash = sha256(convert_to(${from}, 'UTF8'))
    where service_company_id = ${serviceCompanyId} and id = ${webUserId} and password_hash = ${from}`)

/** Changes what is given of the user's language and password. */
export const updateUser = (
  db: Db,
  scope: UserScope,
  change: { language?: Language; passwordHash?: string },
): Promise<number> =>
  db.run(sql`update web_user set language = coalesce(${change.language ?? null}, language),
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      replaced_hash = case when ${change.passwordHash ?? null}::text is null then replaced_hash end
    where service_company_id = ${scope.serviceCompanyId} and id = ${scope.webUserId}`)
