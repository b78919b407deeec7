import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from './kernel/http/deps.ts'
import { openDevMailbox } from './kernel/messages/dev-mailbox.ts'
import { openDkimKey } from './kernel/messages/dkim.ts'
import { openDevMailTransport, openSmtpTransport } from './kernel/messages/mail-transport.ts'
import { openDevSmsTransport, openSmsTransport } from './kernel/messages/sms-transport.ts'
import type { Settings } from './kernel/settings/settings.ts'

/** Sends emails and text messages. */
type Transports = Pick<Deps, 'mailTransport' | 'smsTransport'>

/** Opens the transports that the settings select; without SMTP_URL or SMS_URL, messages are written to the folder `outbox`. */
export const openTransports = async (
  { smtpUrl, smsUrl, smsCountryCode, dkim }: Pick<Settings, 'smtpUrl' | 'smsUrl' | 'smsCountryCode' | 'dkim'>,
  dataDir: string,
  log: FastifyBaseLogger,
): Promise<Transports> => {
  const folder = join(dataDir, 'outbox')
  const dkimKey = dkim && openDkimKey(dkim)
  const mailbox = await openDevMailbox(folder)
  if (!smtpUrl) log.info({ folder }, 'mails are written to the outbox folder, because SMTP_URL is not set')
  if (!smsUrl) log.info({ folder }, 'text messages are written to the outbox folder, because SMS_URL is not set')
  return {
    mailTransport: smtpUrl ? openSmtpTransport(smtpUrl, dkimKey) : openDevMailTransport(mailbox, dkimKey),
    smsTransport: smsUrl ? openSmsTransport(smsUrl, smsCountryCode) : openDevSmsTransport(mailbox),
  }
}
