const MAX_LENGTH = 200
const MAX_EXTENSION = 20
/** Only the end of a longer name is used, because the cleaning time grows faster than the length. */
const MAX_GIVEN = 1000

// Control characters, direction marks, invisible characters that hide in a name, and lone surrogates. ZWJ and ZWNJ stay, because emoji and
// some scripts need them.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** The extension of a cleaned name in lower case, without its dot; '' if there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** A suffix that Windows ignores: blanks, dots, and the name of a stream, because `a.exe::$DATA` is `a.exe` itself. */
const DROPPED_END = /(?:(?<![\s.])[\s.]+|:[^:]{0,255}:\$\w{1,20})$/

const withoutDroppedEnd = (name: string): string => {
  const shorter = name.replace(DROPPED_END, '')
  return shorter === name ? name : withoutDroppedEnd(shorter)
}

/**
 * Cleans the name of an uploaded file: its last path segment, NFC, without control, direction and invisible characters, without a suffix
 * that Windows ignores, which would give it another extension; at most 200 characters, with the extension kept; 'file' if nothing is left.
 */
export const cleanFileName = (name: string): string => {
  const segment = name.slice(-MAX_GIVEN).replace(UNWANTED, '').split(/[/\\]/).at(-1) ?? ''
  const clean = withoutDroppedEnd(segment.normalize('NFC').trim())
  const letters = [...clean]
  if (letters.length <= MAX_LENGTH) return clean || 'file'
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 ? [...clean.slice(dot)] : []
  const kept = ending.length <= MAX_EXTENSION ? ending : []
  return withoutDroppedEnd(letters.slice(0, MAX_LENGTH - kept.length).join('')) + kept.join('')
}
