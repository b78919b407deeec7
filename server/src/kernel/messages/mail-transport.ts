import { createTransport, type SendMailOptions } from 'nodemailer'
import type { DevMailbox } from './dev-mailbox.ts'
import { type DkimKey, signedHeaders } from './dkim.ts'
import { isFinalRefusal, type SmtpError } from './mail-refusal.ts'

/** A name and an address; the name may be empty. */
export type NamedAddress = { name: string; address: string }

/** An email as it is passed to the mail server. */
export type Email = {
  /** The same in all retries. */
  messageId: string
  date: Date
  from: NamedAddress
  to: NamedAddress[]
  cc: NamedAddress[]
  /** The envelope recipients; `to` and `cc` are only the headers. */
  recipients: string[]
  /** The envelope sender, to which a mail server reports that a mail cannot be delivered; default: the address of `from`. */
  returnPath?: string | undefined
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  inReplyTo: string | undefined
  references: string[]
  headers: Record<string, string>
  /** Those with `cid` are pictures that `html` shows. */
  attachments: { name: string; mediaType: string; content: Buffer; cid?: string }[]
  calendar: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | undefined
}

/**
 * The server rejected these recipients and accepted the others. `final`: a retry cannot succeed. `refusesAddress`: the addresses are
 * refused, and not what is sent to them.
 */
export class MailRejected extends Error {
  override name = 'MailRejected'
  readonly recipients: string[]
  readonly final: boolean
  readonly refusesAddress: boolean
  constructor(message: string, recipients: string[], final: boolean, refusesAddress = false) {
    super(message)
    this.recipients = recipients
    this.final = final
    this.refusesAddress = refusesAddress
  }
}

/** Sends emails. */
export type MailTransport = {
  /** Throws {@link MailRejected} for rejected recipients, or another error if the mail reached nobody. */
  send(email: Email): Promise<void>
}

const toNodemailerMessage = ({ returnPath, ...email }: Email): SendMailOptions => ({
  ...email,
  envelope: { from: returnPath ?? email.from.address, to: email.recipients },
  ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'invite.ics' } }),
  attachments: email.attachments.map(({ name, mediaType, content, cid }) => ({
    filename: name,
    contentType: mediaType,
    content,
    ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
  })),
  // The content is untrusted: it must not make the composer read a file or a URL.
  disableFileAccess: true,
  disableUrlAccess: true,
  xMailer: false,
})

const signBy = (key: DkimKey | undefined) =>
  key && {
    dkim: {
      domainName: key.domain,
      keySelector: key.selector,
      privateKey: key.privateKey,
      headerFieldNames: signedHeaders,
    },
  }

const CONNECT_MS = 15_000
const SILENCE_MS = 30_000
const WHOLE_MS = 120_000

/** Sends emails through a mail server: `smtp://user:password@host:587`, or `smtps://…` (SMTP_URL); signed, if a key is given. */
export const openSmtpTransport = (url: string, dkimKey?: DkimKey): MailTransport => {
  const transport = createTransport({
    url,
    ...signBy(dkimKey),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  const toMailRejected = (refusals: SmtpError[]) =>
    new MailRejected(
      refusals[0]?.message ?? 'refused',
      refusals.flatMap(({ recipient }) => recipient ?? []),
      refusals.every(isFinalRefusal),
      refusals.every(({ command }) => command === 'RCPT TO'),
    )
  return {
    async send(email) {
      try {
        const signal = AbortSignal.timeout(WHOLE_MS)
        const { rejectedErrors = [] } = await transport.sendMail({ ...toNodemailerMessage(email), signal })
        if (rejectedErrors.length > 0) throw toMailRejected(rejectedErrors)
      } catch (error) {
        if (error instanceof MailRejected) throw error
        const failed = error as SmtpError & { rejectedErrors?: SmtpError[] }
        if (failed.rejectedErrors?.length) throw toMailRejected(failed.rejectedErrors)
        if (isFinalRefusal(failed)) throw new MailRejected(failed.message ?? 'refused', email.recipients, true)
        throw error
      }
    },
  }
}

/** Writes each email to the development mailbox as an `.eml` file. */
export const openDevMailTransport = (mailbox: DevMailbox, dkimKey?: DkimKey): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...signBy(dkimKey) })
  return {
    async send(email) {
      const { message } = await transport.sendMail(toNodemailerMessage(email))
      await mailbox.write('eml', message as Buffer)
    },
  }
}
