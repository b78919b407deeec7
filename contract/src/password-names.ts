import { passwordMinLength } from './auth.ts'

/**
 * What a guesser knows of a person: `own` names (user name, e-mail address, first and last name), and those of the `organisations`
 * where the person is known: companies and portals.
 */
export type PasswordNames = { own: readonly string[]; organisations: readonly string[] }

/** Shorter names are parts of too many words. */
const SHORTEST = 4

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

/** A name as a whole, without marks, and without short words such as S.r.l. */
const wholesOf = (name: string): string[] =>
  [withoutMarks(folded(name)), wordsOf(name).join('')].filter(whole => whole.length >= SHORTEST)

const localPart = (name: string) => name.replace(/@[^@]*$/, '')

/**
 * Whether a password has a name in it that a guesser would try: one of the person's own, or the whole name of an organisation; or is
 * little more than words of such a name. Case, accents, marks between letters and digits for letters make no difference.
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
  // A single word, such as a town's, may well stand in a sentence.
  const words = organisations.flatMap(wordsOf).sort((a, b) => b.length - a.length)
  return spellings.some(text => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
    return left !== text && left.length < passwordMinLength
  })
}
