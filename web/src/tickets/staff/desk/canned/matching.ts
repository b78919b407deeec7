import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import type { Locale } from '../../../../text/languages.ts'
import { htmlToText } from '../../../../ui/editor/plain-html.ts'

/** The word behind the last `/` before the caret, '' right after it; null if there is none. */
export const slashWord = (before: string) => /(?:^|\s)\/([\p{L}\p{N}-]*)$/u.exec(before)?.[1] ?? null

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The canned answers for a portal that a word finds: by the beginning of the shortcut first, then by a word of the name. */
export const matchingAnswers = (answers: readonly CannedAnswer[], portalId: number, word: string) => {
  const typed = fold(word)
  const usable = answers.filter(one => one.portalId === null || one.portalId === portalId)
  const byShortcut = usable.filter(({ shortcut }) => fold(shortcut).startsWith(typed))
  const byName = usable.filter(
    one =>
      !byShortcut.includes(one) &&
      fold(one.name)
        .split(/[^\p{L}\p{N}]+/u)
        .some(part => part.startsWith(typed)),
  )
  return [...byShortcut, ...byName]
}

const languages = { it: 'it-IT', en: 'en-EN', es: 'es-ES' } as const

/** The beginning of a canned answer as plain text, in the reader's language where it has that. */
export const previewOf = ({ texts }: Pick<CannedAnswer, 'texts'>, locale: Locale) => {
  const html = texts[languages[locale]] ?? texts['it-IT'] ?? texts['en-EN'] ?? texts['es-ES'] ?? ''
  return htmlToText(html).replace(/\s+/g, ' ').slice(0, 120)
}

const shortNames = { 'it-IT': 'it', 'en-EN': 'en', 'es-ES': 'es' } as const

/** The languages that a canned answer is written in: `it`, `en`. */
export const languagesOf = ({ texts }: Pick<CannedAnswer, 'texts'>) =>
  (Object.keys(shortNames) as (keyof typeof shortNames)[])
    .filter(language => texts[language] !== null)
    .map(language => shortNames[language])
