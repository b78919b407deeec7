/**
 * Names that an attacker can know about a person: `own` names (user name, e-mail address, first and last name), and the names of the
 * person's `organisations`: companies and portals.
 */
export type PasswordNames = { own: readonly string[]; organisations: readonly string[] }

/** Shorter names occur inside too many ordinary words. */
const SHORTEST = 4

/** Fewer letters and digits than these, beside the words of an organisation, leave a password easy to guess. */
const LEAST_BESIDE = 6

const digitLetters: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const withoutMarks = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

const wordsOf = (name: string): string[] =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length >= SHORTEST)

/** A whole name without punctuation and without short words such as S.r.l. */
const wholesOf = (name: string): string[] =>
  [withoutMarks(folded(name)), wordsOf(name).join('')].filter(whole => whole.length >= SHORTEST)

const localPart = (name: string) => name.replace(/@[^@]*$/, '')

/**
 * Whether a password contains one of the person's own names or the whole name of an organisation, or consists of little more than
 * words of such a name. Ignores case, accents, punctuation between letters, and digits that stand for letters.
 */
export const hasName = (password: string, { own, organisations }: PasswordNames): boolean => {
  const typed = folded(password)
  const spellings = [typed, typed.replace(/[^\p{L}]/gu, sign => digitLetters[sign] ?? sign)].map(withoutMarks)
  const names = own.map(localPart)
  const refused = [...names.flatMap(wholesOf), ...names.flatMap(wordsOf)]
  for (const name of organisations) {
    const words = wordsOf(name)
    if (words.length > 1) refused.push(...wholesOf(name))
  }
  if (spellings.some(text => refused.some(name => text.includes(name)))) return true
  // A single word, such as the name of a town, may occur in an ordinary sentence.
  const words = organisations.flatMap(wordsOf).sort((a, b) => b.length - a.length)
  return spellings.some(text => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
    return left !== text && left.length < LEAST_BESIDE
  })
}
