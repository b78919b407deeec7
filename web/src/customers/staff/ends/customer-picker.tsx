import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'

/** A customer that was chosen. */
export type ChosenCustomer = { value: number; text: string }

type CustomerPickerProps = {
  label: string
  value: ChosenCustomer | null
  onChange: (customer: ChosenCustomer | null) => void
  /** The customer that is not offered. */
  besides: number
  /** Only customers of this portal. */
  portalId: number
}

/** Finds a customer of a portal by name. */
export const CustomerPicker = ({ label, value, onChange, besides, portalId }: CustomerPickerProps) => {
  const { t } = useText()
  const load = async (term: string, signal: AbortSignal) => {
    const found = await findContacts(term, signal)
    const items = found
      .filter(contact => contact.id !== besides && contact.portalId === portalId)
      .map(({ id, companyName }) => ({ value: id, text: companyName }))
    return { items, total: items.length }
  }
  return (
    <AsyncCombobox<number>
      label={label}
      value={value}
      onChange={onChange}
      load={load}
      nullable={false}
      labels={{
        placeholder: t('staffCustomerEnds.pick.choose'),
        search: t('staffCustomerEnds.pick.search'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('words.cancel'),
        loading: t('staffCustomerEnds.looking'),
        empty: t('words.noItems'),
        failed: t('words.couldNotLoad'),
        retry: t('words.retry'),
        count: found => String(found.length),
      }}
    />
  )
}
