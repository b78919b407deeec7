import { createHash, randomBytes } from 'node:crypto'
import { staffRoot } from '@portico/contract/endpoint'
import type { Language } from '@portico/contract/language'
import type { MailProvider } from '@portico/contract/staff/mail'
import type { Db } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { MailClient, MailClients } from '../../kernel/settings/mail-clients.ts'
import { type ImapLocation, mailboxSecretPurpose } from '../imap.ts'
import { type Grant, insertGrant, keepSecret, settleGrant, slowDown, takePoll, takeReturn } from './grant-queries.ts'
import {
  askDevice,
  authorizationAddress,
  GrantRefused,
  pollDevice,
  redeemCode,
  refreshTokens,
  type Tokens,
} from './token-endpoint.ts'

const requestPurpose = 'mail grant'
/** How long the owner has at a provider that does not say. */
const VALID_MS = 15 * 60_000

export type GrantDeps = { secrets: Secrets; mailClients: MailClients; publicUrl: string | undefined }

/** A consent that the owner of a mailbox can give now; see `MailGrant` of the contract. */
export type AskedGrant = { id: number; address: string; code: string | null; interval: number; expiresAt: Date }

const returnAddress = (publicUrl: string | undefined) => `${publicUrl ?? ''}${staffRoot}/mail/oauth/return`

const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** How the installation is known to a provider; throws GrantRefused if it is not. */
export const requireClient = (clients: MailClients, provider: MailProvider): MailClient => {
  const client = clients[provider]
  if (!client) throw new GrantRefused(`This installation is not registered with ${provider}.`)
  return client
}

/** Refuses a mailbox on another server than the provider's, which would get an access token to the whole mailbox of the owner. */
export const requireProviderHost = (
  clients: MailClients,
  provider: MailProvider,
  { host }: Pick<ImapLocation, 'host'>,
): void => {
  const { imapHosts } = requireClient(clients, provider)
  if (!imapHosts.includes(host.toLowerCase()))
    throw new GrantRefused(`A consent of ${provider} is for ${imapHosts.join(', ')} alone.`)
}

/** Asks for a consent: by device code at Microsoft, by authorization code with PKCE at Google, which has no device codes for mailboxes. */
export const askGrant = async (
  db: Db,
  { secrets, mailClients, publicUrl }: GrantDeps,
  asked: { serviceCompanyId: number; staffAccountId: number | null; provider: MailProvider },
  now: Date,
): Promise<AskedGrant> => {
  const client = requireClient(mailClients, asked.provider)
  const seal = (request: object) => secrets.encrypt(JSON.stringify(request), requestPurpose)
  if (asked.provider === 'microsoft') {
    const { deviceCode, code, address, validMs, interval } = await askDevice(asked.provider, client)
    const expiresAt = new Date(now.getTime() + validMs)
    const grant = { ...asked, sealedRequest: seal({ deviceCode }), stateHash: null, pollSeconds: interval, expiresAt }
    return { id: await insertGrant(db, grant), address, code, interval, expiresAt }
  }
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const returnTo = returnAddress(publicUrl)
  const address = await authorizationAddress(asked.provider, client, { state, challenge, returnTo })
  const expiresAt = new Date(now.getTime() + VALID_MS)
  const sealedRequest = seal({ verifier })
  const grant = { ...asked, sealedRequest, stateHash: hashOf(state), pollSeconds: 2, expiresAt }
  return { id: await insertGrant(db, grant), address, code: null, interval: 2, expiresAt }
}

const settle = async (db: Db, secrets: Secrets, grant: Grant, tokens: Tokens): Promise<void> => {
  const outcome =
    tokens.refreshToken === null
      ? { problem: 'The provider gives no lasting access (no refresh token).' }
      : { sealedSecret: secrets.encrypt(tokens.refreshToken, mailboxSecretPurpose) }
  await settleGrant(db, grant, outcome)
}

/** Runs an exchange with a provider; what it refuses ends the consent. */
const settling = async (db: Db, grant: Grant, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error
    await settleGrant(db, grant, { problem: error.message })
  }
}

/** Asks the provider of a waiting device code, no more often than it allows. */
export const pollGrant = async (
  db: Db,
  { secrets, mailClients }: GrantDeps,
  grant: Grant,
  now: Date,
): Promise<void> => {
  if (grant.provider !== 'microsoft' || grant.state !== 'waiting' || grant.expiresAt <= now) return
  if (!(await takePoll(db, grant, now))) return
  const { deviceCode } = JSON.parse(secrets.decrypt(grant.sealedRequest, requestPurpose)) as { deviceCode: string }
  await settling(db, grant, async () => {
    const polled = await pollDevice(requireClient(mailClients, grant.provider), deviceCode)
    if (polled.tokens) await settle(db, secrets, grant, polled.tokens)
    else if (polled.slower) await slowDown(db, grant)
  })
}

/** Takes what a browser brings back from a provider; false if nobody has asked for it, or it came before. */
export const returnGrant = async (
  db: Db,
  { secrets, mailClients, publicUrl }: GrantDeps,
  { state, code, problem }: { state: string; code: string | undefined; problem: string },
  now: Date,
): Promise<{ outcome: 'granted' | 'refused' | 'unknown'; language: Language | null }> => {
  const grant = await takeReturn(db, hashOf(state), now)
  if (!grant) return { outcome: 'unknown', language: null }
  const { language } = grant
  if (!code) {
    await settleGrant(db, grant, { problem })
    return { outcome: 'refused', language }
  }
  const { verifier } = JSON.parse(secrets.decrypt(grant.sealedRequest, requestPurpose)) as { verifier: string }
  let isGranted = false
  await settling(db, grant, async () => {
    const client = requireClient(mailClients, grant.provider)
    const tokens = await redeemCode(client, { code, verifier, returnTo: returnAddress(publicUrl) })
    await settle(db, secrets, grant, tokens)
    isGranted = tokens.refreshToken !== null
  })
  return { outcome: isGranted ? 'granted' : 'refused', language }
}

/**
 * Uses a consent for the first time, for a mailbox: an access token, and the refresh token as it is to be stored. Throws GrantRefused, also
 * for a server that is not the provider's.
 */
export const renewGrant = async (
  db: Db,
  { secrets, mailClients }: Omit<GrantDeps, 'publicUrl'>,
  grant: Grant,
  location: ImapLocation,
): Promise<{ accessToken: string; sealedSecret: string }> => {
  requireProviderHost(mailClients, grant.provider, location)
  if (grant.sealedSecret === null) throw new GrantRefused('Access to the mailbox was not granted.')
  const refreshToken = secrets.decrypt(grant.sealedSecret, mailboxSecretPurpose)
  const renewed = await refreshTokens(requireClient(mailClients, grant.provider), refreshToken)
  if (renewed.refreshToken === null) return { accessToken: renewed.accessToken, sealedSecret: grant.sealedSecret }
  const sealedSecret = secrets.encrypt(renewed.refreshToken, mailboxSecretPurpose)
  await keepSecret(db, grant, sealedSecret)
  return { accessToken: renewed.accessToken, sealedSecret }
}
