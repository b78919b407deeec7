import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Plus, SearchX, Ticket } from 'lucide-react'
import { isViewing } from '../../api/viewing-tab.ts'
import type { Here } from '../../session/addresses.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { anyTickets, type TicketScope } from '../data.ts'
import { isNarrowed, type TicketFilter, widened } from '../ticket-filter.ts'

type TicketEmptyProps = {
  here: Here
  scope: TicketScope
  companyName: string
  mayRaise: boolean
  filter: TicketFilter
  onFilter: (filter: TicketFilter) => void
}

/** Shown in an empty ticket list: why it is empty, and the next step. */
export const TicketEmpty = ({ here, scope, companyName, mayRaise, filter, onFilter }: TicketEmptyProps) => {
  const { t } = useText()
  const hidesClosed = filter.filter !== 2 && !isNarrowed(filter)
  // "All solved" would be wrong for a user who never had a ticket.
  const { data: any, isPending } = useQuery({ ...anyTickets(here, scope), enabled: hidesClosed })
  const showClosed = filter.filter !== 2 && (
    <Button onClick={() => onFilter({ ...filter, filter: 2 })}>{t('tickets.list.empty.showClosed')}</Button>
  )
  if (isNarrowed(filter))
    return (
      <EmptyState
        icon={<SearchX className="icon" />}
        title={t('tickets.list.empty.filteredTitle')}
        action={
          <>
            <Button onClick={() => onFilter(widened(filter))}>{t('tickets.list.empty.clear')}</Button>
            {showClosed}
          </>
        }
      >
        {t('tickets.list.empty.filteredText')}
      </EmptyState>
    )
  const raise = mayRaise && (
    <Link className={buttonClass()} to="/$company/$contactid/tickets/new" params={here} disabled={isViewing}>
      <Plus className="icon" aria-hidden="true" />
      {t('tickets.list.newTicket')}
    </Link>
  )
  if (hidesClosed && isPending) return null
  if (showClosed && any !== 0)
    return (
      <EmptyState
        icon={<CircleCheckBig className="icon" />}
        title={t('tickets.list.empty.openTitle')}
        action={showClosed}
      >
        {t('tickets.list.empty.openText')}
      </EmptyState>
    )
  return scope === 'mine' ? (
    <EmptyState icon={<Ticket className="icon" />} title={t('tickets.list.empty.mineTitle')} action={raise}>
      {t('tickets.list.empty.mineText')}
    </EmptyState>
  ) : (
    <EmptyState icon={<Ticket className="icon" />} title={t('tickets.list.empty.allTitle')} action={raise}>
      {t('tickets.list.empty.allText', { company: companyName })}
    </EmptyState>
  )
}
