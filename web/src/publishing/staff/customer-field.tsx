import type { PublishCustomer } from '@portico/contract/staff/publishing'
import { useMe } from '../../staff/session/use-me.ts'
import { useText } from '../../text/use-text.ts'
import { findContacts } from '../../tickets/staff/data.ts'
import { AsyncCombobox } from '../../ui/select/async-combobox.tsx'

/** Props of CustomerField. `choices` are offered before anything is typed: those that the file may mean. */
export type CustomerFieldProps = {
  label: string
  customer: { id: number; companyName: string } | null
  choices: readonly PublishCustomer[]
  onChange: (customer: { id: number; companyName: string }) => void
}

/** Chooses a customer of the portals that the account works for. */
export const CustomerField = ({ label, customer, choices, onChange }: CustomerFieldProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const portalName = (portalId: number) =>
    portals.length > 1 ? portals.find(({ id }) => id === portalId)?.webPortalName : undefined
  return (
    <AsyncCombobox
      label={label}
      value={customer && { value: customer.id, text: customer.companyName }}
      onChange={option => option && onChange({ id: option.value, companyName: option.text })}
      nullable={false}
      load={async (term, signal) => {
        const meant = choices.map(({ id, companyName, portal }) => ({ id, companyName, portalId: portal.id }))
        const found = term.trim() === '' && meant.length > 0 ? meant : await findContacts(term, signal)
        return {
          items: found.map(({ id, companyName, portalId }) => ({
            value: id,
            text: companyName,
            end: portalName(portalId),
          })),
        }
      }}
      labels={{
        placeholder: t('staffPublish.whose'),
        search: t('staffPublish.searchCustomer'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('pickers.clearSearch'),
        loading: t('pickers.assets.loading'),
        empty: t('staffPublish.noCustomer'),
        failed: t('staffPublish.customerFailed'),
        retry: t('words.retry'),
        count: items => t('staffPublish.customerCount', { count: items.length }),
      }}
    />
  )
}
