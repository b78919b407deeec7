import { type ReactNode, useRef } from 'react'
import { useText } from '../../../text/use-text.ts'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'
import { useMe } from '../../session/use-me.ts'

/** A customer that was chosen. */
export type ChosenCustomer = { value: number; text: string; portalId?: number }

type Found = { id: number; companyName: string; portalId: number }

/** See {@link CustomerField}. */
export type CustomerFieldProps<Row extends Found = Found> = {
  value: ChosenCustomer | null
  /** `row`: what `find` has found of it. */
  onChange: (customer: ChosenCustomer | null, row: Row | null) => void
  find: (term: string, signal: AbortSignal) => Promise<Row[]>
  /** As a filter of a list it can be cleared. */
  look?: 'field' | 'filter'
  icon?: ReactNode
}

/** Finds a customer of the company by name; of several portals each row names its own. */
export const CustomerField = <Row extends Found>({
  value,
  onChange,
  find,
  look = 'field',
  icon,
}: CustomerFieldProps<Row>) => {
  const { t } = useText()
  const { portals } = useMe()
  const rows = useRef(new Map<number, Row>())
  const portalName = (id: number) =>
    portals.length > 1 ? portals.find(portal => portal.id === id)?.webPortalName : undefined
  return (
    <AsyncCombobox<number>
      label={t('staffRecords.customer.name')}
      look={look}
      icon={icon}
      openOn="click"
      value={value}
      onChange={option => {
        const row = (option && rows.current.get(option.value)) ?? null
        onChange(option && { value: option.value, text: option.text, ...(row && { portalId: row.portalId }) }, row)
      }}
      load={async (term, signal) => {
        const found = await find(term, signal)
        for (const row of found) rows.current.set(row.id, row)
        const items = found.map(({ id, companyName, portalId }) => ({
          value: id,
          text: companyName,
          end: portalName(portalId),
        }))
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
