const WORD = /[\p{L}\p{N}]+/gu
const NOT_ASCII = /[^\t\n\r -~]/
const MAX_WORD = 40
const MAX_WORDS = 2000
const MAX_QUERY_WORDS = 20

/** A text without case and accents, for ordering and comparing: small letters, NFD, marks stripped. */
export const fold = (text: string): string => {
  const small = text.toLowerCase()
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(/\p{M}/gu, '') : small
}

/** A `like` pattern, its special signs escaped, that finds a text anywhere in a {@link fold}ed one. */
export const containsPattern = (text: string): string => `%${fold(text.trim()).replace(/[\\%_]/g, '\\$&')}%`

/** A text by which people's order is kept: folded, the numbers in it by their value. */
export const naturalOrder = (text: string): string => fold(text).replace(/\d+/g, digits => digits.padStart(12, '0'))

/** Rows as people look for them by name: by {@link naturalOrder}, the same on every database; rows of one name stay as they stand. */
export const byName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows
    .map(row => ({ row, order: naturalOrder(nameOf(row)) }))
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
    .map(({ row }) => row)

/** The words of some texts, folded, each once, at most `max`; a longer word than 40 characters counts by its first 40. */
const wordsOf = (texts: string[], max: number): string[] => {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of fold(text).matchAll(WORD)) {
      words.add(word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word)
      if (words.size === max) return [...words]
    }
  }
  return [...words]
}

/**
 * What is stored for a search: `{contactId}:{word}`, each once, at most 2000, for `array_to_tsvector(…::text[])`. The contact
 * stands before each word, so that a search reads the index entries of one contact only.
 */
export const searchWords = (contactId: number, ...texts: string[]): string[] =>
  wordsOf(texts, MAX_WORDS).map(word => `${contactId}:${word}`)

/** A search as the text of a tsquery: every word of `q` (20 at most) begins one of the stored words; '' when `q` has none. */
export const searchQuery = (contactId: number, q: string): string =>
  wordsOf([q], MAX_QUERY_WORDS)
    .map(word => `'${contactId}:${word}':*`)
    .join(' & ')
