import { type ContractKind, contractKinds, type StaffContractListed } from '@portico/contract/staff/records/contracts'
import { hasRole } from '@portico/contract/staff-roles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileSignature, Plus } from 'lucide-react'
import { useState } from 'react'
import { customer } from '../../../customers/staff/data.ts'
import type { ChangeSearch } from '../../../staff/parts/records/record-search.ts'
import { RecordsScreen } from '../../../staff/parts/records/records-screen.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { type ContractsSearch, firstSort } from '../contracts-search.ts'
import { contracts } from '../data.ts'
import { ContractDialog } from '../form/contract-dialog.tsx'
import { ContractFilters } from './contract-filters.tsx'
import { useContractColumns } from './use-contract-columns.tsx'

const keyOf = ({ kind, id }: StaffContractListed) => `${kind}-${id}`

/** The contracts of all customers: what runs, what ends next, and what is left. */
export const ContractsScreen = () => {
  const { t } = useText()
  const navigate = useNavigate({ from: '/contracts' })
  const search = useSearch({ from: '/signed-in/contracts' })
  const list = useInfiniteQuery(contracts(search))
  const columns = useContractColumns()
  const [making, setMaking] = useState<ContractKind | null>(null)
  const mayWrite = hasRole(useMe().role, 'office')
  const chosen = useQuery({ ...customer(search.contact ?? 0), enabled: search.contact !== undefined })
  useStaffScreen('staff-contracts', t('staffContracts.title'))

  const change: ChangeSearch<ContractsSearch> = changes =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const { sort: _sort, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => void navigate({ search: search.sort ? { sort: search.sort } : {}, replace: true })
  return (
    <RecordsScreen
      list={list}
      columns={columns}
      keyOf={keyOf}
      search={search}
      onSearch={change}
      firstSort={firstSort}
      isFiltered={isFiltered}
      onClear={clear}
      customerName={chosen.data?.companyName}
      find={findContacts}
      empty={{
        icon: <FileSignature className="icon" />,
        title: t('staffContracts.empty.title'),
        text: t('staffContracts.empty.text'),
      }}
      texts={{
        title: t('staffContracts.title'),
        search: t('staffContracts.search'),
        loading: t('staffContracts.loading'),
        failed: t('staffContracts.failed'),
        count: count => t('staffContracts.count', { count }),
        noneFound: { title: t('staffContracts.empty.filtered'), text: t('staffContracts.empty.filteredText') },
      }}
      acts={
        mayWrite && (
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
        )
      }
      filters={<ContractFilters search={search} onSearch={change} />}
    >
      {making && !chosen.isLoading && (
        <ContractDialog kind={making} customer={chosen.data} onClose={() => setMaking(null)} />
      )}
    </RecordsScreen>
  )
}
