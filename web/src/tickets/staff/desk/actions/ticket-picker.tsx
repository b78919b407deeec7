import { useText } from '../../../../text/use-text.ts'
import { AsyncCombobox } from '../../../../ui/select/async-combobox.tsx'
import { findTickets } from './data.ts'

/** A ticket that was chosen. */
export type ChosenTicket = { value: number; text: string }

type TicketPickerProps = {
  label: string
  value: ChosenTicket | null
  onChange: (ticket: ChosenTicket | null) => void
  /** The ticket that is not offered. */
  besides: number
  /** Only tickets of this customer. */
  contact?: number
}

/** Finds a ticket by number, title or customer. */
export const TicketPicker = ({ label, value, onChange, besides, contact }: TicketPickerProps) => {
  const { t } = useText()
  const load = async (term: string, signal: AbortSignal) => {
    const { rows, total } = await findTickets(term, contact, signal)
    const others = rows.filter(({ id }) => id !== besides)
    return {
      items: others.map(({ id, ticketNumber, title, contact: customer }) => ({
        value: id,
        text: `#${ticketNumber} ${title}`,
        ...(contact === undefined && { end: customer.companyName }),
      })),
      total: total === undefined ? undefined : total - (rows.length - others.length),
    }
  }
  return (
    <AsyncCombobox<number>
      label={label}
      value={value}
      onChange={onChange}
      load={load}
      nullable={false}
      labels={{
        placeholder: t('staffTicket.pick.ticket'),
        search: t('staffTicket.pick.searchTicket'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('words.cancel'),
        loading: t('staffTicket.loading'),
        empty: t('words.noItems'),
        failed: t('words.couldNotLoad'),
        retry: t('words.retry'),
        count: (found, all) => `${found.length} / ${all ?? found.length}`,
      }}
    />
  )
}
