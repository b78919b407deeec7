import type { Email } from 'postal-mime'
import type { AutomaticMail, BouncedRecipient, ReceivedMail } from './message.ts'

const decoder = new TextDecoder()

const OUT_OF_OFFICE =
  /^\s*(?:automatic reply|auto(?:matic)? ?response|out of (?:the )?office|risposta automatica|fuori (?:sede|ufficio)|assente dall['’]ufficio|assenza(?=\s*:)|ausente de la oficina|ausencia(?=\s*:)|respuesta autom[aá]tica|fuera de (?:la )?oficina|automatische antwort|abwesenheit(?:snotiz)?|réponse automatique|absence du bureau)\b/i

const MAILER = /^(?:mailer-daemon|postmaster|bounces?)(?:[+@-]|$)/i

const toText = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : decoder.decode(content)

/** Headers of one part of a delivery report, unfolded, by their name in lower case. */
const fieldsOf = (group: string) =>
  new Map(
    group
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )

/** A value such as `rfc822; anna@example.com` without its type (RFC 3464, section 2.1.2). */
const withoutType = (value = '') => value.replace(/^[\w-]+\s*;\s*/, '')

/** Whether a mail is a report of a mail server or program (RFC 6522), not one that somebody has attached to a mail. */
const isReport = ({ headers }: Email): boolean =>
  headers.some(({ key, value }) => key === 'content-type' && /^\s*multipart\/report\b/i.test(value))

/** Reads a delivery report (RFC 3464): which addresses failed, and the message it is about. Null for any other mail. */
export const readBounce = (mail: Email): ReceivedMail['bounce'] => {
  const { attachments } = mail
  const report = isReport(mail) ? attachments.find(({ mimeType }) => mimeType === 'message/delivery-status') : undefined
  if (!report) return null
  const recipients = toText(report.content)
    .split(/\r?\n[ \t]*\r?\n/)
    .slice(0, 101)
    .map(fieldsOf)
    .filter(fields => fields.has('final-recipient') || fields.has('original-recipient'))
    .map(
      (fields): BouncedRecipient => ({
        address: withoutType(fields.get('original-recipient') ?? fields.get('final-recipient')).replace(/^<|>$/g, ''),
        action: (fields.get('action') ?? '').toLowerCase().split(' ')[0] ?? '',
        status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
        diagnostic: withoutType(fields.get('diagnostic-code')).slice(0, 500),
      }),
    )
  const original = attachments.find(({ mimeType }) => ['message/rfc822', 'text/rfc822-headers'].includes(mimeType))
  const head = original
    ? toText(original.content)
        .slice(0, 100_000)
        .split(/\r?\n\r?\n/)[0]
    : ''
  return {
    recipients,
    originalMessageId:
      fieldsOf(head ?? '')
        .get('message-id')
        ?.match(/<[^<>\s]+>/)?.[0] ?? null,
  }
}

/**
 * Whether a spam filter has marked the mail, as rspamd, SpamAssassin and those of providers do. A stranger can only mark mail of their own.
 */
export const isMarkedAsSpam = ({ headers }: Email): boolean =>
  headers.some(({ key, value }) => {
    const text = value.trim().toLowerCase()
    if (key === 'x-spam' || key === 'x-spam-flag') return /^(?:yes|true)\b/.test(text)
    if (key === 'x-spam-status') return text.startsWith('yes')
    if (key === 'x-spamd-result') return /^default:\s*true\b/.test(text)
    // Exchange: a spam confidence level of 5 or more goes to the junk folder.
    return key === 'x-ms-exchange-organization-scl' && Number(text) >= 5
  })

/**
 * Whether a program sent the mail, so that nothing may answer it by itself: RFC 3834, and the headers of Exchange, mailing lists and
 * answering machines that do without it.
 */
export const findAutomatic = (mail: Email, bounce: ReceivedMail['bounce']): AutomaticMail | null => {
  // Of a header that is there twice the upper one counts, which the last server has written.
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key, value.trim().toLowerCase()]))
  const isFromServer = MAILER.test(mail.from?.address ?? '')
  const returnPath = headers.get('return-path')
  if (bounce || (isFromServer && returnPath === '<>')) return 'bounce'
  // A receipt, also of certified mail (PEC): that a mail was accepted, delivered, read or refused.
  if (isReport(mail) || headers.has('x-ricevuta') || (isFromServer && returnPath === undefined)) return 'auto-generated'
  const submitted = (headers.get('auto-submitted') ?? 'no').split(/[;\s(]/)[0]
  if (submitted === 'auto-replied') return 'auto-replied'
  const answers = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply']
  if (answers.some(name => !['no', 'false', undefined].includes(headers.get(name)))) return 'auto-replied'
  const suppressed = headers.get('x-auto-response-suppress') ?? ''
  if (OUT_OF_OFFICE.test(mail.subject ?? '')) return 'auto-replied'
  if (submitted !== 'no' && submitted !== '') return 'auto-generated'
  const isList = ['list-id', 'list-post', 'list-unsubscribe'].some(name => headers.has(name))
  if (isList || headers.get('precedence') === 'list') return 'list'
  if (/^(?:bulk|junk|auto_reply)\b/.test(headers.get('precedence') ?? '')) return 'bulk'
  return /\ball\b/.test(suppressed) || returnPath === '<>' ? 'auto-generated' : null
}

/** The answer to an invitation, if the mail is one: Outlook, Gmail and Apple Mail send it as a part of the method REPLY. */
export const readCalendarReply = ({ attachments }: Email): ReceivedMail['calendarReply'] => {
  const reply = attachments.find(({ method }) => method === 'REPLY')
  if (!reply) return null
  const text = toText(reply.content)
    .slice(0, 100_000)
    .replace(/\r?\n[ \t]/g, '')
    .replaceAll('\0', '')
  const uid = /^UID:(.+)$/im.exec(text)?.[1]?.trim()
  const attendee = /^ATTENDEE((?:;[^:\r\n]*(?::(?!mailto:)[^:\r\n]*)*)?):mailto:(.+)$/im.exec(text)
  const status = /PARTSTAT=([A-Z-]+)/i.exec(attendee?.[1] ?? '')?.[1]
  return uid && attendee?.[2] && status
    ? { uid: uid.slice(0, 500), status: status.toUpperCase(), attendee: attendee[2].trim().toLowerCase() }
    : null
}
