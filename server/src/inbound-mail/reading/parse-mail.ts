import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime'
import { cleanHtml, htmlToText, textToHtml } from '../../kernel/html/html.ts'
import { findAutomatic, isMarkedAsSpam, readBounce, readCalendarReply } from './automatic.ts'
import { betterRead, decodeWords, hasLostLetters, likelyCharset, withCharset } from './charsets.ts'
import { isWorthShowing, type ReplyContext, type SplitLines, saysSomething, splitText } from './find-reply.ts'
import { joinFlowed, withoutFlowed } from './flowed.ts'
import { splitHtml } from './html-lines.ts'
import { knownText } from './known-text.ts'
import type { MailAddress, MailAttachment, MailRefusal, MailWarning, ReceivedMail } from './message.ts'
import { isForwarded, saysThatItAnswers } from './subjects.ts'
import { readTnef } from './tnef.ts'
import { withWindowsSigns } from './windows-signs.ts'

const DEPTH_MAX = 50
const PARTS_MAX = 1000
const ADDRESSES_MAX = 1000
const IDS_MAX = 200
const NAME_MAX = 200
const SENDER_MAX = 320
/** Longer text is read from the plain part, or cut. In characters. */
const HTML_MAX = 2_000_000
const TEXT_MAX = 500_000
/** Below this a picture is the logo of a signature, or counts that somebody reads. In bytes. */
const SMALL_PICTURE = 2048

const CONTROLS = /\p{Cc}/gu

/** A header of addresses without quoted and encoded names and comments. */
const withoutNames = (line: string) =>
  line
    // Also from a quote to the end, or every quote behind it would be looked at up to there. What is not closed stays.
    .replace(/"(?:[^"\\]|\\.)*("|\\?$)/gs, (quoted, end) => (end === '"' ? '' : quoted))
    .replace(/\([^()]*\)/g, '')
    .replace(/=\?[^?<>\s]+\?[bq]\?[^?<>\s]*\?=/gi, '')

/** `address`, or `name <address>`: no group, no route, nothing behind it. */
const PLAIN_SENDER = /^(?:[^<>:;]*<[ \t]*([^\s<>,:;@]+@[^\s<>,:;@]+)[ \t]*>|[ \t]*([^\s<>,:;@]+@[^\s<>,:;@]+))[ \t]*$/

const flat = (addresses: readonly Address[] = []): MailAddress[] =>
  addresses
    .flatMap(entry => entry.group ?? [entry])
    .filter(({ address }) => address)
    .slice(0, ADDRESSES_MAX)
    .map(({ address, name }) => ({
      address: address.trim(),
      name: withWindowsSigns(name).replace(CONTROLS, ' ').trim().slice(0, NAME_MAX),
    }))

/**
 * The sender. Null for a mail with several, and for one that another program may read as another's: its server may have judged another
 * of them than we would read (RFC 7489, section 6.6.1, has such mail refused). Nor are signs taken that look or are written small like
 * others, such as the Kelvin sign for a K.
 */
const senderOf = (email: Email): MailAddress | null => {
  const lines = email.headers.filter(({ key }) => key === 'from').map(({ value }) => value)
  const [line = ''] = lines
  const [, inBrackets, alone] = PLAIN_SENDER.exec(withoutNames(line)) ?? []
  const address = inBrackets ?? alone
  const [sender, ...others] = flat(addressParser(line))
  const isPlain = lines.length === 1 && others.length === 0 && sender?.address === address
  if (!isPlain || !sender || sender.address.length > SENDER_MAX) return null
  return sender.address === sender.address.normalize('NFKC') && !/\p{C}/u.test(sender.address) ? sender : null
}

const idsIn = (header = ''): string[] => (header.match(/<[^<>\s\p{Cc}]{1,990}>/gu) ?? []).slice(-IDS_MAX)

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
}

