import { createRoute } from '@tanstack/react-router'
import { Calendar } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readVisitsSearch } from './visits-search.ts'

const staffVisitsTexts = {
  it: () => import('../../text/it/staff/visits.ts'),
  en: () => import('../../text/en/staff/visits.ts'),
  es: () => import('../../text/es/staff/visits.ts'),
}

const staffBookingsTexts = {
  it: () => import('../../text/it/staff/planning/bookings.ts'),
  en: () => import('../../text/en/staff/planning/bookings.ts'),
  es: () => import('../../text/es/staff/planning/bookings.ts'),
}

const staffDayTexts = {
  it: () => import('../../text/it/staff/planning/day.ts'),
  en: () => import('../../text/en/staff/planning/day.ts'),
  es: () => import('../../text/es/staff/planning/day.ts'),
}

const visitsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/visits',
  validateSearch: readVisitsSearch,
  loaderDeps: ({ search: { day, view, portal, group } }) => ({ day, view, portal, group }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { board } = await import('./data.ts')
    void queryClient.prefetchQuery(board(deps))
  },
  component: lazyScreen(
    withTexts(
      () => import('./screen/visits-screen.tsx'),
      staffVisitsTexts,
      staffBookingsTexts,
      staffDayTexts,
      staffRecordsTexts,
    ),
    'VisitsScreen',
  ),
})

export const visits = {
  rail: [railEntry({ key: 'visits', to: '/visits', icon: Calendar, goKey: 'v' })],
  texts: [staffVisitsTexts, staffDayTexts, staffRecordsTexts],
  signedInRoutes: [visitsRoute],
} as const satisfies StaffSection
