import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import type { StaffSection } from '../../staff/session/staff-section.ts'
import { staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readBookingsSearch } from './bookings/bookings-search.ts'
import { readDaySearch } from './day/day-search.ts'

const staffBookingsTexts = {
  it: () => import('../../text/it/staff/planning/bookings.ts'),
  en: () => import('../../text/en/staff/planning/bookings.ts'),
  es: () => import('../../text/es/staff/planning/bookings.ts'),
}

const staffAbsencesTexts = {
  it: () => import('../../text/it/staff/planning/absences.ts'),
  en: () => import('../../text/en/staff/planning/absences.ts'),
  es: () => import('../../text/es/staff/planning/absences.ts'),
}

const staffDayTexts = {
  it: () => import('../../text/it/staff/planning/day.ts'),
  en: () => import('../../text/en/staff/planning/day.ts'),
  es: () => import('../../text/es/staff/planning/day.ts'),
}

const bookingsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/visits/bookings',
  validateSearch: readBookingsSearch,
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { bookings } = await import('./bookings/data.ts')
    void queryClient.prefetchInfiniteQuery(bookings(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./bookings/bookings-screen.tsx'), staffBookingsTexts, staffDayTexts, staffRecordsTexts),
    'BookingsScreen',
  ),
})

const absencesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/visits/absences',
  loader: async ({ context: { queryClient } }) => {
    const { absences } = await import('./absences/data.ts')
    void queryClient.prefetchQuery(absences)
  },
  component: lazyScreen(
    withTexts(() => import('./absences/absences-screen.tsx'), staffBookingsTexts, staffAbsencesTexts),
    'AbsencesScreen',
  ),
})

const dayRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/visits/day',
  validateSearch: readDaySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { staffDay } = await import('./day/data.ts')
    void queryClient.prefetchQuery(staffDay(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./day/day-screen.tsx'), staffBookingsTexts, staffDayTexts, staffRecordsTexts),
    'DayScreen',
  ),
})

/** Bookings, absences, and the day of one technician. */
export const planning = {
  texts: [staffBookingsTexts, staffAbsencesTexts, staffDayTexts, staffRecordsTexts],
  signedInRoutes: [bookingsRoute, absencesRoute, dayRoute],
} as const satisfies StaffSection
