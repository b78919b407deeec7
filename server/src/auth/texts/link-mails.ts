import type { Language } from '@portico/contract/language'
import { english } from './link-mails-en.ts'
import { spanish } from './link-mails-es.ts'
import { italian } from './link-mails-it.ts'

type Named = { userName: string; referentName: string; companyName: string; webPortalName: string }

/** A mail with a link, in one language: its paragraphs, then the label of the user name where it is told, the button and the small print. */
export type LinkMailTexts = {
  subject: (to: Named) => string
  title: (to: Named) => string
  paragraphs: readonly ((to: Named) => string)[]
  userName?: string
  button: string
  notes: readonly string[]
}

/** The mails with a link, in one language. */
export type AllLinkMailTexts = Record<
  | 'recovery'
  | 'invitation'
  | 'invitationWithoutPassword'
  | 'addition'
  | 'additionWithoutPassword'
  | 'signInLink'
  | 'requestedLink',
  LinkMailTexts
>

/**
 * The mails with a link in each language: for setting a password again or for the first time, the notice about a further contact, and for
 * signing in.
 */
export const linkMailTexts: Record<Language, AllLinkMailTexts> = {
  'it-IT': italian,
  'en-EN': english,
  'es-ES': spanish,
}
