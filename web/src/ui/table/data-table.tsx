import { ArrowDown, ArrowUp } from 'lucide-react'
import { type HTMLAttributes, memo } from 'react'
import { SkeletonRows } from './skeleton-rows.tsx'
import type { Column, Sort } from './table-column.ts'
import { TableMore, type TableMoreProps } from './table-more.tsx'

/** Attributes of a row: a class name and data attributes. */
type RowAttributes = HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | undefined }

/**
 * Props of DataTable. While `rows` is undefined it draws a skeleton. `groupOf` starts a group with a heading whenever its
 * result changes. `more` loads the next page when the end comes near. Keep `columns` and the functions stable (module
 * constants, `useMemo` or `useCallback`): rows render again only when their own data changes.
 */
export type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string | number
  rowAttributes?: (row: Row) => RowAttributes
  selected?: string | number | null
  groupOf?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  className?: string
  loadingLabel: string
  skeletonRows?: number
  more?: TableMoreProps
}

const flipped = { ascending: 'descending', descending: 'ascending' } as const

// Explicit roles: on a phone rows are cards, and browsers drop a table's implicit roles when its `display` changes.
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

/**
 * A list as a table, on a phone as cards. The title cell's link has `className="row-link"`, which stretches it over the
 * row; other controls go into cells with `className: 'cell-actions'`.
 */
export const DataTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  rowAttributes,
  selected,
  groupOf,
  sort,
  onSort,
  className,
  loadingLabel,
  skeletonRows = 8,
  more,
}: DataTableProps<Row>) => {
  let group: string | undefined
  const body = rows?.flatMap(row => {
    const key = keyOf(row)
    const name = groupOf?.(row)
    const head = name !== undefined && name !== group && (
      <tr key={`group-${name}`} className="group-row" {...as('row')}>
        <th colSpan={columns.length} scope="colgroup" {...as('rowheader')}>
          {name}
        </th>
      </tr>
    )
    group = name
    const line = (
      <TableRow
        key={key}
        row={row}
        columns={columns as readonly Column<unknown>[]}
        attributes={rowAttributes as ((row: unknown) => RowAttributes) | undefined}
        selected={selected === undefined ? undefined : selected === key}
      />
    )
    return head ? [head, line] : [line]
  })
  return (
    <div className="table-wrap">
      <table
        className={className ? `data-table ${className}` : 'data-table'}
        {...as('table')}
        aria-busy={rows === undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map(column => (
              <HeadCell key={column.id} column={column as Column<unknown>} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {body ?? <SkeletonRows columns={columns as readonly Column<unknown>[]} count={skeletonRows} />}
        </tbody>
      </table>
      {rows === undefined && (
        <p className="sr-only" role="status">
          {loadingLabel}
        </p>
      )}
      {more && rows !== undefined && <TableMore {...more} />}
    </div>
  )
}

type HeadCellProps = { column: Column<unknown>; sort?: Sort; onSort?: (sort: Sort) => void }

const HeadCell = ({ column, sort, onSort }: HeadCellProps) => {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const Arrow = (direction ?? column.sort) === 'ascending' ? ArrowUp : ArrowDown
  const first = column.sort
  return (
    <th
      scope="col"
      {...as('columnheader')}
      className={column.className}
      data-prio={column.prio}
      aria-sort={first && onSort ? (direction ?? 'none') : undefined}
    >
      {first && onSort ? (
        <button
          type="button"
          className="sort-button"
          onClick={() => onSort({ column: column.id, direction: direction ? flipped[direction] : first })}
        >
          {column.header}
          <Arrow className="icon" aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

type TableRowProps = {
  row: unknown
  columns: readonly Column<unknown>[]
  attributes?: (row: unknown) => RowAttributes
  selected: boolean | undefined
}

const TableRow = memo(({ row, columns, attributes, selected }: TableRowProps) => (
  <tr {...attributes?.(row)} {...as('row')} aria-selected={selected}>
    {columns.map(column => (
      <td
        key={column.id}
        {...as('cell')}
        className={column.className}
        data-prio={column.prio}
        data-card={column.card}
        data-label={column.cardLabel}
        data-empty={column.isEmpty?.(row) || undefined}
      >
        {column.cell(row)}
      </td>
    ))}
  </tr>
))
