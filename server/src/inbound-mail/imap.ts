import type { MailboxStep } from '@portico/contract/staff/mail'
import type { ImapFlow } from 'imapflow'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { isLoopbackName } from '../kernel/http/host-header.ts'
import { allowedAddresses } from '../kernel/security/public-address.ts'

/** The purpose under which passwords of mailboxes are encrypted. */
export const mailboxSecretPurpose = 'mailbox'

const GREETING_MS = 15_000
const SILENCE_MS = 120_000
const OPEN_MS = 60_000

/** A mailbox on an IMAP server, from `imaps://user@host:993/INBOX`. `url` is without a password. */
export type ImapLocation = { url: string; host: string; port: number; secure: boolean; user: string; folder: string }

/** What opens a mailbox: its password, or an access token of OAuth 2 (XOAUTH2, or OAUTHBEARER of RFC 7628). */
export type Credentials = { password: string } | { accessToken: string }

const decodePart = (text: string): string => {
  try {
    const decoded = decodeURIComponent(text)
    if (!/\p{Cc}/u.test(decoded)) return decoded
  } catch {
    // A malformed escape is as wrong as a control character.
  }
  throw new OperatorError('The URL of a mailbox has an escape that is no letter.')
}

/** Reads the URL of a mailbox; throws an OperatorError that says what is wrong with it. */
export const readImapUrl = (text: string): ImapLocation => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['imap:', 'imaps:'].includes(url.protocol) || !url.hostname || !url.username)
    throw new OperatorError('A mailbox is imaps://user@host/INBOX, with %40 for an @ in the name of the user.')
  if (url.password) throw new OperatorError('The password does not belong into the URL of a mailbox: it is asked for.')
  // Of a scheme that it does not know, the parser takes any host.
  if (!URL.canParse(`https://${url.hostname}`)) throw new OperatorError('The server of a mailbox needs a valid name.')
  const secure = url.protocol === 'imaps:'
  return {
    url: url.href,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    user: decodePart(url.username),
    folder: decodePart(url.pathname.replace(/^\//, '')) || 'INBOX',
  }
}

/**
 * Waits for a server, but not for ever: one that sends a byte now and then never meets the limit of its socket. The caller closes the
 * connection when this throws.
 */
export const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server does not answer in time.')), limitMs)
  })
  // Who loses the race may still fail, which nobody waits for then.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Login = Credentials & { allowsPrivate: boolean; limitMs?: number }

/** Connects to the server of a mailbox and signs in; see {@link openImap}. */
export const connectImap = async (
  location: ImapLocation,
  { allowsPrivate, limitMs = OPEN_MS, ...credentials }: Login,
): Promise<ImapFlow> => {
  const { host, port, secure, user } = location
  // The address that was checked is the one that is connected to, whatever DNS says by then.
  const [first] = await allowedAddresses(new URL(`https://${host.includes(':') ? `[${host}]` : host}`), allowsPrivate)
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: first?.address ?? host,
    ...(!host.includes(':') && !/^[\d.]+$/.test(host) && { servername: host }),
    port,
    secure,
    ...(!secure && !isLoopbackName(host) && { doSTARTTLS: true }),
    auth:
      'password' in credentials ? { user, pass: credentials.password } : { user, accessToken: credentials.accessToken },
    logger: false,
    clientInfo: { name: 'Portico' },
    greetingTimeout: Math.min(GREETING_MS, limitMs),
    connectionTimeout: Math.min(GREETING_MS, limitMs),
    socketTimeout: SILENCE_MS,
  })
  // A lost connection is reported by the command under way, too.
  client.on('error', () => undefined)
  try {
    await within(limitMs, client.connect())
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Thrown for a folder whose mail the server does not number: a new mail could not be distinguished from one that was fetched before. */
class Unnumbered extends Error {
  override name = 'Unnumbered'
}

/** Opens the folder of a mailbox, to read; what it has, and how its mail is numbered. */
export const openFolder = async (client: ImapFlow, { folder }: ImapLocation, limitMs = OPEN_MS) => {
  const { exists, uidValidity, uidNext } = await within(limitMs, client.mailboxOpen(folder, { readOnly: true }))
  // RFC 3501, section 2.3.1.1: both are required.
  if (!uidValidity || !uidNext) throw new Unnumbered('The server does not number its mail (UIDVALIDITY, UIDNEXT).')
  return { exists, uidValidity: Number(uidValidity), uidNext }
}

/**
 * Connects to a mailbox and opens its folder. Without TLS only to this machine; into a private network only where the operator of the
 * installation has allowed it. The caller closes it.
 */
export const openImap = async (
  location: ImapLocation,
  login: Login,
): Promise<{ client: ImapFlow; uidValidity: number; uidNext: number }> => {
  const client = await connectImap(location, login)
  try {
    const { uidValidity, uidNext } = await openFolder(client, location, login.limitMs)
    return { client, uidValidity, uidNext }
  } catch (error) {
    client.close()
    throw error
  }
}

type ImapError = {
  authenticationFailed?: boolean
  tlsFailed?: boolean
  responseStatus?: string
  responseText?: string
  code?: string
  message?: string
}

const TLS_CODES =
  /^(?:ERR_(?:TLS|SSL)|CERT_|EPROTO$|UPGRADE_TIMEOUT$|ClosedAfterConnectTLS$|.*(?:SELF_SIGNED|ISSUER|SIGNATURE))/

/** Where a mailbox has failed to open. */
export const failedStepOf = (error: unknown): MailboxStep => {
  const { authenticationFailed, tlsFailed, responseStatus, code = '' } = error as ImapError
  // A consent that was withdrawn ends before any connection.
  if (authenticationFailed || (error as Error).name === 'GrantRefused') return 'signedIn'
  if (tlsFailed || TLS_CODES.test(code)) return 'secured'
  return responseStatus || error instanceof Unnumbered ? 'opened' : 'reached'
}

/** Whether a server has refused name, password or token. */
export const isRefusedLogin = (error: unknown): boolean =>
  (error as { authenticationFailed?: boolean }).authenticationFailed === true

/** What a failure of IMAP says to those who look after the mailbox. */
export const describeImapError = (error: unknown): string => {
  const { authenticationFailed, responseText, message } = error as ImapError
  const text = authenticationFailed
    ? `The server refuses name or password${responseText ? `: ${responseText}` : '.'}`
    : (responseText ?? message ?? String(error))
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 500)
}
