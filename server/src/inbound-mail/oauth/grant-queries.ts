import type { Language } from '@portico/contract/language'
import type { MailProvider } from '@portico/contract/staff/mail'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'

/** A consent that was asked for. */
export type Grant = {
  serviceCompanyId: number
  id: number
  provider: MailProvider
  state: 'waiting' | 'granted' | 'refused'
  problem: string | null
  sealedRequest: string
  pollSeconds: number
  sealedSecret: string | null
  expiresAt: Date
}

const columns = sql`g.service_company_id as "serviceCompanyId", g.id, g.provider, g.state, g.problem, g.sealed_request as "sealedRequest",
  g.poll_seconds as "pollSeconds", g.sealed_secret as "sealedSecret", g.expires_at as "expiresAt"`

/** Inserts a consent that is asked for; returns its id. `staffAccountId` null: on the command line. */
export const insertGrant = async (
  db: Db,
  grant: Pick<Grant, 'serviceCompanyId' | 'provider' | 'sealedRequest' | 'pollSeconds' | 'expiresAt'> & {
    staffAccountId: number | null
    stateHash: Buffer | null
  },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into mail_grant (service_company_id, staff_account_id, provider, sealed_request,
      state_hash, poll_seconds, expires_at)
    values (${grant.serviceCompanyId}, ${grant.staffAccountId}, ${grant.provider}, ${grant.sealedRequest}, ${grant.stateHash},
      ${grant.pollSeconds}, ${grant.expiresAt}) returning id`)
  return id
}

/** A consent of who has asked for it; nobody else finds it. */
export const grantOf = (
  db: Db,
  { serviceCompanyId, staffAccountId, id }: { serviceCompanyId: number; staffAccountId: number | null; id: number },
): Promise<Grant | undefined> =>
  db.maybe(sql`select ${columns} from mail_grant g where g.service_company_id = ${serviceCompanyId} and g.id = ${id}
    and g.staff_account_id is not distinct from ${staffAccountId}::bigint`)

/** The consent that a browser comes back for, once: the hash is taken away. With the language of the account that asked. */
export const takeReturn = (
  db: Db,
  stateHash: Buffer,
  now: Date,
): Promise<(Grant & { language: Language | null }) | undefined> =>
  db.maybe(sql`update mail_grant g set state_hash = null
    where g.state_hash = ${stateHash} and g.state = 'waiting' and g.expires_at > ${now} returning ${columns},
      (select a.language from staff_account a where ${sameCompany('a', 'g')} and a.id = g.staff_account_id) as language`)

/** Whether the provider may be asked now; true for one caller at a time. */
export const takePoll = async (
  db: Db,
  { serviceCompanyId, id }: Pick<Grant, 'serviceCompanyId' | 'id'>,
  now: Date,
): Promise<boolean> =>
  (await db.run(sql`update mail_grant set polled_at = ${now} where service_company_id = ${serviceCompanyId} and id = ${id}
    and state = 'waiting' and (polled_at is null or polled_at <= ${now}::timestamptz - make_interval(secs => poll_seconds))`)) ===
  1

/** The provider asks for more patience (RFC 8628, section 3.5). */
export const slowDown = (db: Db, { serviceCompanyId, id }: Pick<Grant, 'serviceCompanyId' | 'id'>): Promise<number> =>
  db.run(
    sql`update mail_grant set poll_seconds = poll_seconds + 5 where service_company_id = ${serviceCompanyId} and id = ${id}`,
  )

/** Writes how a consent has ended. */
export const settleGrant = (
  db: Db,
  { serviceCompanyId, id }: Pick<Grant, 'serviceCompanyId' | 'id'>,
  outcome: { sealedSecret: string } | { problem: string },
): Promise<number> => {
  const sealed = 'sealedSecret' in outcome ? outcome.sealedSecret : null
  const problem = 'problem' in outcome ? outcome.problem : null
  return db.run(sql`update mail_grant set state = ${sealed === null ? 'refused' : 'granted'}, sealed_secret = ${sealed},
      problem = ${problem}
    where service_company_id = ${serviceCompanyId} and id = ${id} and state = 'waiting'`)
}

/** Keeps the refresh token that a provider has given for the one before. */
export const keepSecret = (
  db: Db,
  { serviceCompanyId, id }: Pick<Grant, 'serviceCompanyId' | 'id'>,
  sealedSecret: string,
): Promise<number> =>
  db.run(
    sql`update mail_grant set sealed_secret = ${sealedSecret} where service_company_id = ${serviceCompanyId} and id = ${id}`,
  )

export const deleteGrant = (
  db: Db,
  { serviceCompanyId, id }: Pick<Grant, 'serviceCompanyId' | 'id'>,
): Promise<number> => db.run(sql`delete from mail_grant where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** Deletes consents that nobody has used in time, with their tokens. */
export const deleteOldGrants = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from mail_grant where expires_at < ${before}`)

/** Replaces the refresh token of a mailbox, unless another process has. */
export const replaceSecret = (
  db: Db,
  { serviceCompanyId, id }: { serviceCompanyId: number; id: number },
  { from, to }: { from: string; to: string },
): Promise<number> =>
  db.run(sql`update mailbox set sealed_secret = ${to} where service_company_id = ${serviceCompanyId} and id = ${id}
    and sealed_secret = ${from}`)
