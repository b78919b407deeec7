// Compiled for this file from what published rankings of leaked passwords have in common (their words, keyboard walks and
// endings); no list is copied, so there is no licence but ours. Written in small letters, without accents or digits for letters.
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
const MAX_PARTS = 3
const MAX_LENGTH = 64
const LONGEST_WORD = Math.max(...[...WORDS].map(word => word.length))

/** How many characters at `start` could each be one part that a guesser knows. */
const partsAt = (text: string, lettered: string, start: number): number[] => {
  const lengths: number[] = []
  for (let length = 2; length <= Math.min(LONGEST_WORD, text.length - start); length += 1) {
    if (WORDS.has(lettered.slice(start, start + length)) || WORDS.has(text.slice(start, start + length)))
      lengths.push(length)
  }
  for (let length = 3; start + length <= text.length; length += 1) {
    const part = text.slice(start, start + length)
    if (WALKS.some(walk => walk.includes(part)) || part === text.charAt(start).repeat(length)) lengths.push(length)
  }
  const digits = /^\d{1,4}/.exec(text.slice(start))?.[0].length ?? 0
  return digits > 0 ? [...lengths, digits] : lengths
}

const isMadeOf = (text: string, lettered: string, start: number, parts: number): boolean => {
  const next = start + (/^[^a-z0-9]*/.exec(text.slice(start))?.[0].length ?? 0)
  if (next === text.length) return true
  const lengths = parts > 0 ? partsAt(text, lettered, next) : []
  // A sign may stand for a letter, so that it need not be skipped.
  const unskipped = parts > 0 && next > start ? partsAt(text, lettered, start) : []
  return (
    lengths.some(length => isMadeOf(text, lettered, next + length, parts - 1)) ||
    unskipped.some(length => isMadeOf(text, lettered, start + length, parts - 1))
  )
}

/**
 * Whether a password is one that guessers try first: up to three of the usual words (digits for letters included), keyboard
 * walks, repeated signs and numbers, with any marks between them; or a short piece over and over.
 */
export const isCommon = (password: string): boolean => {
  const text = password.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  if (/^(.{1,6})\1{2,}.{0,2}$/u.test(text)) return true
  if (text.length > MAX_LENGTH) return false
  const half = text.length / 2
  const once = text.slice(0, half) === text.slice(half) ? text.slice(0, half) : text
  const lettered = [...once].map(sign => LETTERS[sign] ?? sign).join('')
  return isMadeOf(once, lettered, 0, MAX_PARTS)
}
