import type { StaffCustomerListed } from '@portico/contract/staff/customers/customers'
import type { RefObject } from 'react'
import { useKeys } from '../../../staff/session/use-keys.ts'
import { useText } from '../../../text/use-text.ts'

type ListKeys = {
  main: RefObject<HTMLElement | null>
  rows: readonly StaffCustomerListed[] | undefined
  fetchMore: () => void
  /** Undefined for who may not make a customer. */
  make: (() => void) | undefined
}

const nearEnd = 5

/** The keys of the list of customers: the row with the focus is left for the next or the one before. */
export const useListKeys = ({ main, rows = [], fetchMore, make }: ListKeys) => {
  const { t } = useText()
  const move = (by: 1 | -1) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-customer]')?.dataset.customer
    const at = rows.findIndex(({ id }) => String(id) === focused)
    const next = rows[at < 0 ? 0 : at + by]
    if (next) main.current?.querySelector<HTMLElement>(`[data-customer="${next.id}"] .row-link`)?.focus()
    if (at + by >= rows.length - nearEnd) fetchMore()
  }
  useKeys('customers', [
    { keys: 'j', text: t('staffCustomers.keys.next'), repeats: true, run: () => move(1) },
    { keys: 'k', text: t('staffCustomers.keys.previous'), repeats: true, run: () => move(-1) },
    {
      keys: '/',
      text: t('staffCustomers.keys.search'),
      run: () => main.current?.querySelector<HTMLElement>('.filter-search input')?.focus(),
    },
    ...(make ? [{ keys: 'n', text: t('staffCustomers.keys.make'), run: make }] : []),
  ])
}
