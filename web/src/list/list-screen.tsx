import { Inbox } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFailureText } from '../api/failures.ts'
import { useFormat } from '../session/use-format.ts'
import { useDateRangeLabels } from '../text/date-range-labels.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { DateRangePicker } from '../ui/dates/date-range-picker.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { SearchInput } from '../ui/fields/search-input.tsx'
import { SplitView } from '../ui/overlay/side-panel.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListStates, morePages } from './list-states.tsx'
import { RowPanel } from './row-panel.tsx'
import type { List } from './use-list.ts'
import { useMoreLabels } from './use-more-labels.ts'

type TableProps<Row> = Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'rowAttributes' | 'groupOf'>

type ListScreenProps<Row extends { id: number }> = TableProps<Row> & {
  title: string
  list: List<Row>
  /** The placeholder of the search field. */
  search: string
  /** What the dates are of; a list without dates has none. */
  dates?: string
  /** Further filters, the buttons beside the title, a sentence beneath it, and what stands above the rows. */
  filters?: ReactNode
  actions?: ReactNode
  sub?: string
  above?: ReactNode
  /** What the whole list adds up to, after "Total" or a word of its own. */
  sum?: string | undefined
  sumLabel?: string
  /** A sentence at the foot of the rows. */
  note?: string
  empty: ReactNode
  failed: string
  /** What a selected row opens. */
  panel?: (row: Row) => ReactNode
}

const keyOf = (row: { id: number }) => row.id

/** A list as a screen: title and count, search and filters, table, foot, and the panel of the open row beside it. */
export const ListScreen = <Row extends { id: number }>(props: ListScreenProps<Row>) => {
  const { t } = useText()
  const { list, panel, title } = props
  const { row, lost, rowError, total } = list
  return (
    <SplitView
      resizeLabel={t('lists.panel.resize')}
      panel={
        (panel && row && panel(row)) ??
        ((panel && lost && (
          <RowPanel list={list} title={t('lists.panel.goneTitle')}>
            <p className="side-panel-body">{t('lists.panel.goneText')}</p>
          </RowPanel>
        )) ||
          (panel && rowError && <RowFailed list={list} error={rowError} />))
      }
    >
      <div className="page-head">
        <div className="page-title-block">
          <h1 className="page-title">
            {title} {total !== undefined && <span className="page-count">{total}</span>}
          </h1>
          {props.sub && <p className="page-sub">{props.sub}</p>}
        </div>
        {props.sum && (
          <p className="page-sum">
            {props.sumLabel ?? t('lists.total')} <b>{props.sum}</b>
          </p>
        )}
        {props.actions && <div className="page-actions">{props.actions}</div>}
      </div>
      <ListFilters {...props} />
      {props.above}
      <ListBody {...props} />
    </SplitView>
  )
}

const RowFailed = <Row extends { id: number }>({ list, error }: { list: List<Row>; error: Error }) => {
  const { t } = useText()
  const failure = useFailureText()
  return (
    <RowPanel list={list} title={t('lists.panel.failedTitle')}>
      <RetryPanel title={t('lists.panel.failedTitle')} retry={t('words.retry')} onRetry={() => list.renew()}>
        {failure(error)}
      </RetryPanel>
    </RowPanel>
  )
}

const ListFilters = <Row extends { id: number }>({ list, search, dates, filters }: ListScreenProps<Row>) => {
  const locale = localeOf(useLanguage())
  const { today } = useFormat()
  const labels = useDateRangeLabels(dates ?? '')
  const { q, from, to } = list.search
  return (
    <div className="filter-bar">
      <SearchInput label={search} value={q ?? ''} onSearch={text => list.filter({ q: text || undefined })} />
      {dates !== undefined && (
        <DateRangePicker
          value={{ start: from ?? '', end: to ?? '' }}
          onChange={({ start, end }) => list.filter({ from: start || undefined, to: end || undefined })}
          locale={locale}
          today={today()}
          labels={labels}
        />
      )}
      {filters}
    </div>
  )
}

const ListBody = <Row extends { id: number }>({ title, list, empty, failed, note, ...table }: ListScreenProps<Row>) => {
  const { t } = useText()
  const { query, rows, stale, search } = list
  const labels = useMoreLabels()
  return (
    <ListStates
      query={query}
      rows={rows}
      stale={stale}
      failed={failed}
      empty={
        <ListEmpty list={list} icon={<Inbox className="icon" />}>
          {empty}
        </ListEmpty>
      }
    >
      <div aria-busy={stale || undefined}>
        <DataTable
          caption={title}
          className="data-table--airy"
          columns={table.columns}
          rows={rows}
          keyOf={keyOf}
          rowAttributes={table.rowAttributes}
          groupOf={table.groupOf}
          selected={table.panel ? (search.open ?? null) : undefined}
          sort={list.sort}
          onSort={list.sortBy}
          loadingLabel={t('lists.loading')}
          more={{ ...morePages(query), labels }}
        />
        {rows && <ListFoot shown={rows.length} total={list.total ?? rows.length} note={note} />}
      </div>
    </ListStates>
  )
}

const ListFoot = ({ shown, total, note }: { shown: number; total: number; note: string | undefined }) => {
  const { t } = useText()
  return (
    <div className="table-foot">
      <p>{shown < total ? t('lists.part', { shown, total }) : t('lists.all', { count: total })}</p>
      {note && <p>{note}</p>}
    </div>
  )
}
