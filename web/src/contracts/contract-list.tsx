import { FileSignature, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../api/failures.ts'
import { RowPanel } from '../list/row-panel.tsx'
import type { List } from '../list/use-list.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { SplitView } from '../ui/overlay/side-panel.tsx'
import { TableMore } from '../ui/table/table-more.tsx'
import { ContractFilters } from './contract-filters.tsx'
import type { ContractSearch } from './contract-search.ts'
import { ContractWait } from './contract-wait.tsx'
import { FilePanel } from './file-panel.tsx'
import type { ContractFile } from './rules.ts'
import './contracts.css'

type ContractListProps<Row extends { id: number }, Search extends ContractSearch> = {
  title: string
  list: List<Row, Search>
  /** The selectable orders, the default first, and further filters. */
  sorts: readonly NonNullable<Search['sort']>[]
  filters?: ReactNode
  tiles?: ReactNode
  /** Whether a failed list is about to be fetched again. */
  waiting?: boolean
  item: (row: Row, state: { open: boolean; onToggle: () => void }) => ReactNode
  filesOf: (row: Row) => ContractFile[]
}

/** The screen of a contract list: filters, totals, expandable contracts, and a file of one in the side panel. */
export const ContractList = <Row extends { id: number }, Search extends ContractSearch>(
  props: ContractListProps<Row, Search>,
) => {
  const { t } = useTranslation()
  const { title, list, sorts, filters, tiles, filesOf } = props
  const { search, row, lost, total } = list
  return (
    <SplitView resizeLabel={t('lists.panel.resize')} panel={panelOf(list, row && filesOf(row), lost)}>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      <ContractFilters list={list} sorts={sorts} more={filters}>
        {total !== undefined && <span className="result-count">{t('contracts.count', { count: total })}</span>}
      </ContractFilters>
      {search.filter === undefined && total === 0 ? undefined : tiles}
      <ContractLines {...props} />
    </SplitView>
  )
}

const panelOf = <Row extends { id: number }, Search extends ContractSearch>(
  list: List<Row, Search>,
  files: ContractFile[] | undefined,
  lost: boolean,
) => {
  const { file } = list.search
  if (file === undefined || !(files || lost)) return undefined
  const close = () => void list.filter({ open: list.search.open, file: undefined } as Partial<Search>)
  const at = files?.findIndex(({ key }) => key === file) ?? -1
  const shown = files?.[at]
  if (!files || !shown) return <GonePanel close={close} />
  const step = (by: number) => {
    const next = files[at + by]
    return next && (() => void list.filter({ open: list.search.open, file: next.key } as Partial<Search>))
  }
  return <FilePanel file={shown} list={{ previous: step(-1), next: step(1), close, renew: list.renew }} />
}

const GonePanel = ({ close }: Pick<List<{ id: number }>, 'close'>) => {
  const { t } = useTranslation()
  return (
    <RowPanel list={{ previous: undefined, next: undefined, close }} title={t('lists.panel.goneTitle')}>
      <p className="side-panel-body">{t('lists.panel.goneText')}</p>
    </RowPanel>
  )
}

const ContractLines = <Row extends { id: number }, Search extends ContractSearch>({
  list,
  item,
  waiting = false,
}: ContractListProps<Row, Search>) => {
  const { t } = useTranslation()
  const failure = useFailureText()
  const { query, rows, row: open, lost, stale, search } = list
  // The contract of a link comes first until the page that has it is loaded.
  const shown = open && rows && !rows.includes(open) ? [open, ...rows] : rows
  if (query.isError && rows === undefined && !waiting)
    return (
      <RetryPanel
        title={t('contracts.failed')}
        retry={t('words.retry')}
        onRetry={() => query.refetch()}
        busy={query.isFetching}
      >
        {failure(query.error)}
      </RetryPanel>
    )
  if (rows?.length === 0 && !stale) return <NoContracts list={list} />
  return (
    <div className="contract-lines" aria-busy={stale || rows === undefined || undefined}>
      {lost && <p className="contract-gone">{t('lists.panel.goneText')}</p>}
      {shown?.map(row =>
        item(row, {
          open: row.id === search.open,
          onToggle: () =>
            list.filter({ open: row.id === search.open ? undefined : row.id, file: undefined } as Partial<Search>),
        }),
      ) ?? <ContractWait label={t('lists.loading')} />}
      {rows && (
        <TableMore
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => query.fetchNextPage()}
          labels={{ loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') }}
        />
      )}
    </div>
  )
}

const NoContracts = <Row extends { id: number }, Search extends ContractSearch>({
  list,
}: {
  list: List<Row, Search>
}) => {
  const { t } = useTranslation()
  const { from, to, tagIds, filter } = list.search
  const nothing = { from: undefined, to: undefined, tagIds: undefined, file: undefined }
  if (from !== undefined || to !== undefined || tagIds !== undefined)
    return (
      <EmptyState
        icon={<SearchX className="icon" />}
        title={t('words.noItems')}
        action={<Button onClick={() => list.filter(nothing as Partial<Search>)}>{t('lists.clearFilters')}</Button>}
      >
        {t('lists.filteredText')}
      </EmptyState>
    )
  if (filter === undefined)
    return (
      <EmptyState
        icon={<FileSignature className="icon" />}
        title={t('words.noItems')}
        action={<Button onClick={() => list.filter({ filter: 2 } as Partial<Search>)}>{t('contracts.showAll')}</Button>}
      >
        {t('contracts.noneActive')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<FileSignature className="icon" />} title={t('words.noItems')}>
      {t('contracts.empty')}
    </EmptyState>
  )
}
