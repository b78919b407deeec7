import { type Flag, type Flags, flags } from '@portico/contract/permissions'
import { type DocumentPurpose, documentFlags } from '@portico/contract/sections'
import { seesRecords } from '@portico/contract/staff-roles'
import { columnName } from '../database/column-name.ts'
import { type Db, empty, raw, type Sql, type Statement, sql } from '../database/db.ts'
import { prepareVariants } from '../database/prepare.ts'
import { fail } from '../errors/fail.ts'
import { hashToken } from '../security/secrets.ts'
import type { UrlReader } from '../security/signed-url.ts'
import type { Clock } from '../time/clock.ts'
import { type Actor, isSeeAsToken, seeAsRows } from './see-as.ts'
import { type Due, dueColumn, findFactorDue, passwordDueColumn } from './sign-in-due.ts'
import { sameCompany, samePortal } from './tenant-joins.ts'

declare const proven: unique symbol

/** Proof of a live session. Only this module creates it. */
export type UserScope = {
  readonly [proven]: true
  readonly sessionId: number
  readonly serviceCompanyId: number
  readonly webUserId: number
  readonly userName: string
  /** The employee who sees as this user; null for the user. */
  readonly actor: Actor | null
  /** Nothing may be written. */
  readonly readOnly: boolean
}

/** Proof that the user has a membership in the portal; if there are several, `membershipId` is the oldest. */
export type PortalScope = UserScope & { readonly portalId: number; readonly membershipId: number }

/**
 * Proof that the user may act for the contact in the portal, with the flags of that membership. Every query on a contact's data requires
 * it.
 */
export type Scope = PortalScope & {
  readonly contactId: number
  readonly timeZone: string
  /** Whether messages of this portal are plain text, because its HTML editor is off. */
  readonly plainText: boolean
  /** When the user joined the contact, as PostgreSQL writes it: older messages never count as unread. */
  readonly unreadSince: string
  readonly flags: Flags
}

type SessionRow = {
  sessionId: number
  serviceCompanyId: number
  webUserId: number
  userName: string
}
type CustomerRow = SessionRow & { remember: boolean; lastSeenAt: number; createdAt: number }
type ReaderRow = SessionRow & { actor: Actor | null }
type MembershipRow = {
  portalId: number | null
  contactId: number
  membershipId: number | null
  timeZone: string
  plainText: boolean
  unreadSince: string
  due: Due
} & Flags

const HOUR = 3_600_000
const TOUCH_AFTER = 5 * 60_000
/** Milliseconds after its sign-in at which a session ends, however often it is used. */
const SESSION_MAX = 30 * 24 * HOUR

/** The lifetime of a session after its last use, in milliseconds: 12 hours, or 30 days with "remember me". */
export const sessionLife = (remember: boolean): number => (remember ? 30 * 24 : 12) * HOUR

/** The flags of membership `m`, under the contract's names. */
export const flagColumns: Sql = raw(flags.map(flag => `m.${columnName(flag)} as "${flag}"`).join(', '))

/** As text, because a `Date` would lose the microseconds. */
const unreadSinceColumn = raw('m.unread_since::text as "unreadSince"')

const sessionColumns = sql`s.id as "sessionId", s.service_company_id as "serviceCompanyId", s.web_user_id as "webUserId",
  u.user_name as "userName"`

const userOfSession = sql`web_user u on ${sameCompany('u', 's')} and u.id = s.web_user_id`

/**
 * Where a session `s` is found with its user: what is selected of it, which of the user's memberships `m` it opens, and what it owes before
 * that: `due` says all of it, `dueAtOnce` only what does not depend on a second factor, and `needsFactor` whether contact `c` requires one.
 */
type SessionSource = { columns: Sql; from: Sql; opens: Sql; due: Sql; dueAtOnce: Sql; needsFactor: Sql }

