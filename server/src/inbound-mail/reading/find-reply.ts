import type { KnownText } from './known-text.ts'
import { type LineKind, lineKinds } from './line-kinds.ts'

/** What a mail is read with: whether it answers one, and the text of the conversation that it belongs to, if that is known. */
export type ReplyContext = { isAnswer: boolean; isKnown?: KnownText | undefined }

/** More lines than a signature has. */
const SIGNATURE_LINES = 15
/** The line above a signature (RFC 3676, section 4.3), and what some programs and lists write instead. */
const SIGNATURE_MARK = /^\s*(?:--|__)\s*$/
/** What signatures have, and other last lines below a drawn line seldom. */
const CONTACT =
  /@|https?:|www\.|(?<!\p{L})(?:tel|fax|cell|mob(?:ile)?|phone|p\.? ?iva|vat)(?!\p{L})|\+?\d[\d\s./()-]{5,}\d/iu
/** Words of what companies add below all their mails. */
const DISCLAIMER =
  /confiden|riservat|reservad|privacy|privaci|gdpr|2016\/679|196\/2003|destinatari|intended recipient|unsubscribe|(?:prima di stampare|before printing|antes de imprimir)|virus|spam|(?:per errore|in error|by mistake|por error)/i
/** How people begin what they have forgotten. */
const AFTERTHOUGHT = /^\s*(?:p\.? ?[sd]|n\.? ?b|nota|note)\b/i

const wordsIn = (line: string) => line.split(/\s+/, 30).filter(Boolean).length

