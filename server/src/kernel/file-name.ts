const MAX_LENGTH = 200
const MAX_EXTENSION = 20

// Controls, marks that turn the reading direction, invisible ones that hide in a name, and halves of surrogate pairs.
// ZWJ and ZWNJ stay: emoji and some scripts need them.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** The extension of a cleaned name in small letters, without its dot; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * A file's name from outside as we keep it: its last path segment, NFC, without control, direction and invisible characters,
 * without blanks or dots at its end (Windows drops them, which would give it another extension); at most 200 characters,
 * the extension kept; 'file' when nothing is left.
 */
export const cleanFileName = (name: string): string => {
  const segment = name.replace(UNWANTED, '').split(/[/\\]/).at(-1) ?? ''
  const clean = segment
    .normalize('NFC')
    .trim()
    .replace(/[\s.]+$/, '')
  const letters = [...clean]
  if (letters.length <= MAX_LENGTH) return clean || 'file'
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 ? [...clean.slice(dot)] : []
  const kept = ending.length <= MAX_EXTENSION ? ending : []
  return (
    letters
      .slice(0, MAX_LENGTH - kept.length)
      .join('')
      .replace(/[\s.]+$/, '') + kept.join('')
  )
}
