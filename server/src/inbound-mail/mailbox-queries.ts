import type { MailboxStep, MailProvider } from '@portico/contract/staff/mail'
import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'

/** A mailbox as those who look after it see it. */
export type Mailbox = {
  serviceCompanyId: number
  portalId: number
  id: number
  portalKey: string
  group: string | null
  address: string
  /** Without its password; null: mail is delivered to it. */
  imapUrl: string | null
  authservId: string | null
  checkedAt: string | null
  failingSince: string | null
  lastError: string | null
}

const mailboxColumns: Sql = raw(`x.service_company_id as "serviceCompanyId", x.portal_id as "portalId", x.id,
  p.web_portal_key as "portalKey", g.name as "group", x.address, x.imap_url as "imapUrl", x.authserv_id as "authservId",
  instant(x.checked_at) as "checkedAt", instant(x.failing_since) as "failingSince",
  x.last_error as "lastError"`)

const mailboxRows: Sql = sql`select ${mailboxColumns} from mailbox x
  join portal p on ${sameCompany('p', 'x')} and p.id = x.portal_id
  left join staff_group g on ${sameCompany('g', 'x')} and g.id = x.staff_group_id`

/** All mailboxes of the installation, or of one company in these portals. */
export const listMailboxes = (
  db: Db,
  of?: { serviceCompanyId: number; portalIds: readonly number[] | null },
): Promise<Mailbox[]> =>
  db.many(sql`${mailboxRows} where ${of?.serviceCompanyId ?? null}::bigint is null or (x.service_company_id = ${of?.serviceCompanyId ?? null}
      and (${of?.portalIds ?? null}::bigint[] is null or x.portal_id = any(${of?.portalIds ?? null}::bigint[])))
    order by p.web_portal_key, x.id`)

export const mailboxWithId = (db: Db, id: number): Promise<Mailbox | undefined> =>
  db.maybe(sql`${mailboxRows} where x.id = ${id}`)

/** How far a mailbox was read: the last mail that was taken or left alone. */
export type MailboxPosition = { uidValidity: number; lastUid: number }

/**
 * A mailbox to make. `sealedSecret` has its password. `position`: where its mail begins that is to be fetched; without it, where it ends when it
 * is first opened.
 */
export type NewMailbox = {
  serviceCompanyId: number
  portalId: number
  staffGroupId: number | null
  address: string
  imapUrl: string | null
  sealedSecret: string | null
  /** The provider of the refresh token that `sealedSecret` has instead of a password. */
  oauthProvider?: MailProvider
  authservId: string | null
  allowsPrivate: boolean
  position?: MailboxPosition | null
}

/** Inserts a mailbox; undefined if the company, or for a delivered one anybody, has the address already. */
export const insertMailbox = async (db: Db, mailbox: NewMailbox): Promise<number | undefined> =>
  (
    await db.maybe<{
      id: number
    }>(sql`insert into mailbox (service_company_id, portal_id, staff_group_id, address, imap_url, sealed_secret,
        oauth_provider, authserv_id, allows_private, uid_validity, last_uid)
      values (${mailbox.serviceCompanyId}, ${mailbox.portalId}, ${mailbox.staffGroupId}, ${mailbox.address.toLowerCase()},
        ${mailbox.imapUrl}, ${mailbox.sealedSecret}, ${mailbox.oauthProvider ?? null}, ${mailbox.authservId?.toLowerCase() ?? null},
        ${mailbox.allowsPrivate}, ${mailbox.position?.uidValidity ?? null}, ${mailbox.position?.lastUid ?? null})
      on conflict do nothing returning id`)
  )?.id

export const deleteMailbox = (
  db: Db,
  { serviceCompanyId, id }: Pick<Mailbox, 'serviceCompanyId' | 'id'>,
): Promise<number> => db.run(sql`delete from mailbox where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** What is needed to fetch the mail of a mailbox. */
export type FetchedMailbox = {
  serviceCompanyId: number
  portalId: number
  id: number
  imapUrl: string
  sealedSecret: string
  oauthProvider: MailProvider | null
  allowsPrivate: boolean
  uidValidity: number | null
  lastUid: number | null
  createdAt: Date
}

/** How long a process that fetches a mailbox may be silent before another takes over, in seconds. */
export const leaseSeconds = 30

const fetchedColumns: Sql =
  raw(`x.service_company_id as "serviceCompanyId", x.portal_id as "portalId", x.id, x.imap_url as "imapUrl",
  x.sealed_secret as "sealedSecret", x.oauth_provider as "oauthProvider", x.allows_private as "allowsPrivate", x.uid_validity as "uidValidity", x.last_uid as "lastUid",
  x.created_at as "createdAt"`)

/** Takes the mailboxes that no process fetches. The clock is the database's. */
export const leaseMailboxes = (db: Db, owner: string): Promise<FetchedMailbox[]> =>
  db.many(sql`with free as (
      select service_company_id, portal_id, id from mailbox
      where imap_url is not null and paused_at is null and (leased_until is null or leased_until < now()) for update skip locked)
    update mailbox x set leased_by = ${owner}, leased_until = now() + make_interval(secs => ${leaseSeconds}) from free f
      where ${samePortal('x', 'f')} and x.id = f.id returning ${fetchedColumns}`)

/** Keeps a mailbox; false if another process has it, or it was removed. */
export const keepLease = async (db: Db, id: number, owner: string): Promise<boolean> =>
  (await db.run(sql`update mailbox set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and leased_by = ${owner}`)) === 1

/** Notes that all of a mailbox has been read; false if another process has it, or it was removed. */
export const noteChecked = async (db: Db, id: number, owner: string): Promise<boolean> =>
  (await db.run(sql`update mailbox set leased_until = now() + make_interval(secs => ${leaseSeconds}), checked_at = now(),
      failing_since = null, last_error = null, failed_step = null where id = ${id} and leased_by = ${owner}`)) === 1

/** Lets a mailbox go; with an `error` it is not tried again for a minute. */
export const releaseLease = (
  db: Db,
  id: number,
  owner: string,
  error: { text: string; step: MailboxStep | null } | null,
): Promise<number> =>
  db.run(sql`update mailbox set leased_by = null, leased_until = now() + make_interval(secs => ${error === null ? 0 : 60}),
      last_error = coalesce(${error?.text ?? null}, last_error),
      failed_step = case when ${error === null}::boolean then failed_step else ${error?.step ?? null}::text end,
      failing_since = case when ${error === null}::boolean then failing_since else coalesce(failing_since, now()) end
    where id = ${id} and leased_by = ${owner}`)

/** Remembers how far a mailbox was read; false if another process has it, so that nothing may be taken. */
export const writePosition = async (
  db: Db,
  id: number,
  owner: string,
  { uidValidity, lastUid }: MailboxPosition,
): Promise<boolean> =>
  (await db.run(sql`update mailbox set uid_validity = ${uidValidity}, last_uid = ${lastUid}
    where id = ${id} and leased_by = ${owner}
      and (uid_validity is distinct from ${uidValidity} or last_uid is null or last_uid < ${lastUid})`)) === 1
