import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHere } from '../session/use-here.ts'
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
  const { t } = useTranslation()
  const { scope, address } = useListAddress(otherwise)
  return (
    <Link {...address} className="back-link">
      <ArrowLeft className="icon" aria-hidden="true" />
      {t(scope === 'all' ? 'shell.menu.alltickets' : 'shell.menu.tickets')}
    </Link>
  )
}
