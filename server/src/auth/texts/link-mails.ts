import type { Language } from '@portico/contract/language'
import type { AllLinkMailTexts } from './link-mail-types.ts'
import { english } from './link-mails-en.ts'
import { spanish } from './link-mails-es.ts'
import { italian } from './link-mails-it.ts'

/**
 * The mails with a link in each language: for setting a password again or for the first time, the notice about a further contact, and for
 * signing in.
 */
export const linkMailTexts: Record<Language, AllLinkMailTexts> = {
  'it-IT': italian,
  'en-EN': english,
  'es-ES': spanish,
}