const isSentence = (line: string) =>
  AFTERTHOUGHT.test(line) ||
  (!CONTACT.test(line) &&
    !DISCLAIMER.test(line) &&
    ((/[.!?]["”»)]?\s*$/.test(line) && wordsIn(line) > 3) || wordsIn(line) > 12))

/** The lines of each paragraph. */
const paragraphsOf = (lines: readonly string[]): string[][] => {
  const paragraphs: string[][] = [[]]
  for (const line of lines)
    if (line.trim() !== '') paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  return paragraphs.filter(({ length }) => length > 0)
}

/**
 * Whether lines are a signature and nothing that somebody wants to say: no sentence but those that companies add, and below its first
 * paragraph only names, addresses and numbers.
 */
const isSignature = (lines: readonly string[], kinds: readonly LineKind[]): boolean => {
  const written = lines.filter((_, at) => kinds[at] !== 'device')
  const [first = [], ...others] = paragraphsOf(written)
  const isAdded = (paragraph: string[]) =>
    paragraph.some(line => DISCLAIMER.test(line)) ||
    (paragraph.some(line => CONTACT.test(line)) && paragraph.every(line => wordsIn(line) <= 8)) ||
    paragraph.every(line => wordsIn(line) <= 4 && !/\d/.test(line))
  const own = [first, ...others].filter(paragraph => !paragraph.some(line => DISCLAIMER.test(line)))
  return (
    own.reduce((sum, { length }) => sum + length, 0) <= SIGNATURE_LINES &&
    own.every(paragraph => !paragraph.some(isSentence)) &&
    others.every(isAdded)
  )
}

/** The index after the last line that is not of these kinds, within the first `end` lines. */
const withoutTrailing = (kinds: readonly LineKind[], end: number, dropped: readonly LineKind[]) => {
  let last = end
  while (last > 0 && dropped.includes(kinds[last - 1] as LineKind)) last -= 1
  return last
}

/**
 * Where the signature begins that ends the text from `start` to `end`; `end` if there is none. What follows `--` is one if it has no
 * sentence; a line of other signs begins one only if it is the only one, and a way to reach somebody stands below it.
 */
const signatureStart = (
  lines: readonly string[],
  kinds: readonly LineKind[],
  { start, end }: { start: number; end: number },
): number => {
  const rules: number[] = []
  for (let at = start + 1; at < end && rules.length < 2; at += 1) if (kinds[at] === 'rule') rules.push(at)
  const [rule] = rules
  const above = withoutTrailing(kinds, end, ['blank', 'device'])
  const last = kinds.slice(above, end).includes('device') ? above : end
  if (rule === undefined || rules.length > 1) return last
  const below = lines.slice(rule + 1, end)
  const isMarked = SIGNATURE_MARK.test(lines[rule] ?? '')
  const isDrawn = below.some(line => CONTACT.test(line)) && (lines[rule] ?? '').trim().length > 1
  const found = below.length <= 200 && isSignature(below, kinds.slice(rule + 1, end))
  return found && (isMarked || isDrawn) ? rule : last
}

const isText = (kind: LineKind | undefined) => kind === 'text'
const isQuote = (kind: LineKind | undefined) => kind === 'quote' || kind === 'cited'

/** What begins a mail that is quoted without marks. */
const SENT_BEFORE: readonly LineKind[] = ['attribution', 'header', 'mark']

/** Where the answer starts that stands below all that it quotes; undefined if the mail is not written so. */
const answerAtTheEnd = (kinds: readonly LineKind[], end: number): number | undefined => {
  const first = kinds.findIndex(kind => kind !== 'blank')
  if (kinds[first] !== 'attribution') return undefined
  const start = kinds.findIndex((kind, at) => at > first && isText(kind))
  const isQuoted = kinds.slice(first, start).some(isQuote)
  const isLast = !kinds.slice(start, end).some(kind => isQuote(kind) || SENT_BEFORE.includes(kind))
  return start > 0 && start < end && isQuoted && isLast ? start : undefined
}

/** Of each place whether only quoted lines follow it, or text that quotes nothing, but no text between and below quoted lines. */
const quotedToTheEnd = (lines: readonly string[], kinds: readonly LineKind[]): ((from: number) => boolean) => {
  const lastQuote = kinds.findLastIndex(isQuote)
  if (lastQuote < 0) return () => true
  const below = withoutTrailing(kinds, kinds.length, ['blank'])
  const rest = lines.slice(lastQuote + 1, below)
  const restKinds = kinds.slice(lastQuote + 1, below)
  const isOver =
    !restKinds.some(isText) ||
    (rest.length <= 200 &&
      isSignature(
        rest.filter((_, at) => isText(restKinds[at]) || restKinds[at] === 'blank'),
        [],
      ))
  // The first line below which each quoted line follows another one.
  let begin = lastQuote
  let first = lastQuote
  for (; begin > 0 && !isText(kinds[begin - 1]); begin -= 1) if (isQuote(kinds[begin - 1])) first = begin - 1
  // Text above the first quoted line belongs to a mail that is quoted without marks.
  const quoteAbove = kinds.slice(0, first).findLastIndex(isQuote)
  return from => from > lastQuote || (isOver && from > quoteAbove)
}

/** Words that a line has which a mail program quotes, and not a value such as `> 6 bar`. */
const QUOTED_WORDS = 4
/** How people lead to what they show below, be it with a colon or with a question about it. */
const LEADS_ON = /[:：?]["”»)]?\s*$/

/**
 * Whether the lines from `begin` to `end`, quoted and at the end of an answer, are what somebody sent before: a program has marked them, or
 * most of them are known. Of others, `>` is the mark of a program unless the line above leads to them.
 */
const isSentBefore = (
  lines: readonly string[],
  kinds: readonly LineKind[],
  { begin, end }: { begin: number; end: number },
  isKnown: KnownText | undefined,
): boolean => {
  // A program that has quoted above, with an attribution, quotes here as well.
  if (kinds.slice(begin, end).includes('cited') || kinds.slice(0, begin).includes('attribution')) return true
  const quoted = lines
    .slice(begin, end)
    .filter((line, at) => kinds[begin + at] === 'quote' && /[\p{L}\p{N}]/u.test(line))
  if (isKnown && quoted.length > 0 && quoted.filter(isKnown).length * 2 >= quoted.length) return true
  const above = lines[withoutTrailing(kinds, begin, ['blank']) - 1] ?? ''
  return !LEADS_ON.test(above) && quoted.some(line => /^\s*>/.test(line) && wordsIn(line) > QUOTED_WORDS)
}

/** The index after the last line of an answer that does not belong to what it quotes at its end. */
const withoutQuotes = (
  lines: readonly string[],
  kinds: readonly LineKind[],
  end: number,
  isKnown: KnownText | undefined,
): number => {
  const trailing = withoutTrailing(kinds, end, ['blank', 'rule', 'attribution'])
  const begin = withoutTrailing(kinds, trailing, ['quote', 'cited', 'blank', 'attribution'])
  return isSentBefore(lines, kinds, { begin, end: trailing }, isKnown)
    ? withoutTrailing(kinds, begin, ['blank', 'rule'])
    : trailing
}

const SIGN = /[^\s>\u00ad\u200b-\u200f\u2060\ufeff]/u

/** Anything but white space and quote marks is a word: a thumb is an answer. */
export const saysSomething = (line: string): boolean => SIGN.test(line)

/**
 * Says of each line whether it belongs to the new text of the mail. A mail that answers nothing is kept but for a signature at its very end.
 * Of an answer are kept the text above the quoted mail, below it, and between its lines (with what they answer); left out are the quoted
 * mail, from one of our own mails or an attribution on, what introduces it, and the signature.
 */
export const findReply = (
  lines: readonly string[],
  { isAnswer, isKnown }: ReplyContext,
  kinds: readonly LineKind[] = lineKinds(lines),
): boolean[] => {
  if (!isAnswer) {
    const start = kinds.findIndex(kind => kind !== 'blank')
    const end = signatureStart(lines, kinds, { start, end: kinds.length })
    return kinds.map((_, at) => at < end)
  }
  const start = answerAtTheEnd(kinds, kinds.length) ?? 0
  const isQuotedFrom = quotedToTheEnd(lines, kinds)
  let end = kinds.length
  for (let at = start, hasText = false; at < end; at += 1) {
    const kind = kinds[at]
    if (isText(kind)) hasText = true
    const ends = kind === 'mark' || (hasText && (kind === 'header' || (kind === 'attribution' && isQuotedFrom(at))))
    if (ends) end = at
  }
  const hasText = kinds.slice(start, end).some(isText)
  if (hasText) {
    end = signatureStart(lines, kinds, { start, end })
    end = withoutQuotes(lines, kinds, end, isKnown)
    end = signatureStart(lines, kinds, { start, end })
  }
  const left = new Set<LineKind>(['attribution', 'header', 'mark'])
  const kept = kinds.map((kind, at) => at >= start && at < end && !left.has(kind))
  // Who sends one of our mails back without a word says nothing.
  if (!hasText && kinds.some(kind => kind === 'mark' || kind === 'cited')) return kept.map(() => false)
  return lines.some((line, at) => kept[at] && saysSomething(line)) ? kept : kept.map(() => false)
}

/** The new text of a plain mail and what was left out of it, each trimmed, and the lines of both with their kinds. */
export const splitText = (text: string, context: ReplyContext): { reply: string; quoted: string } & SplitLines => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const kinds = lineKinds(lines)
  const kept = findReply(lines, context, kinds)
  const join = (isKept: boolean) =>
    lines
      .filter((_, at) => kept[at] === isKept)
      .join('\n')
      .trim()
  return { reply: join(true), quoted: join(false), lines, kinds, kept }
}

/** The lines of a mail with their kinds, and which of them are its new text. */
export type SplitLines = { lines: readonly string[]; kinds: readonly LineKind[]; kept: readonly boolean[] }

/** A new text of fewer words may be the lesser part of what somebody wrote. */
const SHORT = 10

/** What programs write around a mail that they quote. */
const AROUND: readonly LineKind[] = ['blank', 'rule', 'attribution', 'header', 'mark']

/** Whether what is left out is shown at once: little is left, and there is something in it that nobody in the conversation has sent. */
export const isWorthShowing = ({ lines, kinds, kept }: SplitLines, isKnown: KnownText = () => false): boolean => {
  let words = 0
  for (const [at, line] of lines.entries()) if (kept[at] && words < SHORT) words += wordsIn(line)
  if (words >= SHORT) return false
  return lines.some(
    (line, at) => !kept[at] && !AROUND.includes(kinds[at] as LineKind) && saysSomething(line) && !isKnown(line),
  )
}
