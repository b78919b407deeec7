import type { ReactNode } from 'react'

/**
 * One column. `sort` makes its header a sort button, with the direction of the first press; `prio` says how early a narrow
 * table hides it (4 first); `card` is its position in a card on a phone, `cardLabel` the word before it there; `isEmpty`
 * leaves a cell out of the card.
 */
export type Column<Row> = {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  sort?: 'ascending' | 'descending'
  className?: string
  prio?: 2 | 3 | 4
  card?: 'start' | 'when' | 'end' | 'title' | 'meta' | 'action' | 'hide'
  cardLabel?: string
  isEmpty?: (row: Row) => boolean
}

/** The column and direction that a table is sorted by. */
export type Sort = { column: string; direction: 'ascending' | 'descending' }
