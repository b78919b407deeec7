import type { StaffCustomerListed } from '@portico/contract/staff/customers'
import { hasRole } from '@portico/contract/staff-roles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, FileInput, Plus, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sortOf, sortText } from '../../../list/list-params.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type CustomerSort, type CustomersSearch, firstSort } from '../customers-search.ts'
import { customerCounts, customers } from '../data.ts'
import { CustomerDialog } from '../form/customer-dialog.tsx'
import { CustomerFilters } from './customer-filters.tsx'
import { useCustomerColumns } from './use-customer-columns.tsx'
import { useListKeys } from './use-list-keys.ts'
import '../../../staff/parts/record.css'
import '../customers.css'

const keyOf = ({ id }: StaffCustomerListed) => id
const attributesOf = ({ id }: StaffCustomerListed) => ({ 'data-customer': String(id) })

/** The customers of the company: who they are, what is left of their contracts, and who of them was here. */
export const CustomersScreen = () => {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate({ from: '/customers' })
  const search = useSearch({ from: '/room/customers' })
  const list = useInfiniteQuery(customers(search))
  const counts = useQuery(customerCounts(search))
  const columns = useCustomerColumns()
  const main = useRef<HTMLElement>(null)
  const [isMaking, setMaking] = useState(false)
  const mayWrite = hasRole(me.role, 'office')
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.rows), [list.data])
  const total = list.data?.pages[0]?.total
  const isFiltered = Boolean(search.q || search.portal || search.only)
  useStaffScreen('staff-customers', t('staffCustomers.title'))

  const change = (changes: { [Name in keyof CustomersSearch]?: CustomersSearch[Name] | undefined }) =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const clear = () => change({ q: undefined, portal: undefined, only: undefined })
  const openMaking = mayWrite ? () => setMaking(true) : undefined
  useListKeys({ main, rows, fetchMore: () => void (list.hasNextPage && list.fetchNextPage()), make: openMaking })

  return (
    <main className="staff-main customers" id="main" tabIndex={-1} ref={main}>
      <header className="staff-head">
        <h1>
          {t('staffCustomers.title')} {total !== undefined && <span className="page-count">{total}</span>}
        </h1>
        {openMaking && (
          <div className="staff-head-end">
            <Link to="/customers/import" search={{ kind: 'contact' }} className={buttonClass()}>
              <FileInput className="icon" aria-hidden="true" />
              {t('staffCustomers.import')}
            </Link>
            <Button tone="primary" onClick={openMaking}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffCustomers.make')}
            </Button>
          </div>
        )}
      </header>
      <CustomerFilters search={search} onSearch={change} counts={counts.data} total={total} />
      <div className="staff-scroll">
        <ListStates
          query={list}
          rows={rows}
          stale={list.isPlaceholderData}
          failed={t('staffCustomers.failed')}
          empty={
            isFiltered ? (
              <EmptyState
                icon={<SearchX className="icon" />}
                title={t('staffCustomers.empty.filtered')}
                action={<Button onClick={clear}>{t('staffCustomers.empty.clear')}</Button>}
              >
                {t('staffCustomers.empty.filteredText')}
              </EmptyState>
            ) : (
              <EmptyState
                icon={<Building2 className="icon" />}
                title={t('staffCustomers.empty.title')}
                action={openMaking && <Button onClick={openMaking}>{t('staffCustomers.make')}</Button>}
              >
                {mayWrite ? t('staffCustomers.empty.text') : t('staffCustomers.empty.textRead')}
              </EmptyState>
            )
          }
        >
          <div aria-busy={list.isPlaceholderData || undefined}>
            <DataTable
              caption={t('staffCustomers.title')}
              className="data-table--airy"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              rowAttributes={attributesOf}
              sort={sortOf(search.sort ?? firstSort)}
              onSort={sort => {
                const text = sortText(sort) as CustomerSort
                change({ sort: text === firstSort ? undefined : text })
              }}
              loadingLabel={t('staffCustomers.loading')}
              more={{
                ...morePages(list),
                labels: {
                  loading: t('staffCustomers.moreLoading'),
                  failed: t('staffCustomers.moreFailed'),
                  retry: t('words.retry'),
                },
              }}
            />
          </div>
        </ListStates>
      </div>
      {isMaking && <CustomerDialog onClose={() => setMaking(false)} />}
    </main>
  )
}
