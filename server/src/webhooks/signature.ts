import { createHmac, randomBytes } from 'node:crypto'

/** What the secrets of webhooks are sealed for. */
export const webhookSecretPurpose = 'webhook secret'

const PREFIX = 'whsec_'

/** A fresh secret as the Standard Webhooks scheme writes it: 256 random bits. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

const signature = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')}`

/** The headers by which a receiver knows a delivery: one signature for each secret that still holds. */
export const signedHeaders = (secrets: string[], key: string, body: string, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => signature(secret, `${key}.${timestamp}.${body}`)).join(' '),
  }
}
