import { tableKinds } from '@portico/contract/staff/imports'
import { fieldTitled } from './table-fields.ts'

/** How many of the first rows may stand above the headings. */
const ABOVE_MAX = 15

/** How many cells of a row are headings of one kind. */
const headingsIn = (cells: string[]): number =>
  Math.max(
    ...tableKinds.map(
      kind => new Set(cells.flatMap(cell => (cell.length <= 60 ? (fieldTitled(kind, cell) ?? []) : []))).size,
    ),
  )

/**
 * The line of a table's headings: spreadsheets often have titles above. It is the row with most known headings, if it has two or more; else
 * the first that fills most of the columns.
 */
export const findHeadings = (rows: { line: number; cells: string[] }[]): number => {
  const first = rows.slice(0, ABOVE_MAX).map(({ line, cells }) => ({ line, cells: cells.slice(0, 200) }))
  const scores = first.map(({ line, cells }) => ({ line, found: headingsIn(cells) }))
  const [best] = scores.toSorted((a, b) => b.found - a.found || a.line - b.line)
  if (best && best.found >= 2) return best.line
  const filled = ({ cells }: { cells: string[] }) => cells.filter(cell => cell !== '').length
  const most = Math.max(0, ...first.map(filled))
  return first.find(row => filled(row) * 2 > most)?.line ?? 1
}
