import type { Language } from '@portico/contract/language'
import type { PdfRefusal } from '@portico/contract/signing'
import { companyLanguageOf } from '../kernel/access/staff-language.ts'
import type { Db } from '../kernel/database/db.ts'
import type { MailAttachment, Messages } from '../kernel/messages/messages.ts'
import { wallAt } from '../kernel/time/local-time.ts'
import { dateLocales } from '../kernel/time/locales.ts'
import type { SignedFile } from './complete-signing.ts'
import type { SigningDocument } from './queries.ts'
import { refusalReason, type SenderTexts, senderTexts, signerTexts } from './texts.ts'

/** The size that mail servers commonly accept, in bytes; larger files are not attached, only linked. */
const ATTACHED_MAX = 15 * 1024 * 1024

/** The content of the mails about a signature. `isComplete`: the seal has reached the required level. */
type Signed = {
  key: string
  name: string
  when: Date
  language: Language
  files: SignedFile[]
  isComplete: boolean
}

const formatWhen = ({ timeZone }: SigningDocument, when: Date, language: Language) =>
  new Intl.DateTimeFormat(dateLocales[language], { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(when)

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The end of a term: only the date if it ends with that day, else date and time. */
const formatTerm = (document: SigningDocument, end: Date, language: Language) => {
  const { timeZone } = document
  const endsWithDay = wallAt(end.getTime(), timeZone) % DAY >= DAY - MINUTE
  return endsWithDay
    ? new Intl.DateTimeFormat(dateLocales[language], { timeZone, dateStyle: 'long' }).format(end)
    : formatWhen(document, end, language)
}

/** What a mail to the service company says. */
type SenderMail = {
  subject: string
  facts: [string, string][]
  path?: string
  attachments?: MailAttachment[]
}

/** Mails the service company about a document, in its language. */
const mailSender = async (
  messages: Messages,
  db: Db,
  document: SigningDocument,
  compose: (texts: SenderTexts, formatInstant: (when: Date) => string, language: Language) => SenderMail,
) => {
  const { serviceCompanyId, portalId, supportEmail, portalName, documentName, companyName } = document
  if (!supportEmail) return
  const language = await companyLanguageOf(db, serviceCompanyId)
  const texts = senderTexts[language]
  const {
    subject,
    facts,
    path,
    attachments = [],
  } = compose(texts, when => formatWhen(document, when, language), language)
  await messages.mail(db, {
    serviceCompanyId,
    portalId,
    to: [{ name: portalName, address: supportEmail }],
    // A reply goes to the signer; without this it would go to the mailbox of the service company itself.
    replyTo: document.email,
    language,
    subject,
    content: {
      title: subject,
      parts: [
        { facts: [[texts.document, documentName], [texts.customer, companyName], ...facts] },
        ...(path ? [{ button: signerTexts[language].signed.open, path }] : []),
      ],
    },
    attachments,
  })
}

/** Mails the signer the link for reading and signing the document. */
export const mailToSign = (
  messages: Messages,
  db: Db,
  document: SigningDocument,
  { key, email, language }: { key: string; email: string; language: Language },
): Promise<void> => {
  const { serviceCompanyId, portalId, portalName, documentName, company, validUntil } = document
  const text = signerTexts[language].toSign
  return messages.mail(db, {
    serviceCompanyId,
    portalId,
    to: [{ name: `${document.firstName} ${document.lastName}`, address: email }],
    language,
    subject: text.subject(documentName),
    content: {
      title: text.title,
      parts: [
        { text: text.text(portalName, documentName) },
        ...(document.message ? [{ text: document.message }] : []),
        ...(validUntil ? [{ text: text.until(formatTerm(document, new Date(validUntil), language)) }] : []),
        { button: text.open, path: `/${company}/documents/${key}` },
        { note: text.note },
      ],
    },
  })
}

/** Mails the signed file to the signer and to the service company. */
export const mailSigned = async (
  messages: Messages,
  db: Db,
  document: SigningDocument,
  { key, name, when, language, files, isComplete }: Signed,
): Promise<void> => {
  const { serviceCompanyId, portalId, email, documentName, company } = document
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const attachments: MailAttachment[] =
    size > ATTACHED_MAX
      ? []
      : files.map(file => ({ name: file.name, mediaType: 'application/pdf', storageKey: file.storageKey }))
  const path = `/${company}/documents/${key}`
  const text = signerTexts[language].signed
  if (email)
    await messages.mail(db, {
      serviceCompanyId,
      portalId,
      to: [{ name, address: email }],
      language,
      subject: text.subject(documentName),
      content: {
        title: text.title,
        parts: [
          { text: text.text(documentName) },
          ...(isComplete ? [] : [{ text: text.incomplete }]),
          { button: text.open, path },
          { note: text.note },
        ],
      },
      attachments,
    })
  await mailSender(messages, db, document, (texts, formatInstant) => ({
    subject: texts.signed(documentName),
    facts: [
      [texts.signer, name],
      [texts.when, formatInstant(when)],
      ...(isComplete ? [] : [[texts.seal, texts.incomplete] as [string, string]]),
    ],
    path,
    attachments,
  }))
}

/** Mails the service company that the code could not be delivered to the signer. */
export const mailCodeFailed = (
  messages: Messages,
  db: Db,
  document: SigningDocument,
  { when, phone, reason }: { when: Date; phone: string; reason: string },
): Promise<void> =>
  mailSender(messages, db, document, (texts, formatInstant) => ({
    subject: texts.codeFailed(document.documentName),
    facts: [
      [texts.signer, `${document.firstName} ${document.lastName}`],
      [texts.phone, phone],
      [texts.when, formatInstant(when)],
      [texts.problem, reason],
      [texts.todo, texts.codeFailedTodo],
    ],
  }))

/** Mails the service company that a document was withdrawn, because its file cannot be signed, and what to do. */
export const mailUnsignable = (messages: Messages, db: Db, document: SigningDocument, why: PdfRefusal): Promise<void> =>
  mailSender(messages, db, document, (texts, _formatInstant, language) => ({
    subject: texts.unsignable(document.documentName),
    facts: [
      [texts.signer, `${document.firstName} ${document.lastName}`],
      [texts.reason, refusalReason(language, why)],
      [texts.todo, texts.unsignableTodo],
    ],
  }))

/** Mails the service company that a document was declined. */
export const mailDeclined = (
  messages: Messages,
  db: Db,
  document: SigningDocument,
  { when, reason }: { when: Date; reason: string },
): Promise<void> =>
  mailSender(messages, db, document, (texts, formatInstant) => ({
    subject: texts.declined(document.documentName),
    facts: [
      [texts.signer, `${document.firstName} ${document.lastName}`],
      [texts.when, formatInstant(when)],
      ...(reason ? [[texts.reason, reason] as [string, string]] : []),
    ],
  }))