const customerSessions: SessionSource = {
  columns: sql`${sessionColumns}, null as actor, s.remember, date_part('epoch', s.last_seen_at) * 1000 as "lastSeenAt",
    date_part('epoch', s.created_at) * 1000 as "createdAt"`,
  from: sql`session s join ${userOfSession}`,
  opens: empty,
  due: dueColumn,
  dueAtOnce: passwordDueColumn,
  needsFactor: raw('c.second_factor_required'),
}

const seeAsSessions: SessionSource = {
  columns: sql`${sessionColumns}, s.actor`,
  from: sql`${seeAsRows} s join ${userOfSession}`,
  opens: sql`and m.id = s.membership_id`,
  // The employee has signed in by the rules of the staff.
  due: raw('null'),
  dueAtOnce: raw('null'),
  needsFactor: raw('false'),
}

/** What a session is found by. */
type TokenKeys = { tokenHash: Buffer; now: Date }

const isLive = ({ tokenHash, now }: TokenKeys): Sql => sql`s.token_hash = ${tokenHash} and s.expires_at > ${now}`

/** SQL condition: membership `alias` lets its user in, as it has not ended and its contact is not archived. */
export const letsIn = (alias: string): Sql =>
  raw(`(${alias}.active and not exists (select from contact archived where archived.service_company_id = ${alias}.service_company_id
    and archived.portal_id = ${alias}.portal_id and archived.id = ${alias}.contact_id and archived.archived_at is not null))`)

/** SQL: the contact that has this id, or into which the one that had it was merged. `company` is the service company's column or value. */
export const contactOf = (company: Sql, contactId: number): Sql =>
  sql`coalesce((select g.contact_id from merged_contact g where g.service_company_id = ${company} and g.id = ${contactId}), ${contactId})`

/** The contact into which the one that had an id was merged; undefined if it was not. */
const mergedInto = async (db: Db, serviceCompanyId: number, contactId: number): Promise<number | undefined> =>
  (
    await db.maybe<{ contactId: number }>(
      sql`select contact_id as "contactId" from merged_contact where service_company_id = ${serviceCompanyId} and id = ${contactId}`,
    )
  )?.contactId

/** Whether the contact of a scope has been merged into another one since the scope was proven. */
export const isMergedSince = async (db: Db, { serviceCompanyId, contactId }: Scope): Promise<boolean> =>
  (await mergedInto(db, serviceCompanyId, contactId)) !== undefined

/** The token in an `Authorization` header. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]

/** Extends a session, at most once in five minutes, so that most reads write nothing. */
const touch = async (db: Db, row: CustomerRow, now: Date): Promise<void> => {
  if (now.getTime() - row.lastSeenAt < TOUCH_AFTER) return
  const expires = new Date(Math.min(now.getTime() + sessionLife(row.remember), row.createdAt + SESSION_MAX))
  await db.run(sql`update session set last_seen_at = ${now}, expires_at = ${expires} where id = ${row.sessionId}`)
}

const proof = <T extends object>(row: T) => row as T & { readonly [proven]: true }

const userOf = (row: ReaderRow): UserScope =>
  proof({
    sessionId: row.sessionId,
    serviceCompanyId: row.serviceCompanyId,
    webUserId: row.webUserId,
    userName: row.userName,
    actor: row.actor,
    readOnly: row.actor !== null,
  })

/** The flags of a membership for its reader: an employee who sees as the person opens no kind of record that the employee's role does not. */
export const flagsFor = (row: Flags, actor: Actor | null): Flags => {
  const closed = Object.entries(documentFlags).filter(([kind]) => actor && !seesRecords(actor, kind as DocumentPurpose))
  const closedFlags = closed.map(([, flag]) => flag)
  return Object.fromEntries(flags.map(flag => [flag, row[flag] && !closedFlags.includes(flag)])) as Flags
}

const scopeOf = (row: ReaderRow & MembershipRow): Scope => {
  if (row.membershipId === null || row.portalId === null) return fail('not_found')
  if (row.due !== null) return fail('second_factor_required', { detail: row.due })
  return {
    ...userOf(row),
    portalId: row.portalId,
    contactId: row.contactId,
    membershipId: row.membershipId,
    timeZone: row.timeZone,
    plainText: row.plainText,
    unreadSince: row.unreadSince,
    flags: flagsFor(row, row.actor),
  }
}

