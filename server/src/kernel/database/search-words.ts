const WORD = /[\p{L}\p{N}]+/gu
const NOT_ASCII = /[^\t\n\r -~]/
const MAX_WORD = 40
const MAX_WORDS = 2000
const MAX_QUERY_WORDS = 20

/** A text without case and accents, for sorting and comparing: lower case, NFD, combining marks removed. */
export const fold = (text: string): string => {
  const small = text.toLowerCase()
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(/\p{M}/gu, '') : small
}

/** A `like` pattern, with special characters escaped, that finds a text anywhere in a {@link fold}ed one. */
export const containsPattern = (text: string): string => `%${fold(text.trim()).replace(/[\\%_]/g, '\\$&')}%`

/** A sort key in natural order: the folded text, with its numbers compared by value. */
export const naturalOrder = (text: string): string => fold(text).replace(/\d+/g, digits => digits.padStart(12, '0'))

/** Rows sorted by name in {@link naturalOrder}, the same on every database; rows with equal names keep their order. */
export const byName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows
    .map(row => ({ row, order: naturalOrder(nameOf(row)) }))
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
    .map(({ row }) => row)

/** The folded, distinct words of some texts, at most `max`; a word is cut after 40 characters. */
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
 * The words to store for a search: `{contactId}:{word}`, distinct, at most 2000, for `array_to_tsvector(…::text[])`. The contact is the
 * prefix of each word, so that a search reads only the index entries of one contact.
 */
export const searchWords = (contactId: number, ...texts: string[]): string[] =>
  wordsOf(texts, MAX_WORDS).map(word => `${contactId}:${word}`)

/** The words of a search, folded; at most 20. */
export const queryWords = (q: string): string[] => wordsOf([q], MAX_QUERY_WORDS)

/** A search as the text of a tsquery: each word of `q` (at most 20) is a prefix of a stored word; '' if `q` has no words. */
export const searchQuery = (contactId: number, q: string): string =>
  queryWords(q)
    .map(word => `'${contactId}:${word}':*`)
    .join(' & ')
