import { createRoute } from '@tanstack/react-router'
import { Timer } from 'lucide-react'
import { lazyScreen } from '../../../page/lazy-screen.ts'
import { isOffice, onlyFor, staffRoute } from '../../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../../staff/session/staff-section.ts'
import { withTexts } from '../../../text/texts.ts'
import { customerMonth, teamWeek, timeWeek } from './data.ts'
import { readMonthSearch, readWeekSearch } from './time-search.ts'

const staffTimeTexts = {
  it: () => import('../../../text/it/staff/planning/time.ts'),
  en: () => import('../../../text/en/staff/planning/time.ts'),
  es: () => import('../../../text/es/staff/planning/time.ts'),
}

const weekRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/time',
  validateSearch: readWeekSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(timeWeek(deps)),
  component: lazyScreen(
    withTexts(() => import('./week-screen.tsx'), staffTimeTexts),
    'WeekScreen',
  ),
})

const teamRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/time/team',
  validateSearch: readWeekSearch,
  beforeLoad: onlyFor(isOffice),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(teamWeek(deps)),
  component: lazyScreen(
    withTexts(() => import('./team-screen.tsx'), staffTimeTexts),
    'TeamScreen',
  ),
})

const monthRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/time/customers/$contactid',
  params: {
    parse: ({ contactid }) => (/^[1-9]\d{0,15}$/.test(contactid) ? { contactid: Number(contactid) } : false),
    stringify: ({ contactid }) => ({ contactid: String(contactid) }),
  },
  validateSearch: readMonthSearch,
  beforeLoad: onlyFor(isOffice),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { contactid }, deps }) =>
    void queryClient.prefetchQuery(customerMonth(contactid, deps)),
  component: lazyScreen(
    withTexts(() => import('./month-screen.tsx'), staffTimeTexts),
    'MonthScreen',
  ),
})

/** Who worked how long. */
export const time = {
  rail: [railEntry({ key: 'time', to: '/time', icon: Timer, goKey: 'h' })],
  texts: [staffTimeTexts],
  signedInRoutes: [weekRoute, teamRoute, monthRoute],
} as const satisfies StaffSection
