import { isIP } from 'node:net'
import { mailAddress } from '@portico/contract/shapes'
import type { MailProvider } from '@portico/contract/staff/mail'
import { OperatorError } from '../errors/operator-error.ts'
import type { DkimSettings } from '../messages/dkim.ts'
import { smsSchemes } from '../messages/sms-transport.ts'
import { type ReplyAddress, TOKEN_MAX } from '../security/reply-token.ts'
import { parseStorageUrl } from '../storage/storage-address.ts'
import { parseByteSize } from './byte-size.ts'
import { type LogLevel, logLevels } from './log.ts'
import { type MailClient, type MailClients, usualImapHosts, usualIssuers } from './mail-clients.ts'

/** The settings of this installation, read from the environment and validated once at start. */
export type Settings = {
  port: number
  host: string
  publicUrl: string | undefined
  trustProxy: string[]
  /** See `Deps`. */
  staffTicketUrl: string | undefined
  dataDir: string | undefined
  databaseUrl: string | undefined
  storageUrl: string | undefined
  secretKey: string | undefined
  smtpUrl: string | undefined
  /** The sender address of mails. */
  mailFrom: string
  /** The key that mails are signed with; undefined: the mail server signs them, or nobody. */
  dkim: DkimSettings | undefined
  /** The DNS server that `doctor` asks; undefined: that of the machine. */
  dnsServer: string | undefined
  /** The form of the addresses that each reader of a ticket answers to; undefined without one. */
  replyAddress: ReplyAddress | undefined
  /** Where a mail server delivers mail by LMTP; undefined: nowhere. */
  lmtp: { port: number; host: string } | undefined
  /** With which providers of mailboxes this installation is registered. */
  mailClients: MailClients
  smsUrl: string | undefined
  /** The country code of phone numbers that were written without one, digits only. */
  smsCountryCode: string
  /** Path of the PKCS #12 file that seals documents, instead of the key that the first start creates. */
  signingP12: string | undefined
  signingP12Password: string | undefined
  /** URL of a time-stamping authority (RFC 3161). */
  tsaUrl: string | undefined
  /** Whether the revocation addresses (OCSP, CRL) in certificates may be inside private networks. */
  tsaAllowPrivate: boolean
  metricsToken: string | undefined
  /** Whether webhook addresses may be inside private networks. */
  webhookAllowPrivate: boolean
  /** The ports that a new webhook's address may use; undefined: any. */
  webhookPorts: number[] | undefined
  /** The maximum size of an import over the operator API, in bytes. */
  importMax: number
  /** The storage quota in bytes of a service company without a quota of its own; undefined: unlimited. */
  storageQuota: number | undefined
  /** See `Deps`. */
  staffSecondFactor: 'required' | 'offered' | undefined
  /** How long the security log is kept, in months. */
  securityLogMonths: number
  /** The default folder of backups. */
  backupDir: string | undefined
  logLevel: LogLevel
  /** `undefined`: automatic (only with the embedded database); otherwise forced on or off. */
  demo: boolean | undefined
}

/** A wrong setting; the message is a sentence that names it. */
export class WrongSetting extends OperatorError {
  override name = 'WrongSetting'
}

const failSetting = (name: string, sentence: string): never => {
  throw new WrongSetting(`${name} ${sentence}`)
}

/** RFC 5321, section 4.5.3.1.1. */
const LOCAL_PART_MAX = 64

const readUrl = (name: string, text: string | undefined, protocols: string[]): URL | undefined => {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const known = protocols.map(protocol => `${protocol}://`).join(' or ')
  return url && protocols.includes(url.protocol.slice(0, -1))
    ? url
    : failSetting(name, `must be a URL that begins with ${known}.`)
}

