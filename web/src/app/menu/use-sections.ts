import { useInfiniteQuery } from '@tanstack/react-query'
import { publicFiles } from '../../public-files/data.ts'
import { useEntered, useHere, usePortal } from '../../session/use-here.ts'
import { pages, sectionsOf } from './sections.ts'

/** The sections that are open here: by the contact's flags, and public files where the portal has any (spec 6). */
export const useSections = () => {
  const { contact } = useEntered()
  const { data } = useInfiniteQuery(publicFiles(useHere().company))
  return sectionsOf(contact, (data?.pages[0]?.rows.length ?? 0) > 0)
}

/** The portal's own pages that there are. */
export const usePages = () => {
  const takesBookings = usePortal()?.takesBookings
  return pages.filter(({ key }) => key !== 'booking' || takesBookings)
}