/** What a session is selected by that wants to act for a contact; `company` is the key of the portal. */
type ContactKeys = TokenKeys & { contactId: number; company: string | undefined }

/** Most requests of customers begin with this statement, so it leaves out what few of them need: see `contact` below. */
const contactStatement = prepareVariants<ContactKeys, { seesAs: boolean; ofPortal: boolean }>(
  ['tokenHash', 'now', 'contactId', 'company'],
  ({ contactId, company, ...keys }, { seesAs, ofPortal }) => {
    const { columns, from, opens, dueAtOnce, needsFactor } = seesAs ? seeAsSessions : customerSessions
    return sql`select ${columns}, p.id as "portalId", m.contact_id as "contactId", m.id as "membershipId",
        p.time_zone as "timeZone", p.disable_html_editor as "plainText", ${unreadSinceColumn}, ${flagColumns},
        ${dueAtOnce} as due, ${needsFactor} as "needsFactor"
      from ${from}
      left join (membership m join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id and c.archived_at is null)
        on ${sameCompany('m', 's')} and m.contact_id = ${contactId} and m.web_user_id = s.web_user_id and m.active ${opens}
      left join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
        ${ofPortal ? sql`and p.web_portal_key = ${company}` : empty}
      where ${isLive(keys)}`
  },
)

/**
 * Makes the functions that turn an `Authorization` header into a scope, mostly with one statement. Errors: 401 without a live session, 404
 * for a portal or contact that the user has no access to, 401 `second_factor_required` for one that the session is not signed in well enough
 * for, with what is {@link Due} in `detail`.
 */
export const createAuthenticator = (db: Db, clock: Clock) => {
  const found = async <Row extends ReaderRow>(
    authorization: string | undefined,
    statement: (source: SessionSource, keys: TokenKeys) => Statement,
  ) => {
    const token = tokenIn(authorization)
    if (!token) return fail('unauthenticated')
    const keys = { tokenHash: hashToken(token), now: clock() }
    if (isSeeAsToken(token))
      return (await db.quick.maybe<Row>(statement(seeAsSessions, keys))) ?? fail('unauthenticated')
    const row = await db.quick.maybe<Row & CustomerRow>(statement(customerSessions, keys))
    if (!row) return fail('unauthenticated')
    await touch(db, row, keys.now)
    return row
  }

  const readUrlReader = (
    { columns, from, opens, due }: SessionSource,
    { membershipId, sessionId }: UrlReader,
  ): Promise<(ReaderRow & MembershipRow) | undefined> =>
    db.maybe(sql`select ${columns},
          m.portal_id as "portalId", m.contact_id as "contactId", m.id as "membershipId", p.time_zone as "timeZone",
          p.disable_html_editor as "plainText", ${unreadSinceColumn}, ${due} as due, ${flagColumns}
        from ${from}
        join membership m on ${sameCompany('m', 's')} and m.web_user_id = s.web_user_id ${opens}
        join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
        where s.id = ${sessionId} and s.expires_at > ${clock()} and m.id = ${membershipId} and ${letsIn('m')}`)

  return {
    user: async (authorization: string | undefined): Promise<UserScope> =>
      userOf(
        await found(
          authorization,
          ({ columns, from }, keys) => sql`select ${columns} from ${from} where ${isLive(keys)}`,
        ),
      ),

    portal: async (authorization: string | undefined, company: string): Promise<PortalScope> => {
      const row = await found<ReaderRow & { portalId: number | null; membershipId: number | null; due: Due }>(
        authorization,
        (
          { columns, from, opens, due },
          keys,
        ) => sql`select ${columns}, held."portalId", held."membershipId", held.due from ${from}
          left join lateral (
            select p.id as "portalId", m.id as "membershipId", ${due} as due from portal p join membership m
              on ${sameCompany('m', 'p')} and m.portal_id = p.id and ${letsIn('m')} ${opens}
            where p.web_portal_key = ${company} and ${sameCompany('p', 's')}
              and m.web_user_id = s.web_user_id order by (${due}) is not null, m.id limit 1
          ) held on true
          where ${isLive(keys)}`,
      )
      const { portalId, membershipId, due } = row
      if (portalId === null || membershipId === null) return fail('not_found')
      if (due !== null) return fail('second_factor_required', { detail: due })
      return { ...userOf(row), portalId, membershipId }
    },

    /**
     * `company` is undefined if the path contains only the contact. Whether a contact was merged is asked only if it is not found; whether the
     * session lacks a second factor, only if the contact requires one.
     */
    contact: async (authorization: string | undefined, company: string | undefined, contactId: number) => {
      const read = (id: number) =>
        found<ReaderRow & MembershipRow & { needsFactor: boolean }>(authorization, (source, keys) =>
          contactStatement(
            { ...keys, contactId: id, company },
            { seesAs: source === seeAsSessions, ofPortal: company !== undefined },
          ),
        )
      const row = await read(contactId)
      const merged = row.membershipId === null ? await mergedInto(db, row.serviceCompanyId, contactId) : undefined
      const reached = merged === undefined ? row : await read(merged)
      const due = reached.due ?? (reached.needsFactor ? await findFactorDue(db, reached) : null)
      return scopeOf({ ...reached, due })
    },

    /** The scope of the user for whom a signed URL was made; `not_found` if the session has ended. */
    urlReader: async (reader: UrlReader): Promise<Scope> => {
      // The ids of both kinds come from one sequence.
      const row = (await readUrlReader(customerSessions, reader)) ?? (await readUrlReader(seeAsSessions, reader))
      return row ? scopeOf(row) : fail('not_found')
    },
  }
}

