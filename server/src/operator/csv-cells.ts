/**
 * The cells of a row as it stands in the file, without its line break. A cell is quoted where it begins with a quote; a quote within
 * another cell is one of its characters, and makes the row `hasStrayQuote`. `open`: a quoted cell does not end within the text;
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

/** Reads the text of a row. */
export const readCells = (text: string, separator: string): ReadRow => {
  if (!text.includes('"')) return { cells: text.split(separator).map(cell => cell.trim()), hasStrayQuote: false }
  const cells: string[] = []
  let hasStrayQuote = false
  for (let at = 0; at <= text.length; at += 1) {
    const start = afterSpaces(text, at)
    if (text[start] === '"') {
      const end = closingQuote(text, start + 1)
      if (end < 0) return 'open'
      at = afterSpaces(text, end + 1)
      if (at < text.length && text[at] !== separator) return 'broken'
      cells.push(text.slice(start + 1, end).replaceAll('""', '"'))
    } else {
      const end = text.indexOf(separator, at)
      const cell = text.slice(at, end < 0 ? text.length : end)
      hasStrayQuote ||= cell.includes('"')
      cells.push(cell.trim())
      at += cell.length
    }
  }
  return { cells, hasStrayQuote }
}
