import type { NotificationChoices } from '@portico/contract/auth'
import type { Notification, NotificationKind } from '@portico/contract/notifications'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { hashToken, newToken, type Secrets } from '../kernel/security/secrets.ts'

/** The purpose under which unsubscribe keys are encrypted. */
export const unsubscribeKeyPurpose = 'notification'

/** The recipient of a mail: a web user, or an address in copy. */
export type Subscriber = { serviceCompanyId: number } & (
  | { webUserId: number; address?: undefined }
  | { webUserId?: undefined; address: string }
)

const isOfSubscriber = ({ serviceCompanyId, webUserId, address }: Subscriber): Sql =>
  webUserId === undefined
    ? sql`service_company_id = ${serviceCompanyId} and address = ${address}`
    : sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`

/** Creates the unsubscribe key of a recipient and kind of mail, unless there is one. */
const createUnsubscribeKey = async (db: Db, secrets: Secrets, subscriber: Subscriber, kind: NotificationKind) => {
  const key = newToken()
  await db.run(sql`insert into notification (service_company_id, web_user_id, address, kind, key_hash, sealed_key)
    values (${subscriber.serviceCompanyId}, ${subscriber.webUserId ?? null}, ${subscriber.address ?? null}, ${kind}, ${hashToken(key)},
      ${secrets.encrypt(key, unsubscribeKeyPurpose)}) on conflict do nothing`)
}

/** The unsubscribe key of a recipient and kind of mail; undefined if these mails are stopped already. */
export const ensureUnsubscribeKey = async (
  db: Db,
  secrets: Secrets,
  subscriber: Subscriber,
  kind: NotificationKind,
): Promise<string | undefined> => {
  const selectKey = () =>
    db.maybe<{ encryptedKey: string; stopped: boolean }>(
      sql`select sealed_key as "encryptedKey", stopped from notification where ${isOfSubscriber(subscriber)} and kind = ${kind}`,
    )
  let notification = await selectKey()
  if (!notification) {
    await createUnsubscribeKey(db, secrets, subscriber, kind)
    notification = await selectKey()
  }
  return notification && !notification.stopped
    ? secrets.decrypt(notification.encryptedKey, unsubscribeKeyPurpose)
    : undefined
}

/** Stores which kinds of mail a user wants. */
export const chooseNotifications = async (
  db: Db,
  secrets: Secrets,
  subscriber: Subscriber,
  choices: Partial<NotificationChoices>,
): Promise<void> => {
  for (const [kind, isWanted] of Object.entries(choices) as [NotificationKind, boolean][]) {
    await createUnsubscribeKey(db, secrets, subscriber, kind)
    await db.run(
      sql`update notification set stopped = ${!isWanted} where ${isOfSubscriber(subscriber)} and kind = ${kind}`,
    )
  }
}

export const notificationOf = (db: Db, key: string): Promise<Notification | undefined> =>
  db.maybe(sql`select kind, stopped from notification where key_hash = ${hashToken(key)}`)

/** Stops the mails of an unsubscribe key. Returns whose they are and whether they were stopped `before`; undefined for an unknown key. */
export const markStopped = (db: Db, key: string) =>
  db.maybe<{ serviceCompanyId: number; webUserId: number | null; kind: NotificationKind; before: boolean }>(
    sql`update notification n set stopped = true from (
        select service_company_id, id, stopped from notification where key_hash = ${hashToken(key)} for update) b
      where ${sameCompany('n', 'b')} and n.id = b.id
      returning n.service_company_id as "serviceCompanyId", n.web_user_id as "webUserId", n.kind, b.stopped as before`,
  )

/** Which kinds of mail user `u` wants, as JSON. */
export const choiceColumns: Sql = sql`(select json_build_object(
    'ticketCreated', coalesce(bool_and(not stopped) filter (where kind = 'ticketCreated'), true),
    'ticketReply', coalesce(bool_and(not stopped) filter (where kind = 'ticketReply'), true),
    'ticketClosed', coalesce(bool_and(not stopped) filter (where kind = 'ticketClosed'), true),
    'filePublished', coalesce(bool_and(not stopped) filter (where kind = 'filePublished'), true))
  from notification n where ${sameCompany('n', 'u')} and n.web_user_id = u.id)`
