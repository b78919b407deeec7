import { useInfiniteQuery } from '@tanstack/react-query'
import { publicFiles } from '../../public-files/data.ts'
import { useEntered, useHere, usePortal } from '../../session/use-here.ts'
import { openEntries, pages } from '../sections/menu-entries.ts'

/** The menu entries that the contact may see. */
export const useOpenEntries = () => {
  const { contact } = useEntered()
  const { data } = useInfiniteQuery(publicFiles(useHere().company))
  return openEntries(contact, (data?.pages[0]?.rows.length ?? 0) > 0)
}

/** The portal's own pages; that of bookings only where something can be booked without an invitation. */
export const usePages = () => {
  const takesBookings = usePortal()?.takesBookings
  return pages.filter(({ key }) => key !== 'booking' || takesBookings)
}
