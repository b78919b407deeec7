import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'

/**
 * Mails that a recipient can stop: the copy of their own new ticket, replies of the service company, closings, conversations in which
 * somebody else has added them in copy (CC), and news of what the service company has published.
 */
export const notificationKinds = [
  'ticketCreated',
  'ticketReply',
  'ticketClosed',
  'ticketCopy',
  'filePublished',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The kind of mail that an unsubscribe link stops, and whether it is stopped. */
export const Notification = Type.Object({
  kind: Type.Unsafe<NotificationKind>({ type: 'string', enum: [...notificationKinds] }),
  stopped: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

export const readNotification = endpoint({
  name: 'readNotification',
  summary: 'Which mails the key of a mail stops.',
  method: 'GET',
  path: '/api/notifications/:key',
  access: 'open',
  reply: Notification,
})

export const stopNotification = endpoint({
  name: 'stopNotification',
  summary:
    'Stops mails of that kind to the reader of the mail; made by a mail program too (`List-Unsubscribe=One-Click`, RFC 8058).',
  method: 'POST',
  path: '/api/notifications/:key/stop',
  access: 'open',
})
