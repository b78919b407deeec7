import { createHmac, randomBytes } from 'node:crypto'

/** Purpose under which webhook secrets are encrypted. */
export const webhookSecretPurpose = 'webhook secret'

const PREFIX = 'whsec_'

/** Creates a secret of 256 random bits in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

const signature = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')}`

/** Returns the headers that identify and sign a delivery, with one signature per valid secret. */
export const signedHeaders = (secrets: string[], key: string, body: string, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => signature(secret, `${key}.${timestamp}.${body}`)).join(' '),
  }
}
