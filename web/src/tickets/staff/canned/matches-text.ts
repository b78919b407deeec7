import type { CannedAnswer } from '@portico/contract/staff/canned-answers'

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word is in name, shortcut or one of the texts. */
export const matchesText = ({ name, shortcut, texts }: CannedAnswer, typed: string) => {
  const all = fold([name, shortcut, ...Object.values(texts)].join(' '))
  return fold(typed)
    .split(/\s+/)
    .every(word => all.includes(word.replace(/^\//, '')))
}
