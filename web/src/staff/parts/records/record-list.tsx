import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { sortOf, sortText } from '../../../list/list-params.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'

type Pages<Row> = { pages: { rows: Row[]; total?: number | undefined }[] }

/** The rows of a list read page after page, and how many there are. */
export const useRecordRows = <Row,>({ data }: { data: Pages<Row> | undefined }) => ({
  rows: useMemo(() => data?.pages.flatMap(page => page.rows), [data]),
  total: data?.pages[0]?.total,
})

/** The head of a list: its name, how many there are, and what is done there. */
export const RecordHead = ({
  title,
  total,
  children,
}: {
  title: string
  total: number | undefined
  children?: ReactNode
}) => (
  <header className="staff-head">
    <h1>
      {title} {total !== undefined && <span className="page-count">{total}</span>}
    </h1>
    {children && <div className="staff-head-end">{children}</div>}
  </header>
)

/** What is said where there are no rows. */
type Empty = { icon: ReactNode; title: string; text: string; action?: ReactNode }

/** See {@link RecordList}. */
export type RecordListProps<Row, Sort extends string> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'keyOf' | 'rowAttributes' | 'loadingLabel'
> & {
  list: UseInfiniteQueryResult<Pages<Row>>
  failed: string
  empty: Empty
  /** What is said where the filters leave none, and the way out; undefined: nothing is filtered. */
  filtered: { title: string; text: string; clear: string; onClear: () => void } | undefined
  /** The order of the address; absent: the list has one alone. */
  order?: { sort: Sort | undefined; first: Sort; onSort: (sort: Sort | undefined) => void }
}

/** A list of records as a table, on a phone as cards: loading, failed, empty, and page after page. */
export const RecordList = <Row, Sort extends string>({
  list,
  failed,
  empty,
  filtered,
  order,
  ...table
}: RecordListProps<Row, Sort>) => {
  const { t } = useText()
  const { rows } = useRecordRows<Row>(list)
  return (
    <div className="staff-scroll">
      <ListStates
        query={list}
        rows={rows}
        stale={list.isPlaceholderData}
        failed={failed}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchX className="icon" />}
              title={filtered.title}
              action={<Button onClick={filtered.onClear}>{filtered.clear}</Button>}
            >
              {filtered.text}
            </EmptyState>
          ) : (
            <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
              {empty.text}
            </EmptyState>
          )
        }
      >
        <div aria-busy={list.isPlaceholderData || undefined}>
          <DataTable<Row>
            {...table}
            className="data-table--airy"
            rows={rows}
            {...(order && {
              sort: sortOf(order.sort ?? order.first),
              onSort: sort => {
                const text = sortText(sort) as Sort
                order.onSort(text === order.first ? undefined : text)
              },
            })}
            more={{
              ...morePages(list),
              labels: {
                loading: t('staffRecords.moreLoading'),
                failed: t('staffRecords.moreFailed'),
                retry: t('words.retry'),
              },
            }}
          />
        </div>
      </ListStates>
    </div>
  )
}