const readStaffTicketUrl = (text: string | undefined): string | undefined => {
  if (!text) return undefined
  const names = [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find(name => !['ticketNumber', 'externalId', 'portal'].includes(name))
  if (unknown !== undefined || !/\{(ticketNumber|externalId)\}/.test(text))
    failSetting('STAFF_TICKET_URL', 'names a ticket by {ticketNumber} or {externalId}, and may hold {portal}.')
  return readUrl('STAFF_TICKET_URL', text.replace(/[{}]/g, ''), ['http', 'https']) && text
}

const readPort = (name: string, text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= 0 && port <= 65_535 ? port : failSetting(name, 'must be a number from 0 to 65535.')
}

const readReplyAddress = (text: string | undefined): ReplyAddress | undefined => {
  if (!text) return undefined
  const [before = '', after, more] = text.trim().split('{token}')
  if (after === undefined || more !== undefined || !mailAddress.test(`${before}a${after}`))
    return failSetting('REPLY_ADDRESS', 'must be an address with {token} in it, like ticket+{token}@in.example.com.')
  const local = `${before}${after.slice(0, after.lastIndexOf('@'))}`
  return local.length + TOKEN_MAX <= LOCAL_PART_MAX
    ? { before, after }
    : failSetting(
        'REPLY_ADDRESS',
        `has more than ${LOCAL_PART_MAX - TOKEN_MAX} characters beside {token} before the @: mail servers take ${LOCAL_PART_MAX} in all.`,
      )
}

const isNetwork = (part: string): boolean => {
  const [address = '', bits, more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const readTrustProxy = (text = ''): string[] => {
  const parts = text.split(',').map(part => part.trim())
  const given = parts.filter(Boolean)
  const bad = given.find(part => !['loopback', 'linklocal', 'uniquelocal'].includes(part) && !isNetwork(part))
  if (bad !== undefined) {
    return failSetting(
      'TRUST_PROXY',
      `must list addresses or networks of your proxies, like 127.0.0.1 or 10.0.0.0/8; "${bad}" is neither.`,
    )
  }
  return given
}

const readSwitch = (name: string, text: string | undefined): boolean | undefined => {
  if (text === undefined || text === '') return undefined
  return text === '1' ? true : text === '0' ? false : failSetting(name, 'must be 1 or 0.')
}

/** About two minutes of work, while imports of other companies wait. */
const IMPORT_MAX_BYTES = 256 * 1024 * 1024

/** Ports that receivers of webhooks usually listen on. */
const DEFAULT_WEBHOOK_PORTS = [80, 443, 8080, 8443]

/** Comma-separated ports, or `any`. If the operator has allowed private networks, the default is any port. */
const readWebhookPorts = (text: string | undefined, allowPrivate: boolean): number[] | undefined => {
  if (!text) return allowPrivate ? undefined : DEFAULT_WEBHOOK_PORTS
  if (text === 'any') return undefined
  const ports = text.split(',').map(part => (/^\s*\d{1,5}\s*$/.test(part) ? Number(part) : 0))
  if (ports.some(port => port < 1 || port > 65_535))
    failSetting('WEBHOOK_PORTS', 'must be ports parted by commas, like 443,8443, or `any`.')
  return ports
}

const readSize = (name: string, text: string | undefined): number | undefined => {
  if (!text) return undefined
  return parseByteSize(text) ?? failSetting(name, 'must be a size like 500MB or 50GB.')
}

const readMailFrom = (text: string | undefined, smtpUrl: string | undefined): string => {
  if (!text) {
    if (smtpUrl) failSetting('MAIL_FROM', 'is required with SMTP_URL: the address that mails come from.')
    return 'portico@localhost'
  }
  const address = /<([^<>]*)>$/.exec(text.trim())?.[1] ?? text.trim()
  return mailAddress.test(address) ? address : failSetting('MAIL_FROM', 'must be an address, like portal@example.com.')
}

const DNS_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** A signature counts for DMARC if its domain is that of the sender, or the sender's is below it (RFC 7489, section 3.1.1). */
const readDkim = (env: Record<string, string | undefined>, mailFrom: string): DkimSettings | undefined => {
  const { DKIM_KEY: keyFile, DKIM_SELECTOR: selector } = env
  if (!keyFile) return undefined
  if (!selector)
    return failSetting('DKIM_SELECTOR', 'is required with DKIM_KEY: the name of the DNS record before ._domainkey.')
  if (!DNS_NAME.test(selector))
    failSetting('DKIM_SELECTOR', 'must be a name of letters, digits and hyphens, like portico2026.')
  const sender = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase()
  const domain = env.DKIM_DOMAIN?.toLowerCase() || sender
  if (!DNS_NAME.test(domain) || !`.${sender}`.endsWith(`.${domain}`))
    failSetting(
      'DKIM_DOMAIN',
      `must be the domain of MAIL_FROM, ${sender}, or one above it: other signatures do not count for its mails.`,
    )
  return { keyFile, selector, domain }
}

const readDnsServer = (text: string | undefined): string | undefined => {
  if (!text) return undefined
  const [, v6, v4, port] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? []
  const isAddress = isIP(text) !== 0 || (isIP(v6 ?? v4 ?? '') !== 0 && Number(port) <= 65_535)
  return isAddress ? text : failSetting('DNS_SERVER', 'must be the address of a DNS server, like 127.0.0.1:5353.')
}

const readSmtpUrl = (text: string | undefined): string | undefined => {
  const url = readUrl('SMTP_URL', text, ['smtp', 'smtps'])
  if (url && !url.hostname) failSetting('SMTP_URL', 'names no host: smtp://user:password@mail.example.com:587.')
  return url && text
}

const readIssuer = (name: string, text: string): string => {
  const url = readUrl(name, text, ['http', 'https'])
  if (url?.protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    failSetting(name, 'must begin with https://.')
  return text.replace(/(?<!\/)\/+$/, '')
}

const readMailClients = (env: Record<string, string | undefined>): MailClients => {
  const clientOf = (provider: MailProvider, prefix: string): MailClient | undefined => {
    const [clientId, clientSecret] = [env[`${prefix}_CLIENT_ID`], env[`${prefix}_CLIENT_SECRET`] || undefined]
    const issuer = readIssuer(`${prefix}_ISSUER`, env[`${prefix}_ISSUER`] || usualIssuers[provider])
    const imapHosts = (env[`${prefix}_IMAP_HOSTS`] ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
    if (!clientId) return undefined
    return { clientId, clientSecret, issuer, imapHosts: imapHosts.length > 0 ? imapHosts : usualImapHosts[provider] }
  }
  const microsoft = clientOf('microsoft', 'MAIL_MICROSOFT')
  const google = clientOf('google', 'MAIL_GOOGLE')
  if (google && !env.PUBLIC_URL)
    failSetting('MAIL_GOOGLE_CLIENT_ID', 'needs PUBLIC_URL: Google sends the browser back to it.')
  return { ...(microsoft && { microsoft }), ...(google && { google }) }
}

const readSmsUrl = (text: string | undefined): string | undefined => {
  const url = readUrl('SMS_URL', text, smsSchemes)
  if (!url || !text) return undefined
  if (!url.hostname) failSetting('SMS_URL', 'names no host.')
  if (url.protocol === 'twilio:' && !url.searchParams.has('from') && !url.searchParams.has('service'))
    failSetting('SMS_URL', 'needs ?from= (a number) or ?service= with twilio.')
  if (!/^https?:$/.test(url.protocol) && !(url.username && url.password))
    failSetting('SMS_URL', 'needs the key and secret of the provider before the host.')
  return text
}

const readCountryCode = (name: string, text = ''): string =>
  text === '' || /^\+?[1-9]\d{0,2}$/.test(text)
    ? text.replace('+', '') || '39'
    : failSetting(name, 'must be the code of a country, such as 39.')

const readMonths = (name: string, text: string | undefined, fallback: number): number => {
  if (!text) return fallback
  const months = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return months >= 1 && months <= 120 ? months : failSetting(name, 'must be a number of months from 1 to 120.')
}

const readSecondFactor = (text: string | undefined): Settings['staffSecondFactor'] => {
  if (!text) return undefined
  return text === 'required' || text === 'offered'
    ? text
    : failSetting('STAFF_SECOND_FACTOR', 'must be `required` or `offered`.')
}

/** Reads the settings from environment variables; throws {@link WrongSetting} for the first wrong one. */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres', 'postgresql'])?.href
  const secretKey = env.SECRET_KEY || undefined
  if (databaseUrl && !secretKey)
    failSetting(
      'SECRET_KEY',
      'is required with DATABASE_URL: 32 or more random characters, the same for every process.',
    )
  if (secretKey && secretKey.length < 32) failSetting('SECRET_KEY', 'must have 32 or more random characters.')
  if (env.STORAGE_URL) parseStorageUrl(env.STORAGE_URL)
  const webhookAllowPrivate = readSwitch('WEBHOOK_ALLOW_PRIVATE', env.WEBHOOK_ALLOW_PRIVATE) ?? false
  const mailFrom = readMailFrom(env.MAIL_FROM, env.SMTP_URL)
  const logLevel = env.LOG_LEVEL || 'info'
  if (!logLevels.includes(logLevel as LogLevel)) failSetting('LOG_LEVEL', `must be one of ${logLevels.join(', ')}.`)
  return {
    port: readPort('PORT', env.PORT || '3000'),
    host: env.HOST || '127.0.0.1',
    publicUrl: readUrl('PUBLIC_URL', env.PUBLIC_URL, ['http', 'https'])?.href.replace(/(?<!\/)\/+$/, ''),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    staffTicketUrl: readStaffTicketUrl(env.STAFF_TICKET_URL),
    dataDir: env.DATA_DIR || undefined,
    databaseUrl,
    storageUrl: env.STORAGE_URL || undefined,
    secretKey,
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    mailFrom,
    dkim: readDkim(env, mailFrom),
    dnsServer: readDnsServer(env.DNS_SERVER),
    replyAddress: readReplyAddress(env.REPLY_ADDRESS),
    lmtp: env.LMTP_PORT
      ? { port: readPort('LMTP_PORT', env.LMTP_PORT), host: env.LMTP_HOST || '127.0.0.1' }
      : undefined,
    mailClients: readMailClients(env),
    smsUrl: readSmsUrl(env.SMS_URL),
    smsCountryCode: readCountryCode('SMS_COUNTRY_CODE', env.SMS_COUNTRY_CODE),
    signingP12: env.SIGNING_P12 || undefined,
    signingP12Password: env.SIGNING_P12_PASSWORD,
    tsaUrl: readUrl('TSA_URL', env.TSA_URL, ['http', 'https'])?.href,
    tsaAllowPrivate: readSwitch('TSA_ALLOW_PRIVATE', env.TSA_ALLOW_PRIVATE) ?? false,
    metricsToken: env.METRICS_TOKEN || undefined,
    webhookAllowPrivate,
    webhookPorts: readWebhookPorts(env.WEBHOOK_PORTS, webhookAllowPrivate),
    importMax: readSize('IMPORT_MAX', env.IMPORT_MAX) ?? IMPORT_MAX_BYTES,
    storageQuota: readSize('STORAGE_QUOTA', env.STORAGE_QUOTA),
    staffSecondFactor: readSecondFactor(env.STAFF_SECOND_FACTOR),
    securityLogMonths: readMonths('SECURITY_LOG_MONTHS', env.SECURITY_LOG_MONTHS, 12),
    backupDir: env.BACKUP_DIR || undefined,
    logLevel: logLevel as LogLevel,
    demo: readSwitch('DEMO', env.DEMO),
  }
}
