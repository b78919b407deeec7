import { type ContractKind, contractKinds, type StaffContractListed } from '@portico/contract/staff/records/contracts'
import { hasRole } from '@portico/contract/staff-roles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileSignature, Plus, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customer } from '../../../customers/staff/data.ts'
import { sortOf, sortText } from '../../../list/list-params.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type ContractSort, firstSort } from '../contracts-search.ts'
import { contracts } from '../data.ts'
import { ContractDialog } from '../form/contract-dialog.tsx'
import { type ChangeSearch, ContractFilters } from './contract-filters.tsx'
import { useContractColumns } from './use-contract-columns.tsx'
import '../../../staff/parts/records/records.css'

const keyOf = ({ kind, id }: StaffContractListed) => `${kind}-${id}`

/** The contracts of all customers: what runs, what ends next, and what is left. */
export const ContractsScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/contracts' })
  const search = useSearch({ from: '/room/contracts' })
  const list = useInfiniteQuery(contracts(search))
  const columns = useContractColumns()
  const [making, setMaking] = useState<ContractKind | null>(null)
  const mayWrite = hasRole(useMe().role, 'office')
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.rows), [list.data])
  const total = list.data?.pages[0]?.total
  const chosen = useQuery({ ...customer(search.contact ?? 0), enabled: search.contact !== undefined })
  useStaffScreen('staff-contracts', t('staffContracts.title'))

  const change: ChangeSearch = changes =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const { sort: _sort, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => void navigate({ search: search.sort ? { sort: search.sort } : {}, replace: true })
  return (
    <main className="staff-main records" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>
          {t('staffContracts.title')} {total !== undefined && <span className="page-count">{total}</span>}
        </h1>
        {mayWrite && (
          <div className="staff-head-end">
            <Menu
              label={t('staffContracts.make.action')}
              groups={[
                {
                  id: 'kinds',
                  entries: contractKinds.map(kind => ({
                    id: kind,
                    text: t(`staffContracts.make.${kind}`),
                    onSelect: () => setMaking(kind),
                  })),
                },
              ]}
              trigger={props => (
                <Button tone="primary" {...props}>
                  <Plus className="icon" aria-hidden="true" />
                  {t('staffContracts.make.action')}
                </Button>
              )}
            />
          </div>
        )}
      </header>
      <ContractFilters search={search} onSearch={change} total={total} />
      <div className="staff-scroll">
        <ListStates
          query={list}
          rows={rows}
          stale={list.isPlaceholderData}
          failed={t('staffContracts.failed')}
          empty={
            <EmptyState
              icon={isFiltered ? <SearchX className="icon" /> : <FileSignature className="icon" />}
              title={isFiltered ? t('staffContracts.empty.filtered') : t('staffContracts.empty.title')}
              action={isFiltered && <Button onClick={clear}>{t('staffContracts.empty.clear')}</Button>}
            >
              {isFiltered ? t('staffContracts.empty.filteredText') : t('staffContracts.empty.text')}
            </EmptyState>
          }
        >
          <div aria-busy={list.isPlaceholderData || undefined}>
            <DataTable
              caption={t('staffContracts.title')}
              className="data-table--airy"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              sort={sortOf(search.sort ?? firstSort)}
              onSort={sort => {
                const text = sortText(sort) as ContractSort
                change({ sort: text === firstSort ? undefined : text })
              }}
              loadingLabel={t('staffContracts.loading')}
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
      {making && !chosen.isLoading && (
        <ContractDialog kind={making} customer={chosen.data} onClose={() => setMaking(null)} />
      )}
    </main>
  )
}
