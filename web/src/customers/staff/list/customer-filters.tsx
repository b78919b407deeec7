import { customerFilters, type StaffCustomerCounts } from '@portico/contract/staff/customers/customers'
import { useQuery } from '@tanstack/react-query'
import { Archive, EyeOff, Globe, Hourglass } from 'lucide-react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { queueCounts } from '../../../tickets/staff/data.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { CustomersSearch } from '../customers-search.ts'

/** More portals than these have no place side by side. */
const SIDE_BY_SIDE = 4

const icons = { lowHours: Hourglass, neverIn: EyeOff, archived: Archive }

type CustomerFiltersProps = {
  search: CustomersSearch
  onSearch: (changes: { [Name in keyof CustomersSearch]?: CustomersSearch[Name] | undefined }) => void
  counts: StaffCustomerCounts | undefined
  total: number | undefined
}

/** A name without the words that all names begin with: "Servizi" of "Brenta Servizi", beside "Brenta Energia". */
const shortName = (name: string, names: readonly string[]) => {
  const words = name.split(' ')
  const common = words.findIndex((word, at) => names.some(other => other.split(' ')[at] !== word))
  return words.slice(Math.max(common, 0)).join(' ') || name
}

const PortalFilter = ({ search, onSearch }: Pick<CustomerFiltersProps, 'search' | 'onSearch'>) => {
  const { t } = useText()
  const { portals } = useMe()
  const { data } = useQuery(queueCounts)
  const names = portals.map(({ webPortalName }) => webPortalName)
  if (portals.length > SIDE_BY_SIDE)
    return (
      <Select
        look="filter"
        label={t('staffCustomers.portal')}
        icon={<Globe className="icon" aria-hidden="true" />}
        options={portals.map(({ webPortalKey, webPortalName }) => ({ value: webPortalKey, text: webPortalName }))}
        value={search.portal ?? null}
        onChange={portal => onSearch({ portal: portal ?? undefined })}
        nullable
        placeholder={t('staffCustomers.portal')}
        clearLabel={t('staffCustomers.clear')}
      />
    )
  return (
    <SegmentedControl
      label={t('staffCustomers.portal')}
      options={[
        { value: '', text: t('staffCustomers.anyPortal') },
        ...portals.map(({ id, webPortalKey, webPortalName }) => {
          const known = data?.portals.find(portal => portal.id === id)
          return {
            value: webPortalKey,
            text: (
              <>
                {known && <PortalMark portal={known} />}
                <span aria-hidden={known ? true : undefined}>{shortName(webPortalName, names)}</span>
              </>
            ),
          }
        }),
      ]}
      value={search.portal ?? ''}
      onChange={portal => onSearch({ portal: portal || undefined })}
    />
  )
}

/** The search, the portals, and the filters of what needs a look. */
export const CustomerFilters = ({ search, onSearch, counts, total }: CustomerFiltersProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const customers = total !== undefined && t('staffCustomers.count.customers', { count: total })
  const people = counts && !search.only && t('staffCustomers.count.people', { count: counts.people })
  return (
    <div className="filter-bar">
      <SearchInput
        label={t('staffCustomers.search')}
        value={search.q ?? ''}
        onSearch={text => onSearch({ q: text || undefined })}
      />
      {portals.length > 1 && <PortalFilter search={search} onSearch={onSearch} />}
      {customerFilters.map(one => {
        const Icon = icons[one]
        const isSet = search.only === one
        return (
          <button
            key={one}
            type="button"
            className="filter-button"
            aria-pressed={isSet}
            data-active={isSet || undefined}
            onClick={() => onSearch({ only: isSet ? undefined : one })}
          >
            <Icon className="icon" aria-hidden="true" />
            {t(`staffCustomers.only.${one}`)}
            {counts && one !== 'archived' && <b className="num">{counts[one]}</b>}
          </button>
        )
      })}
      <p className="filter-bar-end result-count" role="status">
        {customers && people ? t('staffCustomers.count.both', { customers, people }) : customers}
      </p>
    </div>
  )
}
