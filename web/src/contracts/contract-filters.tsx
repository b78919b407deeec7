import { ArrowDownWideNarrow } from 'lucide-react'
import type { ReactNode } from 'react'
import { sortOf, sortText } from '../list/list-params.ts'
import type { List } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useDateRangeLabels } from '../text/date-range-labels.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { DateRangePicker } from '../ui/dates/date-range-picker.tsx'
import { SegmentedControl } from '../ui/fields/segmented-control.tsx'
import { Select } from '../ui/select/select.tsx'
import type { ContractFilter, ContractParams } from './contract-search.ts'

type ContractFiltersProps<Row extends { id: number }> = {
  list: List<Row, ContractParams>
  sorts: readonly string[]
  more?: ReactNode
  /** Shown at the end of the filter bar. */
  children: ReactNode
}

const orders = { name: 'name', start: 'start', activeFrom: 'start', end: 'end', activeTo: 'end' } as const

/** The filters of a contract list: only active or all, a range of days that contracts overlap, and the order. */
export const ContractFilters = <Row extends { id: number }>({
  list,
  sorts,
  more,
  children,
}: ContractFiltersProps<Row>) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  const { today } = useFormat()
  const { filter, from, to } = list.search
  const set = (changes: ContractParams) => list.filter({ file: undefined, ...changes })
  return (
    <div className="filter-bar">
      <SegmentedControl<ContractFilter>
        label={t('contracts.status')}
        options={[
          { value: 1, text: t('contracts.onlyActive') },
          { value: 2, text: t('contracts.all') },
        ]}
        value={filter ?? 1}
        onChange={value => set({ filter: value === 2 ? 2 : undefined })}
      />
      <DateRangePicker
        value={{ start: from ?? '', end: to ?? '' }}
        onChange={({ start, end }) => set({ from: start || undefined, to: end || undefined })}
        locale={locale}
        today={today()}
        labels={useDateRangeLabels(t('contracts.period'))}
      />
      {more}
      <Select<string>
        label={t('contracts.order')}
        look="filter"
        icon={<ArrowDownWideNarrow className="icon" aria-hidden="true" />}
        options={sorts.map(sort => ({
          value: sort,
          text: t(`contracts.by.${orders[sort.replace('-', '') as keyof typeof orders]}`),
        }))}
        value={sortText(list.sort)}
        onChange={sort => sort !== null && list.sortBy(sortOf(sort))}
      />
      <span className="filter-bar-end">{children}</span>
    </div>
  )
}
