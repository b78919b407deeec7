import { useText } from '../../../text/use-text.ts'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'
import { findTickets } from '../data.ts'

type TicketFieldProps = {
  contactId: number
  value: { value: number; text: string } | null
  onChange: (ticket: { value: number; text: string } | null) => void
}

/** Finds a ticket of a customer. */
export const TicketField = ({ contactId, value, onChange }: TicketFieldProps) => {
  const { t } = useText()
  return (
    <AsyncCombobox<number>
      label={t('staffContracts.work.onTicket')}
      openOn="click"
      nullable
      value={value}
      onChange={onChange}
      load={async (term, signal) => {
        const items = (await findTickets(contactId, term, signal)).map(({ id, ticketNumber, title }) => ({
          value: id,
          text: `#${ticketNumber} ${title}`,
        }))
        return { items, total: items.length }
      }}
      labels={{
        placeholder: t('staffContracts.work.noTicket'),
        search: t('staffContracts.work.findTicket'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('staffContracts.work.noTicket'),
        loading: t('staffContracts.work.findingTickets'),
        empty: t('words.noItems'),
        failed: t('words.couldNotLoad'),
        retry: t('words.retry'),
        count: found => t('staffContracts.work.tickets', { count: found.length }),
      }}
    />
  )
}
