import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListQuery, ListStates, morePages } from '../../../list/list-states.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import './published.css'

type PublishListProps<Row> = {
  query: ListQuery & { isPlaceholderData: boolean }
  rows: Row[] | undefined
  columns: Column<Row>[]
  keyOf: (row: Row) => string | number
  selected: string | number | undefined
  isFiltered: boolean
  onClear: () => void
  /** What stands there where nothing was ever published. */
  empty: { icon: ReactNode; title: string; text: string }
  texts: { caption: string; failed: string; noneFound: { title: string; text: string; clear: string } }
}

/** The rows of a list beside which one of them is open, or why there are none. */
export const PublishList = <Row,>({
  query,
  rows,
  columns,
  keyOf,
  selected,
  isFiltered,
  onClear,
  empty,
  texts,
}: PublishListProps<Row>) => {
  const { t } = useText()
  const { noneFound } = texts
  return (
    <div className="published-list">
      <ListStates
        query={query}
        rows={rows}
        stale={query.isPlaceholderData}
        failed={texts.failed}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<SearchX className="icon" />}
              title={noneFound.title}
              action={<Button onClick={onClear}>{noneFound.clear}</Button>}
            >
              {noneFound.text}
            </EmptyState>
          ) : (
            <EmptyState icon={empty.icon} title={empty.title}>
              {empty.text}
            </EmptyState>
          )
        }
      >
        <DataTable
          caption={texts.caption}
          className="data-table--airy"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          selected={selected ?? null}
          loadingLabel={t('lists.loading')}
          more={{
            ...morePages(query),
            labels: { loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') },
          }}
        />
      </ListStates>
    </div>
  )
}
