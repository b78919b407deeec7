import type { StaffCustomerListed } from '@portico/contract/staff/customers/customers'
import { hasRole } from '@portico/contract/staff-roles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, FileInput, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { RecordHead, RecordList, useRecordRows } from '../../../staff/parts/records/record-list.tsx'
import type { ChangeSearch } from '../../../staff/parts/records/record-search.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { type CustomersSearch, firstSort } from '../customers-search.ts'
import { customerCounts, customers } from '../data.ts'
import { CustomerDialog } from '../form/customer-dialog.tsx'
import { CustomerFilters } from './customer-filters.tsx'
import { InviteWaiting } from './invite-waiting.tsx'
import { useCustomerColumns } from './use-customer-columns.tsx'
import { useListKeys } from './use-list-keys.ts'
import '../../../staff/parts/record.css'
import '../customers.css'

const keyOf = ({ id }: StaffCustomerListed) => id
const attributesOf = ({ id }: StaffCustomerListed) => ({ 'data-customer': String(id) })

/** The customers of the company: who they are, what is left of their contracts, and who of them was here. */
export const CustomersScreen = () => {
  const { t } = useText()
  const me = useMe()
  const navigate = useNavigate({ from: '/customers' })
  const search = useSearch({ from: '/signed-in/customers' })
  const list = useInfiniteQuery(customers(search))
  const counts = useQuery(customerCounts(search))
  const columns = useCustomerColumns()
  const main = useRef<HTMLElement>(null)
  const [isMaking, setMaking] = useState(false)
  const mayWrite = hasRole(me.role, 'office')
  const { rows, total } = useRecordRows(list)
  const isFiltered = Boolean(search.q || search.portal || search.only)
  useStaffScreen('staff-customers', t('staffCustomers.title'))

  const change: ChangeSearch<CustomersSearch> = changes =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const clear = () => change({ q: undefined, portal: undefined, only: undefined })
  const openMaking = mayWrite ? () => setMaking(true) : undefined
  useListKeys({ main, rows, fetchMore: () => void (list.hasNextPage && list.fetchNextPage()), make: openMaking })

  return (
    <main className="staff-main customers" id="main" tabIndex={-1} ref={main}>
      <RecordHead title={t('staffCustomers.title')} total={total}>
        {openMaking && (
          <>
            {search.only === 'neverIn' && (
              <InviteWaiting
                count={counts.data?.waiting ?? 0}
                portalId={me.portals.find(({ webPortalKey }) => webPortalKey === search.portal)?.id}
              />
            )}
            <Link to="/customers/import" search={{ kind: 'contact' }} className={buttonClass()}>
              <FileInput className="icon" aria-hidden="true" />
              {t('staffCustomers.import')}
            </Link>
            <Button tone="primary" onClick={openMaking}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffCustomers.make')}
            </Button>
          </>
        )}
      </RecordHead>
      <CustomerFilters search={search} onSearch={change} counts={counts.data} total={total} />
      <RecordList
        list={list}
        caption={t('staffCustomers.title')}
        columns={columns}
        keyOf={keyOf}
        rowAttributes={attributesOf}
        loadingLabel={t('staffCustomers.loading')}
        failed={t('staffCustomers.failed')}
        empty={{
          icon: <Building2 className="icon" />,
          title: t('staffCustomers.empty.title'),
          text: mayWrite ? t('staffCustomers.empty.text') : t('staffCustomers.empty.textRead'),
          action: openMaking && <Button onClick={openMaking}>{t('staffCustomers.make')}</Button>,
        }}
        filtered={
          isFiltered
            ? {
                title: t('staffCustomers.empty.filtered'),
                text: t('staffCustomers.empty.filteredText'),
                clear: t('staffCustomers.empty.clear'),
                onClear: clear,
              }
            : undefined
        }
        order={{ sort: search.sort, first: firstSort, onSort: sort => change({ sort }) }}
      />
      {isMaking && <CustomerDialog onClose={() => setMaking(false)} />}
    </main>
  )
}
