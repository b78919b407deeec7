import { FileSignature } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListEmpty, ListMore } from '../list/list-empty.tsx'
import { ListStates } from '../list/list-states.tsx'
import { RowPanel } from '../list/row-panel.tsx'
import type { List } from '../list/use-list.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { SplitView } from '../ui/overlay/side-panel.tsx'
import { ContractFilters } from './contract-filters.tsx'
import { ContractMannerContext } from './contract-manner.ts'
import type { ContractParams } from './contract-search.ts'
import { ContractSkeleton } from './contract-skeleton.tsx'
import { FilePanel } from './file-panel.tsx'
import type { ContractFile } from './rules.ts'
import { useCustomerManner } from './use-customer-manner.tsx'
import './contracts.css'

type ContractListProps<Row extends { id: number }> = {
  title: string
  list: List<Row, ContractParams>
  /** The selectable orders, the default first, and further filters. */
  sorts: readonly string[]
  filters?: ReactNode
  tiles?: ReactNode
  /** Whether a failed list is about to be fetched again. */
  waiting?: boolean
  item: (row: Row, state: { open: boolean; onToggle: () => void }) => ReactNode
  filesOf: (row: Row) => ContractFile[]
}

/** The screen of a contract list: filters, totals, expandable contracts, and a file of one in the side panel. */
export const ContractList = <Row extends { id: number }>(props: ContractListProps<Row>) => {
  const { t } = useText()
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
      <ContractMannerContext value={useCustomerManner()}>
        {search.filter === undefined && total === 0 ? undefined : tiles}
        <ContractLines {...props} />
      </ContractMannerContext>
    </SplitView>
  )
}

const panelOf = <Row extends { id: number }>(
  list: List<Row, ContractParams>,
  files: ContractFile[] | undefined,
  lost: boolean,
) => {
  const { file } = list.search
  if (file === undefined || !(files || lost)) return undefined
  const close = () => void list.filter({ open: list.search.open, file: undefined })
  const at = files?.findIndex(({ key }) => key === file) ?? -1
  const shown = files?.[at]
  if (!files || !shown) return <MissingRowPanel close={close} />
  const step = (by: number) => {
    const next = files[at + by]
    return next && (() => void list.filter({ open: list.search.open, file: next.key }))
  }
  return <FilePanel file={shown} list={{ previous: step(-1), next: step(1), close, renew: list.renew }} />
}

const MissingRowPanel = ({ close }: Pick<List<{ id: number }>, 'close'>) => {
  const { t } = useText()
  return (
    <RowPanel list={{ previous: undefined, next: undefined, close }} title={t('lists.panel.goneTitle')}>
      <p className="side-panel-body">{t('lists.panel.goneText')}</p>
    </RowPanel>
  )
}

const ContractLines = <Row extends { id: number }>({ list, item, waiting = false }: ContractListProps<Row>) => {
  const { t } = useText()
  const { query, rows, row: open, lost, stale, search } = list
  // The contract of a link comes first until the page that has it is loaded.
  const shown = open && rows && !rows.includes(open) ? [open, ...rows] : rows
  return (
    <ListStates
      query={query}
      rows={rows}
      stale={stale}
      failed={t('contracts.failed')}
      retrying={waiting}
      empty={<NoContracts list={list} />}
    >
      <div className="contract-lines" aria-busy={stale || rows === undefined || undefined}>
        {lost && <p className="contract-gone">{t('lists.panel.goneText')}</p>}
        {shown?.map(row =>
          item(row, {
            open: row.id === search.open,
            onToggle: () => list.filter({ open: row.id === search.open ? undefined : row.id, file: undefined }),
          }),
        ) ?? <ContractSkeleton label={t('lists.loading')} />}
        <ListMore list={list} />
      </div>
    </ListStates>
  )
}

const NoContracts = <Row extends { id: number }>({ list }: { list: List<Row, ContractParams> }) => {
  const { t } = useText()
  const { from, to, tagIds, filter } = list.search
  // The choice between active and all is no filter to clear.
  const narrowed = [from, to, tagIds].some(value => value !== undefined)
  const clear = () => list.filter({ from: undefined, to: undefined, tagIds: undefined, file: undefined })
  if (!narrowed && filter === undefined)
    return (
      <EmptyState
        icon={<FileSignature className="icon" />}
        title={t('words.noItems')}
        action={<Button onClick={() => list.filter({ filter: 2 })}>{t('contracts.showAll')}</Button>}
      >
        {t('contracts.noneActive')}
      </EmptyState>
    )
  return (
    <ListEmpty list={{ narrowed, clear }} icon={<FileSignature className="icon" />}>
      {t('contracts.empty')}
    </ListEmpty>
  )
}
