import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useHere } from '../../session/use-here.ts'
import { useScreen } from '../../session/use-screen.ts'
import { useText } from '../../text/use-text.ts'
import type { TicketScope } from '../data.ts'
import { readTicketFilter, type TicketFilter } from '../ticket-filter.ts'
import { TicketList } from './ticket-list.tsx'
import './ticket-list.css'

const addresses = { mine: '/$company/$contactid/tickets', all: '/$company/$contactid/alltickets' } as const

const useFilter = (scope: TicketScope) => {
  const here = useHere()
  const navigate = useNavigate()
  const { company, contactid } = here
  const onFilter = useCallback(
    // Normalize the filter, so that the URL has neither defaults nor empty values.
    (filter: TicketFilter, how?: { replace: boolean }) =>
      void navigate({ to: addresses[scope], params: { company, contactid }, search: readTicketFilter(filter), ...how }),
    [navigate, scope, company, contactid],
  )
  return { filter: useSearch({ from: addresses[scope] }), onFilter }
}

/** The screen of the user's own tickets. */
export const MyTicketsScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.tickets')
  useScreen('tickets', title)
  return <TicketList scope="mine" title={title} {...useFilter('mine')} />
}

/** The screen of all tickets of the contact. */
export const AllTicketsScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.alltickets')
  useScreen('alltickets', title)
  return <TicketList scope="all" title={title} {...useFilter('all')} />
}
