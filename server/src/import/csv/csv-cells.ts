/**
 * The cells of a row as it stands in the file. A cell is quoted where it begins with a quote; a quote within
 * another cell is one of its characters, and makes the row `hasStrayQuote`. `open`: a quoted cell does not end within its lines;
 * `broken`: something follows its closing quote.
 */
export type ReadRow = { cells: string[]; hasStrayQuote: boolean } | 'open' | 'broken'

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

/** Reads a row, whose lines it is given one by one with their ends, as long as it is `open`. Each line is looked at once. */
export const rowReader = (separator: string): ((line: string) => ReadRow) => {
  const cells: string[] = []
  let hasStrayQuote = false
  /** The lines of a quoted cell that has not ended. */
  let open: string[] | undefined

  /** Reads on in a quoted cell; answers where the next cell begins. */
  const quoted = (line: string, text: string, from: number): number | 'open' | 'broken' => {
    const end = closingQuote(text, from)
    open ??= []
    open.push(end < 0 ? line.slice(from) : text.slice(from, end))
    if (end < 0) return 'open'
    cells.push(open.join('').replaceAll('""', '"'))
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
        cells.push(cell.trim())
        at += cell.length + 1
      }
    }
    return { cells, hasStrayQuote }
  }
}
