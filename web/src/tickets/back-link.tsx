import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useHere } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import type { TicketScope } from './data.ts'
import './list-state.ts'

const addresses = { mine: '/$company/$contactid/tickets', all: '/$company/$contactid/alltickets' } as const

/** The URL of the list that the reader came from, with its filters; the reader's own tickets without one. */
export const useListAddress = (otherwise: TicketScope = 'mine') => {
  const params = useHere()
  const from = useLocation({ select: location => location.state.ticketList })
  const scope = from?.scope ?? otherwise
  return { scope, address: { to: addresses[scope], params, search: from?.filter ?? {} } }
}

/** The link back to the list. */
export const BackLink = ({ otherwise }: { otherwise?: TicketScope }) => {
  const { t } = useText()
  const { scope, address } = useListAddress(otherwise)
  return (
    <Link {...address} className="back-link">
      <ArrowLeft className="icon" aria-hidden="true" />
      {t(scope === 'all' ? 'shell.menu.alltickets' : 'shell.menu.tickets')}
    </Link>
  )
}
