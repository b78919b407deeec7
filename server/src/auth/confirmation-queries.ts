import type { Confirmation } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { hasJoined, type User } from './account-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'

/** The encryption purpose of confirmation keys, for `secrets.seal`. */
export const confirmationKeyPurpose = 'confirmation'

/** The recipient of a mail about an account: a user, as a member of one contact. */
export type Addressee = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  webUserId: number
  userName: string
  email: string
  language: Language | null
  referentName: string
  companyName: string
  webPortalKey: string
  webPortalName: string
  timeZone: string
  /** Whether the portal takes no passwords. */
  disablePasswords: boolean
  /** Whether the user has accepted an invitation before, or has a password. */
  hasJoined: boolean
}

const addresseeColumns = sql`m.service_company_id as "serviceCompanyId", m.portal_id as "portalId", m.contact_id as "contactId",
  m.web_user_id as "webUserId", u.user_name as "userName", u.email, u.language, m.referent_name as "referentName",
  c.company_name as "companyName", p.web_portal_key as "webPortalKey", p.web_portal_name as "webPortalName",
  p.time_zone as "timeZone", p.disable_passwords as "disablePasswords", ${hasJoined('u')} as "hasJoined"`
const addresseeSource = sql`membership m
  join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
  join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
  join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id`

/** The user as a member of a portal, or by the oldest membership if `portalKey` is undefined, of a portal with passwords first. Undefined without e-mail address or membership. */
export const findAddressee = (db: Db, user: User, portalKey: string | undefined): Promise<Addressee | undefined> =>
  db.maybe(sql`select ${addresseeColumns} from ${addresseeSource}
    where m.service_company_id = ${user.serviceCompanyId} and m.web_user_id = ${user.webUserId} and ${letsIn('m')}
      and u.email is not null and (${portalKey ?? null}::text is null or p.web_portal_key = ${portalKey ?? null})
    order by p.disable_passwords, m.id limit 1`)

/** A portal by its key. */
export const findPortal = (
  db: Db,
  portalKey: string,
): Promise<{ serviceCompanyId: number; portalId: number } | undefined> =>
  db.maybe(
    sql`select service_company_id as "serviceCompanyId", id as "portalId" from portal where web_portal_key = ${portalKey}`,
  )

/** The users with this name, e-mail address or external id, each by the newest membership. For the command line. */
export const findAddressees = (db: Db, name: string, portalKey: string | undefined): Promise<Addressee[]> =>
  db.many(sql`select distinct on (m.service_company_id, m.web_user_id) ${addresseeColumns} from ${addresseeSource}
    where (lower(u.user_name) = lower(${name}) or lower(u.email) = lower(${name}) or u.external_id = ${name})
      and ${letsIn('m')} and u.email is not null and (${portalKey ?? null}::text is null or p.web_portal_key = ${portalKey ?? null})
    order by m.service_company_id, m.web_user_id, m.id desc`)

/** A membership by its external id, limited to a service company and, unless null, to some portals. */
export const findMember = (
  db: Db,
  { serviceCompanyId, portalIds }: { serviceCompanyId: number; portalIds: readonly number[] | null },
  membership: string,
): Promise<(Omit<Addressee, 'email'> & { email: string | null; active: boolean }) | undefined> =>
  db.maybe(sql`select ${addresseeColumns}, ${letsIn('m')} as active from ${addresseeSource}
    where m.service_company_id = ${serviceCompanyId} and m.external_id = ${membership}
      and (${portalIds}::bigint[] is null or m.portal_id = any(${portalIds}::bigint[]))`)

/** SQL condition: user `u` of membership `m` has an address, has not accepted an invitation, and is without a valid mailed one. */
export const waitsForInvitation = (
  now: Date,
): Sql => sql`${letsIn('m')} and u.email is not null and not ${hasJoined('u')}
  and not exists (select from confirmation k where ${sameCompany('k', 'm')} and k.web_user_id = m.web_user_id
    and k.mailed_at is not null and k.used_at is null and k.expires_at > ${now})`

/** All users who have not accepted an invitation, and are without a valid mailed one. */
export const findAddresseesToInvite = (db: Db, now: Date): Promise<Addressee[]> =>
  db.many(sql`select distinct on (m.service_company_id, m.web_user_id) ${addresseeColumns} from ${addresseeSource}
    where ${waitsForInvitation(now)}
    order by m.service_company_id, m.web_user_id, m.id desc`)

/** Row lock: one transaction at a time counts or changes a user's links. */
export const lockUser = (db: Db, { serviceCompanyId, webUserId }: User): Promise<number> =>
  db.run(sql`select from web_user where service_company_id = ${serviceCompanyId} and id = ${webUserId} for update`)

/**
 * Row lock of a sign-in: it waits for whatever removes a factor or ends sessions, and makes it wait, so that the one sees all of the other.
 * Taken before any row that hangs on the user; in another order the two would wait for each other.
 */
export const holdUser = (db: Db, { serviceCompanyId, webUserId }: User): Promise<number> =>
  db.run(sql`select from web_user where service_company_id = ${serviceCompanyId} and id = ${webUserId} for share`)

