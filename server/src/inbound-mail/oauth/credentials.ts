import type { MailProvider } from '@portico/contract/staff/mail'
import type { Db } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { MailClients } from '../../kernel/settings/mail-clients.ts'
import { type Credentials, mailboxSecretPurpose, readImapUrl } from '../imap.ts'
import { replaceSecret } from './grant-queries.ts'
import { requireClient, requireProviderHost } from './grants.ts'
import { refreshTokens } from './token-endpoint.ts'

/** An access token is not used any more when it ends within this time. */
const EARLY_MS = 120_000

/** What opens a mailbox, as it is stored. */
export type StoredSecret = {
  serviceCompanyId: number
  id: number
  imapUrl: string
  sealedSecret: string
  oauthProvider: MailProvider | null
}

/** Opens stored secrets. `fresh`: the access token that was used last was refused. */
export type OpenSecret = (mailbox: StoredSecret, options?: { fresh?: boolean }) => Promise<Credentials>

/**
 * Opens the secrets of mailboxes: passwords, or access tokens, which are renewed before they end and kept in memory alone. Throws
 * GrantRefused where a consent has ended, or is for another server.
 */
export const openCredentials = ({
  database,
  secrets,
  mailClients,
}: {
  database: Db
  secrets: Secrets
  mailClients: MailClients
}): OpenSecret => {
  const tokens = new Map<number, { accessToken: string; until: number; of: string }>()
  return async (mailbox, { fresh = false } = {}) => {
    const { id, imapUrl, sealedSecret, oauthProvider } = mailbox
    const secret = secrets.decrypt(sealedSecret, mailboxSecretPurpose)
    if (oauthProvider === null) return { password: secret }
    requireProviderHost(mailClients, oauthProvider, readImapUrl(imapUrl))
    const known = tokens.get(id)
    if (known && !fresh && known.of === sealedSecret && known.until > performance.now())
      return { accessToken: known.accessToken }
    tokens.delete(id)
    const renewed = await refreshTokens(requireClient(mailClients, oauthProvider), secret)
    let of = sealedSecret
    if (renewed.refreshToken !== null && renewed.refreshToken !== secret) {
      of = secrets.encrypt(renewed.refreshToken, mailboxSecretPurpose)
      await replaceSecret(database, mailbox, { from: sealedSecret, to: of })
    }
    const { accessToken, validMs } = renewed
    tokens.set(id, { accessToken, of, until: performance.now() + Math.max(0, validMs - EARLY_MS) })
    return { accessToken }
  }
}
