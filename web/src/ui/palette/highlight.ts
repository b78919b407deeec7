import { folded as plain } from '../select/folded.ts'

const endOf = (folded: readonly string[], at: number, word: string) => {
  let found = ''
  let end = at
  while (end < folded.length && found.length < word.length) found += folded[end++]
  return found === word ? end : null
}

/** A text cut where the searched words stand in it, case and accents aside; `hit` marks what was found. */
export const highlight = (text: string, searched: string): { text: string; hit: boolean }[] => {
  const words = searched.split(/\s+/).map(plain).filter(Boolean)
  const letters = [...text.normalize('NFC')]
  const folded = letters.map(plain)
  const parts: { text: string; hit: boolean }[] = []
  for (let at = 0; at < letters.length; ) {
    const end = Math.max(...words.map(word => endOf(folded, at, word) ?? 0), 0)
    const hit = end > at
    const piece = letters.slice(at, hit ? end : at + 1).join('')
    const last = parts.at(-1)
    if (last?.hit === hit) last.text += piece
    else parts.push({ text: piece, hit })
    at = hit ? end : at + 1
  }
  return parts
}
