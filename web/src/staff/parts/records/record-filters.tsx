import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useMe } from '../../session/use-me.ts'
import { CustomerField, type CustomerFieldProps } from './customer-field.tsx'
import type { ChangeSearch, RecordSearch } from './record-search.ts'

type RecordFiltersProps = {
  search: RecordSearch
  onSearch: ChangeSearch<RecordSearch>
  /** What the search field is called. */
  label: string
  /** The name of the customer in the address, once it is known. */
  customerName: string | undefined
  find: CustomerFieldProps['find']
  /** How many there are, in words. */
  count: string | undefined
  children?: ReactNode
}

/** Search, portal and customer of a list of records, and what `children` add. */
export const RecordFilters = ({ search, onSearch, label, customerName, find, count, children }: RecordFiltersProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const { q, portal, contact } = search
  return (
    <div className="filter-bar">
      <SearchInput label={label} value={q ?? ''} onSearch={text => onSearch({ q: text || undefined })} />
      {portals.length > 1 && (
        <Select<string>
          label={t('staffRecords.portal')}
          look="filter"
          openOn="click"
          nullable
          placeholder={t('staffRecords.anyPortal')}
          clearLabel={t('staffRecords.clearFilter')}
          options={portals.map(({ webPortalKey, webPortalName }) => ({ value: webPortalKey, text: webPortalName }))}
          value={portal ?? null}
          onChange={key => onSearch({ portal: key ?? undefined })}
        />
      )}
      <CustomerField
        look="filter"
        find={find}
        value={contact === undefined ? null : { value: contact, text: customerName ?? '…' }}
        onChange={one => onSearch({ contact: one?.value })}
      />
      {children}
      <p className="filter-bar-end result-count" role="status">
        {count}
      </p>
    </div>
  )
}
