import { type LineKind, lineKinds, REPLY_ABOVE } from './line-kinds.ts'

/** A text of this many lines below a quote is an answer to it; a shorter one is what mail programs and companies add. */
const ANSWER_LINES = 7

/** More lines of text than a signature has; below a line of dashes they are a report, a log or a part of the text. */
const SIGNATURE_LINES = 15
/** A line of dashes that people draw in a text, too; `--` is that of signatures (RFC 3676, section 4.3). */
const DRAWN_RULE = /^\s*(?!--\s*$)[-–_*=~#+\s]{3,}$/

const isText = (kind: LineKind | undefined) => kind === 'text'

/** The index after the last line that is not of these kinds, within the first `end` lines. */
const withoutTrailing = (kinds: readonly LineKind[], end: number, dropped: readonly LineKind[]) => {
  let last = end
  while (last > 0 && dropped.includes(kinds[last - 1] as LineKind)) last -= 1
  return last
}

/** Where the answer starts that stands below all that it quotes; undefined if the mail is not written so. */
const answerAtTheEnd = (kinds: readonly LineKind[], end: number): number | undefined => {
  const first = kinds.findIndex(kind => kind !== 'blank')
  if (kinds[first] !== 'attribution') return undefined
  const start = kinds.findIndex((kind, at) => at > first && isText(kind))
  const isQuoted = kinds.slice(first, start).includes('quote')
  const isLast = kinds.slice(start, end).every(kind => kind === 'text' || kind === 'blank')
  return start > 0 && start < end && isQuoted && isLast ? start : undefined
}

/** Whether what follows an attribution is the quoted mail and nothing else, so that the mail ends there for its reader. */
const isQuotedToTheEnd = (kinds: readonly LineKind[], from: number, end: number) => {
  const after = kinds.slice(from, end)
  const lastQuote = Math.max(after.lastIndexOf('quote'), after.lastIndexOf('attribution'), after.lastIndexOf('header'))
  if (!after.includes('quote')) return true
  // Text between two quotes answers the first.
  const firstQuote = after.indexOf('quote')
  if (after.slice(firstQuote, lastQuote + 1).includes('text')) return false
  return after.slice(lastQuote + 1).filter(isText).length < ANSWER_LINES
}

/**
 * The lines that separate the text from a signature or the quoted mail. Lines of dashes are none of them in a mail with one that much more
 * text follows.
 */
const separatorsOf = (lines: readonly string[], kinds: readonly LineKind[]): Set<number> => {
  const rules = kinds.flatMap((kind, at) => (kind === 'rule' ? [at] : []))
  const isDrawn = (at: number) => DRAWN_RULE.test(lines[at] ?? '')
  const isInText = (at: number) => {
    const after = kinds.slice(at + 1)
    const next = after.findIndex(kind => kind === 'attribution' || kind === 'header' || kind === 'quote')
    return after.slice(0, next < 0 ? after.length : next).filter(isText).length > SIGNATURE_LINES
  }
  const first = rules.find(isDrawn)
  return new Set(first !== undefined && isInText(first) ? rules.filter(at => !isDrawn(at)) : rules)
}

/**
 * Says of each line whether it belongs to the new text of the mail. Kept are answers above the quoted mail, below it, and between its
 * lines (with what they answer); left out are the quoted mail, what introduces it, and the signature.
 */
export const findReply = (lines: readonly string[], kinds: readonly LineKind[] = lineKinds(lines)): boolean[] => {
  const separators = separatorsOf(lines, kinds)
  const firstRule = kinds.findIndex(
    (_, at) => separators.has(at) && kinds.slice(0, at).some(kind => kind === 'text' || kind === 'quote'),
  )
  let end = firstRule < 0 ? kinds.length : firstRule
  const start = answerAtTheEnd(kinds, end) ?? 0

  for (let at = start, hasText = false; at < end; at += 1) {
    const kind = kinds[at]
    if (isText(kind)) hasText = true
    if (!hasText || kind === kinds[at - 1]) continue
    if (kind === 'header' || (kind === 'attribution' && isQuotedToTheEnd(kinds, at + 1, end))) {
      end = at
      break
    }
  }
  const hasText = kinds.slice(start, end).some(isText)
  if (hasText) end = withoutTrailing(kinds, end, ['quote', 'blank', 'attribution', 'device'])
  const left = new Set<LineKind>(['device', 'attribution', 'header'])
  const kept = kinds.map((kind, at) => at >= start && at < end && !left.has(kind) && !separators.has(at))
  // Who sends one of our mails back without a word says nothing.
  if (!kinds.some((kind, at) => kept[at] && isText(kind)) && lines.some(line => REPLY_ABOVE.test(line)))
    return kept.map(() => false)
  // Quote marks from which all attributions were taken say nothing.
  return lines.some((line, at) => kept[at] && /[\p{L}\p{N}]/u.test(line)) ? kept : kept.map(() => false)
}

/** The new text of a plain mail and what was left out of it, each trimmed. */
export const splitText = (text: string): { reply: string; quoted: string } => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const kept = findReply(lines)
  const join = (isKept: boolean) =>
    lines
      .filter((_, at) => kept[at] === isKept)
      .join('\n')
      .trim()
  return { reply: join(true), quoted: join(false) }
}
