import { Search, X } from 'lucide-react'
import { useFormat } from '../../session/use-format.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useDateRangeLabels } from '../../text/date-range-labels.ts'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { DateRangePicker } from '../../ui/dates/date-range-picker.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { AssetFilter } from '../../wiki/asset-picker.tsx'
import type { TicketScope } from '../data.ts'
import { type StatusFilter, type TicketFilter, webUserIdsOf } from '../ticket-filter.ts'
import { ColleagueFilter } from './colleague-filter.tsx'
import { SortChoice } from './sort-choice.tsx'

type TicketFilterBarProps = { scope: TicketScope; filter: TicketFilter; onFilter: (filter: TicketFilter) => void }

/** The filters of a ticket list. */
export const TicketFilterBar = ({ scope, filter, onFilter }: TicketFilterBarProps) => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  const locale = localeOf(useLanguage())
  const { today } = useFormat()
  const { from, to, wikiFilter, q } = filter
  return (
    <div className="filter-bar">
      <SegmentedControl<StatusFilter>
        label={t('tickets.list.status')}
        options={[
          { value: 1, text: t('tickets.list.openOrPending') },
          { value: 2, text: t('tickets.list.all') },
        ]}
        value={filter.filter ?? 1}
        onChange={status => onFilter({ ...filter, filter: status })}
      />
      <DateRangePicker
        value={{ start: from ?? '', end: to ?? '' }}
        onChange={({ start, end }) => onFilter({ ...filter, from: start || undefined, to: end || undefined })}
        locale={locale}
        today={today()}
        labels={useDateRangeLabels(t('tickets.filter.created'))}
      />
      {scope === 'all' && (
        <ColleagueFilter
          value={webUserIdsOf(filter)}
          onChange={ids => onFilter({ ...filter, webUserIds: ids.join(',') || undefined })}
        />
      )}
      {contact.viewContactWiki && (
        <AssetFilter here={here} value={wikiFilter} onChange={text => onFilter({ ...filter, wikiFilter: text })} />
      )}
      <SortChoice filter={filter} onFilter={onFilter} />
      {q !== undefined && (
        <span className="filter-button-group">
          <span className="filter-button" data-active="true">
            <Search className="icon" aria-hidden="true" />
            {t('tickets.filter.search', { text: q })}
          </span>
          <button
            type="button"
            className="filter-clear"
            aria-label={t('tickets.filter.clearSearch', { text: q })}
            title={t('tickets.filter.clearSearch', { text: q })}
            onClick={() => onFilter({ ...filter, q: undefined })}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        </span>
      )}
    </div>
  )
}
