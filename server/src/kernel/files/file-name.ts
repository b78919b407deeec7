const MAX_LENGTH = 200
const MAX_EXTENSION = 20
/** Of a longer name only the end is looked at: the time that it takes grows faster than the name. */
const MAX_GIVEN = 1000

// Controls, marks that turn the reading direction, invisible ones that hide in a name, and halves of surrogate pairs.
// ZWJ and ZWNJ stay: emoji and some scripts need them.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** The extension of a cleaned name in small letters, without its dot; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** A name's end that Windows drops: blanks, dots, and the name of a stream, for `a.exe::$DATA` is `a.exe` itself. */
const DROPPED_END = /(?:[\s.]+|:[^:]{0,255}:\$\w{1,20})$/

const withoutDroppedEnd = (name: string): string => {
  const shorter = name.replace(DROPPED_END, '')
  return shorter === name ? name : withoutDroppedEnd(shorter)
}

/**
 * A file's name from outside as we keep it: its last path segment, NFC, without control, direction and invisible characters, without
 * an end that Windows drops, which would give it another extension; at most 200 characters, the extension kept; 'file' when nothing is
 * left.
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
