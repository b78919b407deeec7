import type { Language } from '@portico/contract/language'
import type { Db } from '../kernel/database/db.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { ReceivedMail } from './reading/message.ts'
import type { SenderMembership } from './sender-queries.ts'
import { inboundTexts } from './texts.ts'

type Answered = { serviceCompanyId: number; portalId: number; language: Language; mail: ReceivedMail }

/** Of what we answer by ourselves; it goes back to nobody (RFC 3834, section 3.3: an empty return path). */
const automaticReply = { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' }

const answerTo = ({ serviceCompanyId, portalId, language, mail }: Answered) => ({
  serviceCompanyId,
  portalId,
  language,
  to: mail.from ? [{ name: '', address: mail.from.address }] : [],
  headers: automaticReply,
  returnPath: '',
  thread: { inReplyTo: mail.messageId ?? undefined },
})

/** Asks a person of several customers for which of them a mail is, with a link to each. */
export const askForCustomer = (
  db: Db,
  messages: Messages,
  answered: Answered,
  memberships: readonly SenderMembership[],
): Promise<void> => {
  const { question } = inboundTexts[answered.language]
  const links = memberships.slice(0, 20).map(({ portalKey, contactId, companyName }) => ({
    button: question.open(companyName),
    path: `/${portalKey}/${contactId}/tickets/new`,
  }))
  return messages.mail(db, {
    ...answerTo(answered),
    subject: question.subject,
    content: { title: question.title, parts: [{ text: question.text(answered.mail.subject.slice(0, 200)) }, ...links] },
  })
}

/** Tells somebody unknown, politely and once a day, that a person will read the mail. */
export const greetStranger = (db: Db, messages: Messages, answered: Answered): Promise<void> => {
  const { stranger } = inboundTexts[answered.language]
  return messages.mail(db, {
    ...answerTo(answered),
    subject: stranger.subject,
    content: { title: stranger.title, parts: [{ text: stranger.text }] },
  })
}
