import { distance } from 'fastest-levenshtein'
import unhomoglyph from 'unhomoglyph'
import { fold } from '../kernel/database/search-words.ts'
import { parseColor } from '../kernel/messages/mail-color.ts'

/** What a reader recognises a portal by. `baseColor` in any syntax that a portal's colour may have. */
export type PortalFace = { webPortalName: string; webPortalKey: string; baseColor: string }

const LEET: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
}

/** A portal that is there, with the keys that it had: mails and bookmarks still lead to it by them. */
export type KnownPortal = PortalFace & { formerKeys: readonly string[] }

/** Colours whose channels (0 to 255) differ by no more than this look the same unless seen side by side. */
const SAME_COLOR = 16
/** Names shorter than this are never similar: in a short name one other letter makes another name. */
const SHORT_NAME = 5

/** Invisible characters, among them fillers that count as letters. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Characters that change the writing direction: a name with them is shown in another order than it is written. */
const TURNING = /\p{Bidi_Control}/u

/**
 * Reduces a text to what a hasty reader sees: replaces letters that look alike by one of them (Unicode confusables, `rn` as `m`, digits
 * for letters) and removes case, accents, spaces and punctuation.
 */
const toSkeleton = (text: string): string =>
  fold(unhomoglyph(text.normalize('NFKC').replace(UNSEEN, '')))
    .replace(/[0-9@$]/g, sign => LEET[sign] ?? sign)
    .replaceAll('i', 'l')
    .replaceAll('vv', 'w')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a letter of a skeleton has no known plain equivalent. */
const isOdd = (letter: string) => !/[a-z0-9]/.test(letter)

/** Whether two skeletons read the same. An odd letter matches any letter, if fewer than half of the letters are such matches. */
const looksLike = (one: string, other: string): boolean => {
  const [letters, others] = [[...one], [...other]]
  if (letters.length === 0 || letters.length !== others.length) return false
  const odd = letters.filter((letter, at) => letter !== others[at] && (isOdd(letter) || isOdd(others[at] ?? '')))
  const isSame = letters.every((letter, at) => letter === others[at] || isOdd(letter) || isOdd(others[at] ?? ''))
  return isSame && odd.length * 2 < letters.length
}

const isSameColor = (one: string, other: string): boolean => {
  const [first, second] = [parseColor(one), parseColor(other)]
  return first.every((part, n) => Math.abs(part - (second[n] ?? 0)) <= SAME_COLOR)
}

const isSimilar = (one: string, other: string): boolean => {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length)
  if (short.length < SHORT_NAME) return false
  return long.includes(short) || distance(short, long) <= (short.length < 2 * SHORT_NAME ? 1 : 2)
}

/**
 * The fields by which a portal could be taken for another one. The name counts if it reads the same, or if it changes the writing
 * direction; the key, if it reads like one that the other has or had; the colour, if it looks the same and the names are similar.
 */
export const findLookAlikeFields = (face: PortalFace, other: KnownPortal): (keyof PortalFace)[] => {
  const theirs = [toSkeleton(other.webPortalName), toSkeleton(other.webPortalKey)]
  const [name, key] = [toSkeleton(face.webPortalName), toSkeleton(face.webPortalKey)]
  const fields: (keyof PortalFace)[] = []
  if (TURNING.test(face.webPortalName) || theirs.some(one => looksLike(name, one))) fields.push('webPortalName')
  if ([...theirs, ...other.formerKeys.map(toSkeleton)].includes(key)) fields.push('webPortalKey')
  if (isSameColor(face.baseColor, other.baseColor) && isSimilar(name, theirs[0] ?? '')) fields.push('baseColor')
  return fields
}
