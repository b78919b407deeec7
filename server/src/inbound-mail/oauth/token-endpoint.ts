import type { MailProvider } from '@portico/contract/staff/mail'
import { isLoopbackName } from '../../kernel/http/host-header.ts'
import type { MailClient } from '../../kernel/settings/mail-clients.ts'

/** The provider has refused, in its own words. */
export class GrantRefused extends Error {
  override name = 'GrantRefused'
}

/** What a provider has given. `refreshToken` is null where the one that was used stays good. */
export type Tokens = { accessToken: string; refreshToken: string | null; validMs: number }

type Endpoints = { authorization: string | undefined; token: string; device: string | undefined }

const PATIENCE_MS = 15_000
const REPLY_MAX = 100_000
const ENDPOINTS_KEPT_MS = 3_600_000

/** What the owner of a mailbox is asked for: to read it, also while nobody is there. */
const scopes: Record<MailProvider, string> = {
  microsoft: 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access',
  google: 'https://mail.google.com/',
}

const requireSafe = (address: unknown): string => {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))) return url.href
  throw new GrantRefused('The provider names an endpoint without TLS.')
}

const request = async (address: string, form?: Record<string, string>): Promise<Record<string, unknown>> => {
  const init = form && {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  }
  const options = { redirect: 'error' as const, signal: AbortSignal.timeout(PATIENCE_MS) }
  const answer = await fetch(address, {
    ...init,
    ...options,
    headers: { ...init?.headers, accept: 'application/json' },
  })
  const text = (await answer.text()).slice(0, REPLY_MAX)
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>
  } catch {
    // Below.
  }
  throw new Error(`${new URL(address).host} answers ${answer.status}, and not as an OAuth server does.`)
}

const endpointsKept = new Map<string, { found: Endpoints; until: number }>()

/** Where a provider is asked, by what it publishes of itself. */
const endpointsOf = async ({ issuer }: MailClient): Promise<Endpoints> => {
  const kept = endpointsKept.get(issuer)
  if (kept && kept.until > performance.now()) return kept.found
  const published = await request(`${issuer}/.well-known/openid-configuration`)
  const optional = (address: unknown) => (address === undefined ? undefined : requireSafe(address))
  const found = {
    authorization: optional(published.authorization_endpoint),
    token: requireSafe(published.token_endpoint),
    device: optional(published.device_authorization_endpoint),
  }
  endpointsKept.set(issuer, { found, until: performance.now() + ENDPOINTS_KEPT_MS })
  return found
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

const wordsOf = ({ error, error_description: description }: Record<string, unknown>) =>
  [textOf(error), textOf(description)]
    .filter(Boolean)
    .join(': ')
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 500)

const tokensIn = (answer: Record<string, unknown>): Tokens => {
  const accessToken = textOf(answer.access_token)
  if (!accessToken) throw new GrantRefused(wordsOf(answer) || 'The provider gives no token.')
  const seconds = Number(answer.expires_in ?? 3600)
  return {
    accessToken,
    refreshToken: textOf(answer.refresh_token) ?? null,
    validMs: (Number.isFinite(seconds) && seconds > 0 ? seconds : 3600) * 1000,
  }
}

const named = ({ clientId, clientSecret }: MailClient) => ({
  client_id: clientId,
  ...(clientSecret && { client_secret: clientSecret }),
})

/** Asks for a code that the owner types on a page of the provider (RFC 8628, section 3.1). */
export const askDevice = async (
  provider: MailProvider,
  client: MailClient,
): Promise<{ deviceCode: string; code: string; address: string; validMs: number; interval: number }> => {
  const { device } = await endpointsOf(client)
  if (!device) throw new GrantRefused('The provider knows no device codes.')
  const answer = await request(device, { client_id: client.clientId, scope: scopes[provider] })
  const [deviceCode, code] = [textOf(answer.device_code), textOf(answer.user_code)]
  if (!deviceCode || !code) throw new GrantRefused(wordsOf(answer) || 'The provider gives no device code.')
  return {
    deviceCode,
    code,
    // Microsoft named it otherwise before the standard.
    address: requireSafe(answer.verification_uri ?? answer.verification_url),
    validMs: Number(answer.expires_in ?? 900) * 1000,
    interval: Math.min(60, Math.max(1, Number(answer.interval ?? 5))),
  }
}

/** Asks whether the owner has typed the code; undefined: not yet, and `slower` if that was asked too soon (RFC 8628, section 3.5). */
export const pollDevice = async (
  client: MailClient,
  deviceCode: string,
): Promise<{ tokens: Tokens } | { tokens: undefined; slower: boolean }> => {
  const { token } = await endpointsOf(client)
  const answer = await request(token, {
    ...named(client),
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  })
  if (answer.error === 'authorization_pending') return { tokens: undefined, slower: false }
  if (answer.error === 'slow_down') return { tokens: undefined, slower: true }
  return { tokens: tokensIn(answer) }
}

/** The address at which the owner says yes (RFC 6749, section 4.1; RFC 7636). */
export const authorizationAddress = async (
  provider: MailProvider,
  client: MailClient,
  { state, challenge, returnTo }: { state: string; challenge: string; returnTo: string },
): Promise<string> => {
  const { authorization } = await endpointsOf(client)
  if (!authorization) throw new GrantRefused('The provider knows no authorization codes.')
  const url = new URL(authorization)
  const asked = {
    ...{ client_id: client.clientId, response_type: 'code', redirect_uri: returnTo, scope: scopes[provider], state },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    // Google gives a refresh token only with both, and only then.
    ...{ access_type: 'offline', prompt: 'consent' },
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges an authorization code. */
export const redeemCode = async (
  client: MailClient,
  { code, verifier, returnTo }: { code: string; verifier: string; returnTo: string },
): Promise<Tokens> => {
  const { token } = await endpointsOf(client)
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: returnTo }
  return tokensIn(await request(token, { ...named(client), ...form }))
}

/** Renews the access; throws GrantRefused where the consent was withdrawn or has ended. */
export const refreshTokens = async (client: MailClient, refreshToken: string): Promise<Tokens> => {
  const { token } = await endpointsOf(client)
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return tokensIn(await request(token, { ...named(client), ...form }))
}
