import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'

/** A customer that was chosen. */
export type ChosenCustomer = { value: number; text: string; portalId?: number }

/** See {@link CustomerField}. */
export type CustomerFieldProps = {
  value: ChosenCustomer | null
  onChange: (customer: ChosenCustomer | null) => void
  find: (term: string, signal: AbortSignal) => Promise<{ id: number; companyName: string; portalId: number }[]>
  /** As a filter of a list it can be cleared. */
  look?: 'field' | 'filter'
}

/** Finds a customer of the company by name. */
export const CustomerField = ({ value, onChange, find, look = 'field' }: CustomerFieldProps) => {
  const { t } = useTranslation()
  const portals = useRef(new Map<number, number>())
  return (
    <AsyncCombobox<number>
      label={t('staffRecords.customer.name')}
      look={look}
      openOn="click"
      value={value}
      onChange={option => {
        const portalId = option && portals.current.get(option.value)
        onChange(option && { value: option.value, text: option.text, ...(portalId && { portalId }) })
      }}
      load={async (term, signal) => {
        const found = await find(term, signal)
        for (const { id, portalId } of found) portals.current.set(id, portalId)
        const items = found.map(({ id, companyName }) => ({ value: id, text: companyName }))
        return { items, total: items.length }
      }}
      nullable={look === 'filter'}
      labels={{
        placeholder: look === 'filter' ? t('staffRecords.customer.any') : t('staffRecords.customer.choose'),
        search: t('staffRecords.customer.search'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('staffRecords.customer.clear'),
        loading: t('staffRecords.customer.loading'),
        empty: t('words.noItems'),
        failed: t('words.couldNotLoad'),
        retry: t('words.retry'),
        count: found => t('staffRecords.customer.count', { count: found.length }),
      }}
    />
  )
}
