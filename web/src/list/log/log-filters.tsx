import { Eye, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDateRangeLabels } from '../../text/date-range-labels.ts'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { DateRangePicker } from '../../ui/dates/date-range-picker.tsx'
import { Select } from '../../ui/select/select.tsx'

type Choice<Value> = {
  label: string
  /** What the filter is called while it takes everything. */
  all: string
  options: { value: Value; text: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

type LogFiltersProps<Who extends string | number, Act extends string> = {
  who: Choice<Who>
  act: Choice<Act>
  period: {
    label: string
    from: string | undefined
    to: string | undefined
    today: string
    onChange: (days: { from: string | undefined; to: string | undefined }) => void
  }
  clearLabel: string
  /** Further filters, which come first. */
  children?: ReactNode
}

/** The filters of a log: who, what and when. */
export const LogFilters = <Who extends string | number, Act extends string>({
  who,
  act,
  period,
  clearLabel,
  children,
}: LogFiltersProps<Who, Act>) => {
  const locale = localeOf(useLanguage())
  const labels = useDateRangeLabels(period.label)
  return (
    <div className="filter-bar">
      {children}
      <Select
        look="filter"
        label={who.label}
        icon={<User className="icon" aria-hidden="true" />}
        options={who.options}
        value={who.value ?? null}
        onChange={value => who.onChange(value ?? undefined)}
        nullable
        placeholder={who.all}
        clearLabel={clearLabel}
      />
      <Select
        look="filter"
        label={act.label}
        icon={<Eye className="icon" aria-hidden="true" />}
        options={act.options}
        value={act.value ?? null}
        onChange={value => act.onChange(value ?? undefined)}
        nullable
        placeholder={act.all}
        clearLabel={clearLabel}
      />
      <DateRangePicker
        value={{ start: period.from ?? '', end: period.to ?? '' }}
        onChange={({ start, end }) => period.onChange({ from: start || undefined, to: end || undefined })}
        locale={locale}
        labels={labels}
        today={period.today}
      />
    </div>
  )
}
