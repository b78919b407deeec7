import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDevMailbox } from '../kernel/messages/dev-mailbox.ts'
import { openDkimKey } from '../kernel/messages/dkim.ts'
import { type Email, openDevMailTransport, openSmtpTransport } from '../kernel/messages/mail-transport.ts'
import { openDevSmsTransport, openSmsTransport } from '../kernel/messages/sms-transport.ts'
import { probeSmtp } from '../kernel/messages/smtp-probe.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { type Check, type Found, ok, warning } from './doctor.ts'

const PATIENCE_MS = 15_000

type MessageCheckOptions = {
  settings: Settings
  dataDir: string
  /** Recipients of the test mail and the test text message; undefined: none is sent. */
  sendMail: string | undefined
  sendSms: string | undefined
}

const isLocal = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

const composeTestMail = (to: string, from: string): Email => ({
  messageId: `<portico-doctor-${randomUUID()}@${from.split('@')[1]}>`,
  date: new Date(),
  from: { name: 'Portico', address: from },
  to: [{ name: '', address: to }],
  cc: [],
  recipients: [to],
  replyTo: undefined,
  subject: 'Portico: a trial mail',
  text: 'This mail was sent by `portico doctor`. Whoever reads it knows that mails arrive.\n',
  html: '<p>This mail was sent by <code>portico doctor</code>. Whoever reads it knows that mails arrive.</p>',
  inReplyTo: undefined,
  references: [],
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [],
  calendar: undefined,
})

const checkMail = async ({ settings, dataDir, sendMail }: MessageCheckOptions): Promise<Found[]> => {
  const { smtpUrl, mailFrom, dkim } = settings
  const dkimKey = dkim && openDkimKey(dkim)
  const folder = join(dataDir, 'outbox')
  const found: Found[] = []
  if (smtpUrl) {
    const { hostname, port } = new URL(smtpUrl)
    const server = `${hostname}${port && `:${port}`}`
    const { encrypted } = await probeSmtp(smtpUrl)
    found.push(
      encrypted || isLocal(hostname)
        ? ok(`${server} lets us in${encrypted ? ', by TLS' : ''}`)
        : warning(
            `${server} lets us in, but without TLS: password and links can be read on the way`,
            'Use smtps://, or a server with STARTTLS and `?requireTLS=true`.',
          ),
    )
  } else
    found.push(
      warning(`mails are only written to ${folder}`, 'Set SMTP_URL and MAIL_FROM, so that they reach anybody.'),
    )
  if (!sendMail) return found
  const transport = smtpUrl
    ? openSmtpTransport(smtpUrl, dkimKey)
    : openDevMailTransport(await openDevMailbox(folder), dkimKey)
  await transport.send(composeTestMail(sendMail, mailFrom))
  const where = smtpUrl ? 'was taken by the server: look whether it arrives, and not as spam' : `is in ${folder}`
  return [...found, ok(`the trial mail to ${sendMail} ${where}`)]
}

const checkSms = async ({ settings, dataDir, sendSms }: MessageCheckOptions): Promise<Found[]> => {
  const { smsUrl, smsCountryCode } = settings
  const folder = join(dataDir, 'outbox')
  const found: Found[] = []
  if (smsUrl) {
    const { protocol, host } = new URL(smsUrl)
    // Any response proves that the host is reachable. Wrong credentials show only when a message is sent.
    const answer = await fetch(`${protocol === 'http:' ? 'http' : 'https'}://${host}/`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    found.push(ok(`${host} answers${sendSms ? '' : '; --send-sms NUMBER tries whether it takes messages'}`))
  } else
    found.push(
      warning(
        `text messages are only written to ${folder}`,
        'Set SMS_URL, so that the codes for signing reach anybody.',
      ),
    )
  if (!sendSms) return found
  const transport = smsUrl
    ? openSmsTransport(smsUrl, smsCountryCode)
    : openDevSmsTransport(await openDevMailbox(folder))
  await transport.send({ id: randomUUID(), to: sendSms, text: 'Portico: a trial message. Text messages arrive.' })
  const where = smsUrl ? 'was taken by the provider: look whether it arrives' : `is in ${folder}`
  return [...found, ok(`the trial message to ${sendSms} ${where}`)]
}

/** Checks that mails and text messages can be sent; sends test messages if requested. */
export const messageChecks = (options: MessageCheckOptions): Check[] => [
  {
    name: 'mail',
    todo: 'Check SMTP_URL: host, port, user and password, and that this machine may connect there.',
    look: () => checkMail(options),
  },
  {
    name: 'SMS',
    todo: 'Check SMS_URL: host, key and secret, and that this machine may connect there.',
    look: () => checkSms(options),
  },
]
