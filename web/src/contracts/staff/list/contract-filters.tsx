import { contractKinds } from '@portico/contract/staff/records/contracts'
import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { customer } from '../../../customers/staff/data.ts'
import { CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { type ContractsSearch, type ShownState, shownStates } from '../contracts-search.ts'

/** Changes filters of the address; undefined clears one. */
export type ChangeSearch = (changes: { [Name in keyof ContractsSearch]?: ContractsSearch[Name] | undefined }) => void

type ContractFiltersProps = { search: ContractsSearch; onSearch: ChangeSearch; total: number | undefined }

/** The search, portal, customer, type and state, and those of which little is left. */
export const ContractFilters = ({ search, onSearch, total }: ContractFiltersProps) => {
  const { t } = useTranslation()
  const { portals } = useMe()
  const { contact } = search
  const named = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  return (
    <div className="filter-bar">
      <SearchInput
        label={t('staffContracts.search')}
        value={search.q ?? ''}
        onSearch={text => onSearch({ q: text || undefined })}
      />
      {portals.length > 1 && (
        <Select<string>
          label={t('staffRecords.portal')}
          look="filter"
          openOn="click"
          nullable
          placeholder={t('staffRecords.anyPortal')}
          clearLabel={t('staffRecords.clearFilter')}
          options={portals.map(({ webPortalKey, webPortalName }) => ({ value: webPortalKey, text: webPortalName }))}
          value={search.portal ?? null}
          onChange={portal => onSearch({ portal: portal ?? undefined })}
        />
      )}
      <CustomerField
        look="filter"
        find={findContacts}
        value={contact === undefined ? null : { value: contact, text: named.data?.companyName ?? '…' }}
        onChange={chosen => onSearch({ contact: chosen?.value })}
      />
      <Select<string>
        label={t('staffContracts.kind.name')}
        look="filter"
        openOn="click"
        nullable
        placeholder={t('staffContracts.kind.any')}
        clearLabel={t('staffRecords.clearFilter')}
        options={contractKinds.map(kind => ({ value: kind, text: t(`staffContracts.kind.${kind}`) }))}
        value={search.kind ?? null}
        onChange={kind => onSearch({ kind: contractKinds.find(one => one === kind) })}
      />
      <Select<ShownState | 'running'>
        label={t('staffContracts.column.state')}
        look="filter"
        openOn="click"
        options={(['running', ...shownStates] as const).map(state => ({
          value: state,
          text: t(`staffContracts.shown.${state}`),
        }))}
        value={search.state ?? 'running'}
        onChange={state => onSearch({ state: state === 'running' ? undefined : (state ?? undefined) })}
      />
      <button
        type="button"
        className="filter-button"
        aria-pressed={search.low === '1'}
        data-active={search.low === '1' || undefined}
        onClick={() => onSearch({ low: search.low ? undefined : '1' })}
      >
        <Gauge className="icon" aria-hidden="true" />
        {t('staffContracts.low')}
      </button>
      <p className="filter-bar-end result-count" role="status">
        {total !== undefined && t('staffContracts.count', { count: total })}
      </p>
    </div>
  )
}
