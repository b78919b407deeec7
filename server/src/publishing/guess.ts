import type { PublishKind } from '@portico/contract/staff/publishing'
import { bareNumber } from '../import/bare-number.ts'
import { fold } from '../kernel/database/search-words.ts'
import { amountMax } from '../records/definition/fields.ts'

/** What the name and the text of a file say of it. `numbers` are VAT numbers and tax codes as {@link bareNumber} has them. */
export type Guess = {
  kind: PublishKind | undefined
  number: string | undefined
  date: string | undefined
  total: number | undefined
  subject: string | undefined
  ticketNumber: number | undefined
  numbers: string[]
}

const KIND_WORDS: [PublishKind, RegExp][] = [
  ['creditNote', /\b(?:nota di credito|credit note|nota de credito|nota de abono)\b/],
  ['documentToSign', /\b(?:da firmare|to sign|para firmar|contratto|contract|contrato|rinnovo|incarico)\b/],
  ['estimate', /\b(?:preventivo|offerta|quotation|quote|estimate|presupuesto|oferta)\b/],
  ['report', /\b(?:rapporto|rapportino|verbale|report|informe|parte de trabajo)\b/],
  ['invoice', /\b(?:fattura|parcella|invoice|factura)\b/],
]
/** The kind of a document stands in its head. */
const HEAD = 1500

const kindIn = (name: string, text: string): PublishKind | undefined => {
  const named = KIND_WORDS.find(([, words]) => words.test(name))
  if (named) return named[0]
  const found = KIND_WORDS.flatMap(([kind, words]) => {
    const at = text.search(words)
    return at < 0 ? [] : [{ kind, at }]
  })
  return found.sort((a, b) => a.at - b.at)[0]?.kind
}

const NUMBER =
  /\b(?:fattura|parcella|invoice|factura|preventivo|offerta|quotation|quote|estimate|presupuesto|nota di credito|credit note|rapporto|rapportino|report|documento)\s*(?:n(?:r|um|umero)?\b|no\b|number)?[\s.:°º#]{0,6}([a-z0-9][\w/.-]{0,38})/gi

/** A number has a digit, and is no date. */
const isNumber = (word: string) => /\d/.test(word) && !/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/.test(word)

const numberIn = (text: string): string | undefined => {
  for (const [, word = ''] of text.matchAll(NUMBER)) {
    const number = word.replace(/(?<![./-])[./-]+$/, '')
    if (isNumber(number)) return number
  }
  return undefined
}

/** What follows the word of the kind in the name of a file: `preventivo-p-2026-124-rossi` has `p-2026-124`. */
const numberInName = (name: string): string | undefined => {
  const [, number] =
    /(?:fattura|invoice|preventivo|offerta|nota di credito|rapporto|rapportino|report|nc|ft)[\s_-]+((?:[a-z]{1,4}[\s_-]?)?\d{2,9}(?:[\s_/-]\d{1,9}){0,2})\b/i.exec(
      name,
    ) ?? []
  return number?.replaceAll(/[\s_]/g, '-').toUpperCase()
}

const MONTHS = [
  ['gennaio', 'january', 'enero'],
  ['febbraio', 'february', 'febrero'],
  ['marzo', 'march'],
  ['aprile', 'april', 'abril'],
  ['maggio', 'may', 'mayo'],
  ['giugno', 'june', 'junio'],
  ['luglio', 'july', 'julio'],
  ['agosto', 'august'],
  ['settembre', 'september', 'septiembre'],
  ['ottobre', 'october', 'octubre'],
  ['novembre', 'november', 'noviembre'],
  ['dicembre', 'december', 'diciembre'],
]
const DATE = new RegExp(
  String.raw`\b(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.?\s+(?:de\s+)?(${MONTHS.flat().join('|')})\s+(?:de\s+)?(\d{4}))\b`,
  'g',
)
const BEFORE_DATE = /\b(?:data|date|dated|fecha|del|li)\W{0,12}$/

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** The first date behind a word such as "data", else the first date. `text` is folded. */
const dateIn = (text: string): string | undefined => {
  let first: string | undefined
  for (const match of text.matchAll(DATE)) {
    const [, day, month, year, isoYear, isoMonth, isoDay, wordDay, word, wordYear] = match
    const named = MONTHS.findIndex(names => names.includes(word ?? '')) + 1
    const date =
      dayOf(Number(year), Number(month), Number(day)) ??
      dayOf(Number(isoYear), Number(isoMonth), Number(isoDay)) ??
      dayOf(Number(wordYear), named, Number(wordDay))
    if (date === undefined) continue
    if (BEFORE_DATE.test(text.slice(Math.max(0, match.index - 25), match.index))) return date
    first ??= date
  }
  return first
}

const TOTAL =
  /\b(?:totale|total|importe total|gesamt)\b[^\d\n-]{0,60}(-?\d{1,3}(?:[.,'’ ]\d{3}){0,4}[.,]\d{2}|-?\d{1,12}[.,]\d{2})(?![\d%])/g

/** The last total of a text, which comes after those of its parts; undefined also for one beyond what is kept. `text` is folded. */
const totalIn = (text: string): number | undefined => {
  const [, amount] = [...text.matchAll(TOTAL)].at(-1) ?? []
  if (amount === undefined) return undefined
  const total = Number(`${amount.slice(0, -3).replaceAll(/[^\d-]/g, '')}.${amount.slice(-2)}`)
  return Math.abs(total) <= amountMax ? total : undefined
}

const NUMBERS =
  /\b(?:[a-z]{2}[ -]?)?\d{11}\b|\b[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]\b|\b[a-z]{2}[a-z0-9]?\d{7,11}[a-z0-9]?\b/gi
const NUMBERS_MAX = 40

const numbersIn = (text: string): string[] =>
  [...new Set([...text.matchAll(NUMBERS)].map(([number]) => bareNumber(number)))].slice(0, NUMBERS_MAX)

const subjectIn = (text: string): string | undefined => {
  const [, subject] = /^[ \t]*(?:oggetto|subject|asunto)(?:[ \t]*:)?[ \t]+(\S.{2,118}\S)[ \t]*$/im.exec(text) ?? []
  return subject?.replaceAll(/\s+/g, ' ')
}

const ticketIn = (text: string): number | undefined => {
  const [, number] = /\bticket\W{0,3}(?:n(?:r|um|umero)?\W{0,3})?(\d{1,9})\b/i.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The name of a file as words. */
export const wordsOfName = (fileName: string): string =>
  fileName
    .replace(/(?:\.[a-z0-9]{1,5}){1,2}$/i, '')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()

/** Guesses from the name of a file and the text of its first pages. Somebody has to confirm it. */
export const guessFrom = (fileName: string, text: string): Guess => {
  const name = wordsOfName(fileName)
  const folded = fold(text)
  return {
    kind: kindIn(fold(name), folded.slice(0, HEAD)),
    number: numberIn(text) ?? numberInName(name),
    date: dateIn(folded) ?? dateIn(fold(fileName)),
    total: totalIn(folded),
    subject: subjectIn(text),
    ticketNumber: ticketIn(`${name}\n${text}`),
    numbers: numbersIn(`${text}\n${name}`),
  }
}