/** A name for a file as the sender calls it, without folders; a sender may call it nothing. */
const fileName = (given: string | null, contentType: string, at: number) => {
  const name = withWindowsSigns(given ?? '')
    .replace(/^.*[\\/]/s, '')
    // Marks of direction, too, which turn a name's ending around.
    .replace(/\p{C}/gu, '')
    .trim()
  if (name && !/^\.+$/.test(name))
    return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 12)}…${name.slice(-10)}` : name
  return `${contentType === 'message/rfc822' ? 'message' : 'file'}-${at + 1}.${EXTENSIONS[contentType] ?? 'bin'}`
}

type Part = MailAttachment & { contentId: string | null }

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const isTnef = ({ mimeType, filename }: Attachment) =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || filename?.toLowerCase() === 'winmail.dat'

const partsOf = (attachments: readonly Attachment[]): Part[] =>
  attachments.flatMap((attachment, at): Part[] => {
    const { filename, mimeType, contentId = null } = attachment
    const content = bytesOf(attachment.content)
    const files = isTnef(attachment) ? readTnef(content) : []
    if (files.length > 0)
      return files.map(({ name, content }, index) => ({
        name: fileName(name, 'application/octet-stream', at + index),
        contentType: 'application/octet-stream',
        content,
        inline: false,
        contentId: null,
      }))
    const id = contentId?.replace(/^<|>$/g, '') ?? null
    return [{ name: fileName(filename, mimeType, at), contentType: mimeType, content, inline: false, contentId: id }]
  })

const dataPicture = (src: string, at: number): Part | undefined => {
  const [, contentType, base64] = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([\w+/=\s]+)$/i.exec(src) ?? []
  if (!contentType || !base64) return undefined
  const content = new Uint8Array(Buffer.from(base64, 'base64'))
  const type = contentType.toLowerCase()
  return { name: fileName(null, type, at), contentType: type, content, inline: false, contentId: null }
}

const decodeId = (src: string) => {
  try {
    return decodeURIComponent(src.slice(4))
  } catch {
    return src.slice(4)
  }
}

type Body = Pick<ReceivedMail, 'html' | 'quotedHtml' | 'quotedLines' | 'quotedOpen'> & { pictures: Part[] }

/** What is left out of a mail, as it is stored: nothing if nobody could read anything in it. */
const foldedOf = (
  written: string,
  split: SplitLines,
  { isKnown }: ReplyContext,
): Pick<Body, 'quotedHtml' | 'quotedLines' | 'quotedOpen'> => {
  const lines = htmlToText(written).split('\n').filter(saysSomething)
  if (lines.length === 0) return { quotedHtml: '', quotedLines: 0, quotedOpen: false }
  return {
    quotedHtml: written,
    quotedLines: lines.length,
    quotedOpen: isWorthShowing(split, isKnown),
  }
}

/** Splits and cleans the HTML. `pictures` are those that the new text shows, in its order; the n-th is `attachment:n`. */
const readHtml = (
  html: string,
  context: ReplyContext,
  parts: readonly Part[],
  warn: (warning: MailWarning) => void,
): Body => {
  const pictures: Part[] = []
  const { reply, quoted, ...split } = splitHtml(html, context, ({ src }) => {
    const picture = src.startsWith('cid:')
      ? parts.find(({ contentId }) => contentId !== null && contentId === decodeId(src))
      : dataPicture(src, pictures.length)
    if (!picture) return undefined
    if (picture.content.length < SMALL_PICTURE) {
      warn('small_picture')
      return undefined
    }
    const known = pictures.indexOf(picture)
    return `attachment:${known < 0 ? pictures.push(picture) : known + 1}`
  })
  const attachmentIds = new Set(pictures.map((_, at) => at + 1))
  return { html: cleanHtml(reply, { attachmentIds }), ...foldedOf(cleanHtml(quoted), split, context), pictures }
}

const readPlain = (text: string, context: ReplyContext): Body => {
  const { reply, quoted, ...split } = splitText(text.slice(0, TEXT_MAX), context)
  return { html: textToHtml(reply), ...foldedOf(textToHtml(quoted), split, context), pictures: [] }
}

const readBody = (
  { html = '', text = '' }: Email,
  context: ReplyContext,
  parts: readonly Part[],
  warn: (warning: MailWarning) => void,
): Body => {
  const isHtml = html.trim() !== ''
  if (isHtml && html.length <= HTML_MAX)
    try {
      return readHtml(html, context, parts, warn)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  if (isHtml) warn('html_too_long')
  return readPlain(text || htmlToText(cleanHtml(html.slice(0, TEXT_MAX))), context)
}

/** Whether a picture belongs to the HTML alone, so that it is no attachment if the new text does not show it. */
const isOfHtml = (part: Part, html: string) => part.contentId !== null && html.includes(`cid:${part.contentId}`)

const toDate = (value: string | undefined) => {
  const date = new Date(value ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

const REFUSALS: [RegExp, MailRefusal][] = [
  [/nesting depth/i, 'too_deep'],
  [/header/i, 'too_many_headers'],
]

const readMime = async (raw: Uint8Array): Promise<{ email: Email } | { refused: MailRefusal }> => {
  const { isFlowed, deletesSpace, ...message } = withoutFlowed(raw)
  try {
    const parse = (raw: Uint8Array) =>
      PostalMime.parse(raw, { maxNestingDepth: DEPTH_MAX, forceRfc822Attachments: true })
    const email = await parse(message.raw)
    const { html = '', text = '', subject = '' } = email
    if (hasLostLetters(html) || hasLostLetters(text)) {
      const other = await parse(withCharset(message.raw, likelyCharset(html)))
      if (email.html) email.html = betterRead(email.html, other.html ?? '')
      if (email.text) email.text = betterRead(email.text, other.text ?? '')
    }
    if (hasLostLetters(subject))
      email.subject = betterRead(subject, decodeWords(email.headers.find(({ key }) => key === 'subject')?.value ?? ''))
    for (const part of ['subject', 'html', 'text'] as const) {
      const written = email[part]
      if (written) email[part] = withWindowsSigns(written)
    }
    if (isFlowed && email.text) email.text = joinFlowed(email.text, deletesSpace)
    return { email }
  } catch (error) {
    const refused = REFUSALS.find(([pattern]) => error instanceof Error && pattern.test(error.message))?.[1]
    if (!refused) throw error
    return { refused }
  }
}

/**
 * The message that was sent, of Italian certified mail (PEC; DM 2 November 2005, technical rules, section 6.5): it comes as
 * `postacert.eml` within a mail that the provider has written and signed.
 */
const certifiedMessage = ({ headers, attachments }: Email): Uint8Array | undefined => {
  const isEnvelope = headers.some(
    ({ key, value }) => key === 'x-trasporto' && /^(?:posta-certificata|errore)$/i.test(value.trim()),
  )
  const inner = isEnvelope
    ? attachments.find(
        ({ filename, mimeType }) => mimeType === 'message/rfc822' && filename?.toLowerCase() === 'postacert.eml',
      )
    : undefined
  return inner && bytesOf(inner.content)
}

/**
 * The content of a certified message under the headers of its envelope, which is whom its servers have judged. The envelope is a file of
 * it, whole, because its signature is the proof.
 */
const withEnvelope = (message: Email, envelope: Email, raw: Uint8Array): Email => {
  // A buffer of Node may be a part of a larger one.
  const content = Uint8Array.from(raw).buffer
  const file: Attachment = {
    filename: 'busta-pec.eml',
    mimeType: 'message/rfc822',
    disposition: 'attachment',
    content,
  }
  const { html, text, subject } = message
  const ids = (one: Email) => [one.inReplyTo, one.references].filter(Boolean).join(' ')
  return {
    ...envelope,
    html,
    text,
    subject: subject ?? envelope.subject,
    inReplyTo: message.inReplyTo ?? envelope.inReplyTo,
    references: `${ids(envelope)} ${ids(message)}`.trim() || undefined,
    attachments: [...message.attachments, file],
  } as Email
}

/**
 * Reads a raw message (RFC 5322, MIME). It takes what is not as the standards say, as mail programs do, and refuses only what no honest
 * sender writes. `conversation`: the texts that the mail answers, if it came to the address of one. For untrusted input: run it in a worker
 * process.
 */
export const parseMail = async (
  raw: Uint8Array,
  conversation?: readonly string[],
): Promise<{ mail: ReceivedMail } | { refused: MailRefusal }> => {
  const outer = await readMime(raw)
  if ('refused' in outer) return outer
  const envelope = outer.email
  const inner = certifiedMessage(envelope)
  const shown = inner && (await readMime(inner))
  // An inner message that cannot be read stays a file of its envelope.
  const isCertified = shown !== undefined && 'email' in shown
  const email = isCertified ? withEnvelope(shown.email, envelope, raw) : envelope
  const warnings = new Set<MailWarning>()
  if (email.attachments.length > PARTS_MAX) warnings.add('too_many_parts')
  const bounce = readBounce(email)
  // Of a certified message, the message itself says so: its envelope is the same for all.
  const automatic = findAutomatic(email, bounce) ?? (isCertified ? findAutomatic(shown.email, null) : null)
  // An answer to an invitation is written as a sentence.
  const kept = email.attachments.filter(({ method }) => method !== 'REPLY')
  const parts = partsOf(kept.slice(0, PARTS_MAX))
  const subject = email.subject ?? ''
  const isAnswer =
    saysThatItAnswers(subject, [...idsIn(email.inReplyTo), ...idsIn(email.references)]) ||
    (conversation !== undefined && !isForwarded(subject))
  const context = { isAnswer, isKnown: conversation && knownText(conversation) }
  const { html, pictures, ...folded } = readBody(email, context, parts, warning => warnings.add(warning))
  const files = parts.filter(part => {
    if (pictures.includes(part)) return false
    const isLeftOut = isOfHtml(part, email.html ?? '')
    if (isLeftOut && part.content.length >= SMALL_PICTURE) warnings.add('quoted_picture')
    return !isLeftOut
  })
  const attachments = [...pictures, ...files].map(({ name, contentType, content }, at) => ({
    name,
    contentType,
    content,
    inline: at < pictures.length,
  }))
  return {
    mail: {
      messageId: idsIn(email.messageId)[0] ?? null,
      inReplyTo: idsIn(email.inReplyTo),
      references: idsIn(email.references),
      from: senderOf(email),
      replyTo: flat(email.replyTo),
      to: flat(email.to),
      cc: flat(email.cc),
      subject: (email.subject ?? '').replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim().slice(0, 1000),
      date: toDate(email.date),
      authenticationResults: email.headers
        .filter(({ key }) => key === 'authentication-results')
        .map(({ value }) => value),
      automatic,
      isSpam: isMarkedAsSpam(email),
      bounce,
      html,
      text: htmlToText(html),
      ...folded,
      attachments,
      calendarReply: readCalendarReply(email),
      warnings: [...warnings],
    },
  }
}
