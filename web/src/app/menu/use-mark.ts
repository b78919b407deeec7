import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useEntered, useHere } from '../../session/use-here.ts'
import { ticket } from '../../tickets/data.ts'

const current = { 'aria-current': 'page' } as const

/** The section that a ticket on the screen belongs to: the list that it was opened from, else the one that has it for sure. */
const useTicketSection = () => {
  const here = useHere()
  const { me } = useEntered()
  const { ticketid } = useParams({ strict: false })
  const from = useLocation({ select: ({ state }) => state.ticketList?.scope })
  // The screen reads it; the menu only looks at what is there.
  const { data } = useQuery({ ...ticket(here, ticketid ?? 0), enabled: false })
  if (ticketid === undefined) return undefined
  const isForeign = data !== undefined && data.creatorContactWebUser?.webUserId !== me.id
  return (from ?? (isForeign ? 'all' : 'mine')) === 'all' ? 'alltickets' : 'tickets'
}

/** Marks the entry of a menu as where the reader is. A ticket has its address below My tickets, whichever list it belongs to. */
export const useMark = (key: string) => {
  const section = useTicketSection()
  if (section === undefined) return { activeProps: current }
  return { activeOptions: { exact: true }, ...(key === section && current) }
}