/** How many links the user has been mailed on request since a moment. */
export const countMailedLinks = async (db: Db, user: User, since: Date): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) from confirmation
    where service_company_id = ${user.serviceCompanyId} and web_user_id = ${user.webUserId} and created_at > ${since}
      and mailed_at is not null`)
  return count
}

type NewConfirmation = { kind: Confirmation['kind']; key: string; encryptedKey: string; now: Date; expiresAt: Date }

export const insertConfirmation = async (db: Db, to: Addressee, confirmation: NewConfirmation): Promise<void> => {
  await db.run(sql`insert into confirmation (service_company_id, portal_id, contact_id, web_user_id, kind, key_hash, sealed_key,
      created_at, expires_at, mailed_at)
    values (${to.serviceCompanyId}, ${to.portalId}, ${to.contactId}, ${to.webUserId}, ${confirmation.kind}, ${hashToken(confirmation.key)},
      ${confirmation.encryptedKey}, ${confirmation.now}, ${confirmation.expiresAt}, ${confirmation.now})`)
}

/** The user's valid invitation to a contact, whose link can be sent again. */
export const findOpenInvitation = (db: Db, to: Addressee, now: Date) =>
  db.maybe<{ id: number; encryptedKey: string }>(sql`select id, sealed_key as "encryptedKey" from confirmation
    where service_company_id = ${to.serviceCompanyId} and portal_id = ${to.portalId} and contact_id = ${to.contactId}
      and web_user_id = ${to.webUserId} and kind = 'invitation' and used_at is null and expires_at > ${now}
    order by id desc limit 1`)

export const prolongConfirmation = (db: Db, to: Addressee, id: number, times: { now: Date; expiresAt: Date }) =>
  db.run(sql`update confirmation set mailed_at = ${times.now}, expires_at = ${times.expiresAt}
    where service_company_id = ${to.serviceCompanyId} and portal_id = ${to.portalId} and contact_id = ${to.contactId} and id = ${id}`)

/** A confirmation, with what decides whether it is still valid. */
export type ConfirmationRow = Confirmation &
  User & {
    portalId: number
    contactId: number
    expiresAt: Date
    used: boolean
    active: boolean
    hasPassword: boolean
    hasJoined: boolean
  }

export const findConfirmation = (db: Db, key: string): Promise<ConfirmationRow | undefined> =>
  db.maybe(sql`select k.kind, u.user_name as "userName", c.company_name as "companyName", p.web_portal_key as "webPortalKey",
      k.service_company_id as "serviceCompanyId", k.portal_id as "portalId", k.contact_id as "contactId",
      k.web_user_id as "webUserId", k.expires_at as "expiresAt",
      k.used_at is not null as used, ${letsIn('m')} as active, u.password_hash is not null as "hasPassword",
      ${hasJoined('u')} as "hasJoined", not p.disable_passwords as "setsPassword"
    from confirmation k
    join membership m on ${sameContact('m', 'k')} and m.web_user_id = k.web_user_id
    join web_user u on ${sameCompany('u', 'k')} and u.id = k.web_user_id
    join contact c on ${samePortal('c', 'k')} and c.id = k.contact_id
    join portal p on ${sameCompany('p', 'k')} and p.id = k.portal_id
    where k.key_hash = ${hashToken(key)}`)

/** Ends all links of a user that set a password or sign in. */
export const endLinks = async (db: Db, user: User, now: Date): Promise<void> => {
  await db.run(sql`update confirmation set used_at = ${now} where service_company_id = ${user.serviceCompanyId}
    and web_user_id = ${user.webUserId} and used_at is null`)
  await db.run(sql`update sign_in_link set used_at = ${now} where service_company_id = ${user.serviceCompanyId}
    and web_user_id = ${user.webUserId} and used_at is null`)
}

/** Ends all sessions of a user, and all links that set a password or sign in. */
export const endSessionsAndLinks = async (db: Db, user: User, now: Date): Promise<void> => {
  await endLinks(db, user, now)
  await deleteSessionsOf(db, user)
}

/** Clears the hash that a sign-in replaced; call it when the password changes. */
export const clearReplacedHash = (db: Db, user: User): Promise<number> =>
  db.run(sql`update web_user set replaced_hash = null where service_company_id = ${user.serviceCompanyId}
    and id = ${user.webUserId} and replaced_hash is not null`)

/** Sets a password, and ends all links and sessions of the user. */
export const setPassword = async (db: Db, user: User, passwordHash: string, now: Date): Promise<void> => {
  await db.run(sql`update web_user set password_hash = ${passwordHash}, replaced_hash = null
    where service_company_id = ${user.serviceCompanyId} and id = ${user.webUserId}`)
  await endSessionsAndLinks(db, user, now)
}

/** Notes that a user has accepted an invitation to a portal without passwords, and ends all links of the user. */
export const acceptInvitation = async (db: Db, user: User, now: Date): Promise<void> => {
  await db.run(sql`update web_user set accepted_at = coalesce(accepted_at, ${now})
    where service_company_id = ${user.serviceCompanyId} and id = ${user.webUserId}`)
  await endLinks(db, user, now)
}

/** Deletes recoveries that expired before a moment. Invitations stay: they are records of the service company. */
export const deleteConfirmationsBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from confirmation where expires_at < ${before} and kind = 'recovery'`)
