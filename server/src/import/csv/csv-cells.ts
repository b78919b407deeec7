import { withoutGuard } from '../../kernel/http/formula-guard.ts'

/**
 * The cells of a row. A cell is quoted if it begins with a quote; a quote inside an unquoted cell is an ordinary character and sets
 * `hasStrayQuote`. `isAllQuoted`: each of its cells is quoted. `open`: a quoted cell continues on the next line. `broken`: other
 * characters follow the closing quote.
 */
export type ReadRow = { cells: string[]; hasStrayQuote: boolean; isAllQuoted: boolean } | 'open' | 'broken'

const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

const afterSpaces = (text: string, from: number): number => {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

const withoutEnd = (line: string) => line.replace(/(?:\r?\n|\r)$/, '')

/**
 * Returns a function that parses a row from its lines, given one at a time with their line ends while it returns `open`. Parses each
 * line once.
 */
export const rowReader = (separator: string): ((line: string) => ReadRow) => {
  const cells: string[] = []
  let hasStrayQuote = false
  let isAllQuoted = true
  /** The lines so far of a quoted cell that has not ended. */
  let open: string[] | undefined

  /** Parses the rest of a quoted cell; returns the position at which the next cell begins. */
  const quoted = (line: string, text: string, from: number): number | 'open' | 'broken' => {
    const end = closingQuote(text, from)
    open ??= []
    open.push(end < 0 ? line.slice(from) : text.slice(from, end))
    if (end < 0) return 'open'
    cells.push(withoutGuard(open.join('').replaceAll('""', '"')))
    open = undefined
    const next = afterSpaces(text, end + 1)
    return next < text.length && text[next] !== separator ? 'broken' : next + 1
  }

  return line => {
    const text = withoutEnd(line)
    let at = 0
    while (at <= text.length) {
      const start = open ? at : afterSpaces(text, at)
      if (open || text[start] === '"') {
        const next = quoted(line, text, open ? start : start + 1)
        if (typeof next === 'string') return next
        at = next
      } else {
        const end = text.indexOf(separator, at)
        const cell = text.slice(at, end < 0 ? text.length : end)
        hasStrayQuote ||= cell.includes('"')
        isAllQuoted = false
        cells.push(withoutGuard(cell))
        at += cell.length + 1
      }
    }
    return { cells, hasStrayQuote, isAllQuoted }
  }
}
