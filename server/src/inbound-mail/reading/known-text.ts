/** Addresses of pages: they differ from mail to mail, and mail programs wrap and rewrite them. */
const LINKS = /<?https?:\/\/[^\s<>]+>?/gi
const WORDS = /[\p{L}\p{N}]+/gu

/** Of a line, how many pairs of words have to be known; programs change a word here and there, and wrap lines. */
const ENOUGH = 0.6
/** A line of so few words, such as a label with its value, is known if each of them is. */
const SHORT = 3
/** Characters of a line that are compared. */
const LINE_MAX = 1000

const wordsOf = (line: string): string[] => line.replace(LINKS, ' ').toLowerCase().match(WORDS) ?? []

/** Tells lines that a conversation has from those that it has not; a line without a word says nothing and counts as known. */
export type KnownText = (line: string) => boolean

/** Remembers the words of texts, singly and in pairs. The time is linear in their length, and so is that of each question. */
export const knownText = (texts: readonly string[]): KnownText => {
  const known = new Set<string>()
  for (const text of texts) {
    let before = ''
    for (const word of wordsOf(text)) {
      known.add(word).add(`${before} ${word}`)
      before = word
    }
  }
  return line => {
    const words = wordsOf(line.slice(0, LINE_MAX))
    if (words.length <= SHORT) return words.every(word => known.has(word))
    const pairs = words.slice(1).filter((word, at) => known.has(`${words[at]} ${word}`))
    return pairs.length >= ENOUGH * (words.length - 1)
  }
}
