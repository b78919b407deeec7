import type { Language } from '@portico/contract/language'
import type { MailContent } from '../kernel/messages/mail-frame.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Addressee } from './confirmation-queries.ts'
import type { LinkMailTexts } from './texts/link-mail-types.ts'
import { linkMailTexts } from './texts/link-mails.ts'

/** What creating and mailing links needs. */
export type LinkDeps = { secrets: Secrets; messages: Messages }

/** The kinds of mails with a link. */
export type LinkMailKind = keyof (typeof linkMailTexts)[Language]

/** A mail with a link to a page of ours, in the reader's language. */
export const composeLinkMail = (
  kind: LinkMailKind,
  to: Addressee,
  { path, language }: { path: string; language: Language },
): { subject: string; content: MailContent } => {
  const { subject, title, paragraphs, userName, button, notes }: LinkMailTexts = linkMailTexts[language][kind]
  return {
    subject: subject(to),
    content: {
      title: title(to),
      parts: [
        ...paragraphs.map(text => ({ text: text(to) })),
        ...(userName === undefined ? [] : [{ facts: [[userName, to.userName] as const] }]),
        { button, path },
        ...notes.map(note => ({ note })),
      ],
    },
  }
}
