import { useQuery } from '@tanstack/react-query'
import { useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { openTickets } from '../../tickets/data.ts'

/** How many of the reader's tickets are open or pending, beside the menu entry. Live events of tickets renew it. */
export const OpenCount = () => {
  const { t } = useText()
  const { data: count } = useQuery(openTickets(useHere()))
  if (!count) return null
  return (
    <span className="menu-count">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('shell.openTickets', { count })}</span>
    </span>
  )
}
