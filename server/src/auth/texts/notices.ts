import type { Language } from '@portico/contract/language'
import type { NoticeTexts } from './notice-types.ts'
import { english } from './notices-en.ts'
import { spanish } from './notices-es.ts'
import { italian } from './notices-it.ts'

/** The security notices in each language. */
export const noticeTexts: Record<Language, NoticeTexts> = {
  'it-IT': italian,
  'en-EN': english,
  'es-ES': spanish,
}
