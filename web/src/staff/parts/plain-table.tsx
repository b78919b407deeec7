import type { HTMLAttributes, ReactNode } from 'react'
import './plain-table.css'

/**
 * A column of a PlainTable. The first one names the row. `kind` says how it looks: `date` and `num` do not wrap, `act` holds
 * buttons and has its header for screen readers alone, `flag` is narrow and has a header that stands upright. On a phone
 * `title` stands before the cell instead of the header.
 */
export type PlainColumn<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  kind?: 'date' | 'num' | 'act' | 'flag'
  className?: string
  /** What the header says when it is pointed at. */
  about?: string
  /** Leaves the cell out of a phone's card. */
  isEmpty?: (row: Row) => boolean
}

type RowAttributes = HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | number | undefined }

type PlainTableProps<Row> = {
  /** The id of the heading above the table. */
  labelledBy?: string
  label?: string
  columns: readonly PlainColumn<Row>[]
  /** While it is undefined, a skeleton is drawn. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string | number
  rowAttributes?: (row: Row) => RowAttributes
  className?: string
  /** Whether its rows are cards on a phone; not those of a table that is narrow enough. */
  hasCards?: boolean
}

// Explicit roles: on a phone rows are cards, and browsers drop a table's implicit roles when its `display` changes.
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

/** A table within a page: all of its rows at once, neither sorted nor selected. On a phone its rows are cards. */
export const PlainTable = <Row,>({
  labelledBy,
  label,
  columns,
  rows,
  keyOf,
  rowAttributes,
  className,
  hasCards = true,
}: PlainTableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled with the keys
  <section className="table-scroll" aria-labelledby={labelledBy} aria-label={label} tabIndex={0}>
    <table
      className={['plain-table', hasCards && 'plain-table--cards', className].filter(Boolean).join(' ')}
      {...as('table')}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          {columns.map(({ id, title, kind, className: name, about }) => (
            <th key={id} scope="col" {...as('columnheader')} className={name} data-kind={kind} title={about}>
              {kind === 'act' ? <span className="sr-only">{title}</span> : <span>{title}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {rows === undefined
          ? [1, 2, 3].map(line => (
              // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in these rows takes the focus
              <tr key={line} aria-hidden="true">
                <td colSpan={columns.length}>
                  <span className="skeleton" style={{ '--w': `${70 - 10 * line}%` }} />
                </td>
              </tr>
            ))
          : rows.map(row => (
              <tr key={keyOf(row)} {...rowAttributes?.(row)} {...as('row')}>
                {columns.map(({ id, title, kind, className: name, cell, isEmpty }, at) =>
                  at === 0 ? (
                    <th key={id} scope="row" {...as('rowheader')} className={name}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={id}
                      {...as('cell')}
                      className={name}
                      data-kind={kind}
                      data-label={kind === 'act' ? undefined : title}
                      data-empty={isEmpty?.(row) || undefined}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
      </tbody>
    </table>
  </section>
)
