import type { ReactNode } from 'react'
import type { Column } from '../../ui/table/table-column.ts'
import './log.css'

type LogEntry = { id: number; at: string; address: string | null }

type LogColumns<Entry> = {
  titles: Record<'at' | 'who' | 'what' | 'detail' | 'address', string>
  /** Day and time of an instant. */
  timeOf: (instant: string) => string
  who: (entry: Entry) => ReactNode
  what: (entry: Entry) => ReactNode
  /** '' for none. */
  detail: (entry: Entry) => string
}

/** The columns of a log: when, who, what, details and from where. Its table has `className="log-table"`. */
export const logColumns = <Entry extends LogEntry>({
  titles,
  timeOf,
  who,
  what,
  detail,
}: LogColumns<Entry>): Column<Entry>[] => [
  { id: 'at', header: titles.at, className: 'cell-date', card: 'when', cell: ({ at }) => timeOf(at) },
  { id: 'who', header: titles.who, card: 'title', cell: who },
  { id: 'what', header: titles.what, className: 'cell-act', card: 'meta', cell: what },
  {
    id: 'detail',
    header: titles.detail,
    className: 'cell-details',
    card: 'meta',
    isEmpty: entry => detail(entry) === '',
    cell: entry => <b>{detail(entry)}</b>,
  },
  {
    id: 'address',
    header: titles.address,
    className: 'cell-muted num',
    prio: 4,
    card: 'meta',
    isEmpty: ({ address }) => address === null,
    cell: ({ address }) => address ?? '–',
  },
]
