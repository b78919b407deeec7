import { type PublishedFilter, publishedFilters } from '@portico/contract/staff/published'
import { useQuery } from '@tanstack/react-query'
import { Building2, Eye, EyeOff, FileText, Globe } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../staff/session/use-me.ts'
import { useText } from '../../text/use-text.ts'
import { choices, findContacts } from '../../tickets/staff/data.ts'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { AsyncCombobox } from '../../ui/select/async-combobox.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { PublishedSearch } from './published-search.ts'

/** Changes filters; undefined takes one away. */
export type ChangeFilters = (change: { [Name in keyof PublishedSearch]?: PublishedSearch[Name] | undefined }) => void

type FiltersProps = {
  search: PublishedSearch
  onSearch: ChangeFilters
  nameOfContact: (id: number) => string | undefined
}

/** Chooses a customer of the account's portals by name. */
const ContactFilter = ({ search: { contact }, onSearch, nameOfContact }: FiltersProps) => {
  const { t } = useText()
  const [chosen, setChosen] = useState<{ value: number; text: string }>()
  const label = t('staffQueue.filter.customer')
  const text = contact === undefined ? undefined : chosen?.value === contact ? chosen.text : nameOfContact(contact)
  return (
    <AsyncCombobox
      look="filter"
      label={label}
      icon={<Building2 className="icon" aria-hidden="true" />}
      value={contact === undefined ? null : { value: contact, text: text ?? label }}
      onChange={option => {
        if (option) setChosen(option)
        onSearch({ contact: option?.value })
      }}
      load={async (term, signal) => ({
        items: (await findContacts(term, signal)).map(({ id, companyName }) => ({ value: id, text: companyName })),
      })}
      labels={{
        placeholder: label,
        search: t('staffQueue.filter.customerSearch'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('staffPublished.filter.remove', { name: label }),
        loading: t('pickers.assets.loading'),
        empty: t('staffQueue.filter.customerNone'),
        failed: t('staffQueue.filter.customerFailed'),
        retry: t('words.retry'),
        count: found => t('staffQueue.filter.customerCount', { count: found.length }),
      }}
    />
  )
}

/** Search and filters of the published files. */
export const PublishedFilters = (props: FiltersProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const { data: known } = useQuery(choices)
  const { search, onSearch } = props
  const clearLabel = (name: string) => t('staffPublished.filter.remove', { name })
  return (
    <div className="filter-bar">
      <SearchInput
        label={t('staffPublished.search')}
        value={search.q ?? ''}
        onSearch={q => onSearch({ q: q || undefined })}
      />
      <Select<PublishedFilter>
        look="filter"
        nullable
        label={t('staffPublished.filter.kind')}
        placeholder={t('staffPublished.filter.kind')}
        icon={<FileText className="icon" aria-hidden="true" />}
        options={publishedFilters.map(kind => ({ value: kind, text: t(`staffPublished.kinds.${kind}`) }))}
        value={search.kind ?? null}
        onChange={kind => onSearch({ kind: kind ?? undefined })}
        clearLabel={clearLabel(t('staffPublished.filter.kind'))}
      />
      <ContactFilter {...props} />
      {portals.length > 1 && (
        <Select
          look="filter"
          nullable
          label={t('staffQueue.filter.portal')}
          placeholder={t('staffQueue.filter.portal')}
          icon={<Globe className="icon" aria-hidden="true" />}
          options={(known?.portals ?? []).map(({ webPortalKey, name }) => ({ value: webPortalKey, text: name }))}
          value={search.portal ?? null}
          onChange={portal => onSearch({ portal: portal ?? undefined })}
          clearLabel={clearLabel(t('staffQueue.filter.portal'))}
        />
      )}
      <Select<'yes' | 'no'>
        look="filter"
        nullable
        label={t('staffPublished.filter.opened')}
        placeholder={t('staffPublished.filter.opened')}
        icon={<Eye className="icon" aria-hidden="true" />}
        options={[
          { value: 'no', text: t('staffPublished.filter.openedNo') },
          { value: 'yes', text: t('staffPublished.filter.openedYes') },
        ]}
        value={search.opened ?? null}
        onChange={opened => onSearch({ opened: opened ?? undefined })}
        clearLabel={clearLabel(t('staffPublished.filter.opened'))}
      />
      <button
        type="button"
        className="filter-button"
        aria-pressed={search.withdrawn !== undefined}
        data-active={search.withdrawn === undefined ? undefined : true}
        onClick={() => onSearch({ withdrawn: search.withdrawn === undefined ? '1' : undefined })}
      >
        <EyeOff className="icon" aria-hidden="true" />
        {t('staffPublished.filter.withdrawn')}
      </button>
    </div>
  )
}