/** The keys of a membership. */
export type MemberKeys = { serviceCompanyId: number; contactId: number; webUserId: number }

/**
 * The scope of a web user in a contact, for a mail that a token of this reader proves; undefined if the membership has ended or its contact
 * is archived. It is of no session.
 */
export const memberScope = async (
  db: Db,
  { serviceCompanyId, contactId, webUserId }: MemberKeys,
): Promise<Scope | undefined> => {
  const row = await db.maybe<
    ReaderRow & MembershipRow
  >(sql`select 0 as "sessionId", m.service_company_id as "serviceCompanyId",
      m.web_user_id as "webUserId", u.user_name as "userName", null as actor, m.portal_id as "portalId", m.contact_id as "contactId",
      m.id as "membershipId", p.time_zone as "timeZone", p.disable_html_editor as "plainText", ${unreadSinceColumn}, null as due, ${flagColumns}
    from membership m
    join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
    where m.service_company_id = ${serviceCompanyId} and m.contact_id = ${contactId} and m.web_user_id = ${webUserId} and ${letsIn('m')}`)
  return row && scopeOf(row)
}

/** Selects the ids of the sessions that live at a time; `withSeeAs`: also of those who see as a customer. */
export const liveSessionIds = (now: Date, withSeeAs: boolean): Sql =>
  withSeeAs
    ? sql`select id from session where expires_at > ${now} union all select id from ${seeAsRows} v where expires_at > ${now}`
    : sql`select id from session where expires_at > ${now}`

/** See {@link createAuthenticator}. */
export type Authenticator = ReturnType<typeof createAuthenticator>

/** Throws `forbidden` unless the membership has the flag. */
export const requireFlag = (scope: Scope, flag: Flag): void => {
  if (!scope.flags[flag]) fail('forbidden')
}

/** Selects a contact's rows in table alias `t`: `t.service_company_id = … and t.portal_id = … and t.contact_id = …`. */
export const within = (scope: Pick<Scope, 'serviceCompanyId' | 'portalId' | 'contactId'>, alias: string): Sql =>
  sql`${raw(`${alias}.service_company_id`)} = ${scope.serviceCompanyId} and ${raw(`${alias}.portal_id`)} = ${scope.portalId}
    and ${raw(`${alias}.contact_id`)} = ${scope.contactId}`
