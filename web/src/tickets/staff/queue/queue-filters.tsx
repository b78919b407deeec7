import type { StaffChoices, StaffTicketListed } from '@portico/contract/staff/tickets'
import { useQuery } from '@tanstack/react-query'
import { Building2, Globe, Tag, User, Users } from 'lucide-react'
import { useState } from 'react'
import { CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useText } from '../../../text/use-text.ts'
import { Select } from '../../../ui/select/select.tsx'
import { choices, findContacts } from '../data.ts'
import type { ChangeSearch, QueueSearch } from '../queue-search.ts'

type QueueFiltersProps = {
  search: QueueSearch
  onSearch: ChangeSearch
  rows: readonly StaffTicketListed[]
  hasPortals: boolean
}

const CustomerFilter = ({ search, onSearch, rows }: QueueFiltersProps) => {
  const { t } = useText()
  const [chosen, setChosen] = useState<{ value: number; text: string }>()
  const nameIn = (id: number) => rows.find(({ contact }) => contact.id === id)?.contact.companyName
  const { contact } = search
  const text = chosen?.value === contact ? chosen?.text : contact && nameIn(contact)
  return (
    <CustomerField
      look="filter"
      icon={<Building2 className="icon" aria-hidden="true" />}
      find={findContacts}
      value={contact === undefined ? null : { value: contact, text: text || t('staffQueue.filter.customer') }}
      onChange={customer => {
        if (customer) setChosen(customer)
        onSearch({ contact: customer?.value })
      }}
    />
  )
}

/** The ticket types of all portals, or of the one that is chosen. */
const typesOf = (portals: StaffChoices['portals'] = [], chosen?: string) =>
  portals
    .filter(({ webPortalKey }) => chosen === undefined || webPortalKey === chosen)
    .flatMap(({ name: portalName, types }) => types.map(({ id, name }) => ({ id, name, portalName })))

/** The filters of the queue: customer, portal, assignee, type, group. */
export const QueueFilters = (props: QueueFiltersProps) => {
  const { t } = useText()
  const { search, onSearch, hasPortals } = props
  const { data: known } = useQuery(choices)
  const clearLabel = (name: string) => t('staffQueue.filter.remove', { name })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
    <div className="queue-filters" role="group" aria-label={t('staffQueue.filter.label')}>
      <CustomerFilter {...props} />
      {hasPortals && (
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
      <Select
        look="filter"
        nullable
        label={t('staffQueue.filter.assignee')}
        placeholder={t('staffQueue.filter.assignee')}
        icon={<User className="icon" aria-hidden="true" />}
        options={(known?.staff ?? []).map(({ id, displayName }) => ({ value: id, text: displayName }))}
        value={search.assignee ?? null}
        onChange={assignee => onSearch({ assignee: assignee ?? undefined })}
        clearLabel={clearLabel(t('staffQueue.filter.assignee'))}
      />
      <Select
        look="filter"
        nullable
        label={t('staffQueue.filter.type')}
        placeholder={t('staffQueue.filter.type')}
        icon={<Tag className="icon" aria-hidden="true" />}
        options={typesOf(known?.portals, search.portal).map(({ id, name, portalName }) => ({
          value: id,
          text: name,
          ...(hasPortals && { end: portalName }),
        }))}
        value={search.type ?? null}
        onChange={type => onSearch({ type: type ?? undefined })}
        clearLabel={clearLabel(t('staffQueue.filter.type'))}
      />
      {known && known.groups.length > 0 && (
        <Select
          look="filter"
          nullable
          label={t('staffQueue.filter.group')}
          placeholder={t('staffQueue.filter.group')}
          icon={<Users className="icon" aria-hidden="true" />}
          options={known.groups.map(({ id, name }) => ({ value: id, text: name }))}
          value={search.group ?? null}
          onChange={group => onSearch({ group: group ?? undefined })}
          clearLabel={clearLabel(t('staffQueue.filter.group'))}
        />
      )}
    </div>
  )
}
