import { contractKinds } from '@portico/contract/staff/records/contracts'
import { Gauge } from 'lucide-react'
import type { ChangeSearch } from '../../../staff/parts/records/record-search.ts'
import { useText } from '../../../text/use-text.ts'
import { Select } from '../../../ui/select/select.tsx'
import { type ContractsSearch, type ShownState, shownStates } from '../contracts-search.ts'

type ContractFiltersProps = { search: ContractsSearch; onSearch: ChangeSearch<ContractsSearch> }

/** Type and state, and those of which little is left. */
export const ContractFilters = ({ search, onSearch }: ContractFiltersProps) => {
  const { t } = useText()
  return (
    <>
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
    </>
  )
}
