import type { MailProvider, StaffMailbox } from '@portico/contract/staff/mail'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import type { MailboxPosition } from '../mailbox-queries.ts'

const visibleMailbox = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`x.service_company_id = ${serviceCompanyId}
    and (${portalIds}::bigint[] is null or x.portal_id = any(${portalIds}::bigint[]))`

export const staffMailboxes = (db: Db, scope: StaffScope, id?: number): Promise<StaffMailbox[]> =>
  db.many(sql`select x.id, json_build_object('id', p.id, 'name', p.web_portal_name) as portal,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as "group", x.address,
      x.imap_url as "imapUrl", x.oauth_provider as provider, x.authserv_id as "authservId",
      x.paused_at is not null as "isPaused", instant(x.checked_at) as "checkedOn", instant(x.failing_since) as "failingSince",
      x.failed_step as "failedStep", x.last_error as "lastError",
      (select count(*)::int from received_mail r where ${sameCompany('r', 'x')} and r.mailbox_id = x.id and r.state = 'waiting') as waiting
    from mailbox x join portal p on ${sameCompany('p', 'x')} and p.id = x.portal_id
    left join staff_group g on ${sameCompany('g', 'x')} and g.id = x.staff_group_id
    where ${visibleMailbox(scope)} and (${id ?? null}::bigint is null or x.id = ${id ?? null})
    order by p.web_portal_name, x.address, x.id`)

export const removeMailbox = async (db: Db, scope: StaffScope, id: number): Promise<boolean> =>
  (await db.run(sql`delete from mailbox x where ${visibleMailbox(scope)} and x.id = ${id}`)) === 1

/** Whether a portal is one of the account's, and a group one of its company. */
export const checkPlace = (
  db: Db,
  { serviceCompanyId, portalIds }: StaffScope,
  { portalId, groupId }: { portalId: number; groupId: number | null },
): Promise<{ portal: boolean; group: boolean }> =>
  db.one(sql`select exists (select from portal p where p.service_company_id = ${serviceCompanyId} and p.id = ${portalId}
      and (${portalIds}::bigint[] is null or p.id = any(${portalIds}::bigint[]))) as portal,
    ${groupId}::bigint is null or exists (select from staff_group g where g.service_company_id = ${serviceCompanyId}
      and g.id = ${groupId}) as "group"`)

/** What opens a mailbox. `sealedSecret` and `imapUrl` are null where its mail is delivered. */
export type MailboxAccess = {
  portalId: number
  imapUrl: string | null
  sealedSecret: string | null
  oauthProvider: MailProvider | null
  allowsPrivate: boolean
}

export const mailboxAccessOf = (db: Db, scope: StaffScope, id: number): Promise<MailboxAccess | undefined> =>
  db.maybe(sql`select x.portal_id as "portalId", x.imap_url as "imapUrl", x.sealed_secret as "sealedSecret",
      x.oauth_provider as "oauthProvider", x.allows_private as "allowsPrivate"
    from mailbox x where ${visibleMailbox(scope)} and x.id = ${id}`)

/** Whether another mailbox of the company has an address. */
export const isAddressTaken = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
  address: string,
): Promise<boolean> =>
  (await db.maybe(sql`select from mailbox x where x.service_company_id = ${serviceCompanyId}
    and x.address = ${address.toLowerCase()} and x.id <> ${id}`)) !== undefined

/** What is changed of a mailbox; undefined: it stays. `opens`: with what it is opened from now on; `isElsewhere`: it is another one, whose mail begins at `position`. */
export type MailboxChange = {
  portalId: number | undefined
  groupId: number | null | undefined
  address: string | undefined
  authservId: string | null | undefined
  isPaused: boolean | undefined
  opens:
    | {
        imapUrl: string
        sealedSecret: string
        allowsPrivate: boolean
        isElsewhere: boolean
        position: MailboxPosition | null
      }
    | undefined
}

/** Changes a mailbox. The process that fetches it lets it go, so that another connection is made with what is new. */
export const updateMailbox = (
  db: Db,
  scope: StaffScope,
  id: number,
  { portalId, groupId, address, authservId, isPaused, opens }: MailboxChange,
): Promise<number> =>
  db.run(sql`update mailbox x set portal_id = coalesce(${portalId ?? null}::bigint, portal_id),
      staff_group_id = case when ${groupId === undefined}::boolean then staff_group_id else ${groupId ?? null}::bigint end,
      address = coalesce(${address?.toLowerCase() ?? null}::text, address),
      authserv_id = case when ${authservId === undefined}::boolean then authserv_id else ${authservId?.toLowerCase() ?? null}::text end,
      paused_at = case ${isPaused ?? null}::boolean when true then coalesce(paused_at, now()) when false then null else paused_at end,
      imap_url = coalesce(${opens?.imapUrl ?? null}::text, imap_url),
      sealed_secret = coalesce(${opens?.sealedSecret ?? null}::text, sealed_secret),
      allows_private = coalesce(${opens?.allowsPrivate ?? null}::boolean, allows_private),
      uid_validity = case when ${opens?.isElsewhere ?? false}::boolean then ${opens?.position?.uidValidity ?? null} else uid_validity end,
      last_uid = case when ${opens?.isElsewhere ?? false}::boolean then ${opens?.position?.lastUid ?? null} else last_uid end,
      created_at = case when ${opens?.isElsewhere ?? false}::boolean then now() else created_at end,
      failing_since = case when ${opens !== undefined}::boolean then null else failing_since end,
      failed_step = case when ${opens !== undefined}::boolean then null else failed_step end,
      last_error = case when ${opens !== undefined}::boolean then null else last_error end,
      leased_by = null, leased_until = null
    where ${visibleMailbox(scope)} and x.id = ${id}`)

/** Opens a mailbox by a consent from now on. The process that fetches it lets it go. */
export const writeConsent = (
  db: Db,
  scope: StaffScope,
  id: number,
  { provider, sealedSecret, allowsPrivate }: { provider: MailProvider; sealedSecret: string; allowsPrivate: boolean },
): Promise<number> =>
  db.run(sql`update mailbox x set oauth_provider = ${provider}, sealed_secret = ${sealedSecret}, allows_private = ${allowsPrivate},
      failing_since = null, failed_step = null, last_error = null, leased_by = null, leased_until = null
    where ${visibleMailbox(scope)} and x.id = ${id}`)
