import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Doors } from './job-kinds.ts'
import { openOutbox } from './kernel/messages/dev-mailbox.ts'
import { openOutboxMailDoor, openSmtpDoor } from './kernel/messages/mail-transport.ts'
import { openOutboxSmsDoor, openSmsDoor } from './kernel/messages/sms-transport.ts'
import type { Settings } from './kernel/settings/settings.ts'

/** The ways out as the settings say; without SMTP_URL or SMS_URL the messages go to the outbox folder (decisions 9). */
export const openDoors = async (
  { smtpUrl, smsUrl }: Pick<Settings, 'smtpUrl' | 'smsUrl'>,
  dataDir: string,
  log: FastifyBaseLogger,
): Promise<Doors> => {
  const folder = join(dataDir, 'outbox')
  const outbox = await openOutbox(folder)
  if (!smtpUrl) log.info({ folder }, 'mails are written to the outbox folder, because SMTP_URL is not set')
  if (!smsUrl) log.info({ folder }, 'text messages are written to the outbox folder, because SMS_URL is not set')
  return {
    mailDoor: smtpUrl ? openSmtpDoor(smtpUrl) : openOutboxMailDoor(outbox),
    smsDoor: smsUrl ? openSmsDoor(smsUrl) : openOutboxSmsDoor(outbox),
  }
}
