import { createRoute } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readReportSearch } from './report-search.ts'

const texts = {
  it: () => import('../text/it/reports.ts'),
  en: () => import('../text/en/reports.ts'),
  es: () => import('../text/es/reports.ts'),
}

const reportListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/activityreports',
  validateSearch: readReportSearch,
  ...listRouteOptions({
    flag: 'viewContactActivityReports',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return (here, search, { viewContactWiki }) => data.reportList(here, search, viewContactWiki)
    },
    component: lazyScreen(
      withTexts(() => import('./report-list-screen.tsx'), listTexts, texts),
      'ReportListScreen',
    ),
  }),
})

export const reports = {
  menu: [
    menuEntry({
      key: 'activityreports',
      group: 'work',
      icon: ClipboardCheck,
      isOpen: contact => contact.viewContactActivityReports,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'report', queryKey: 'reports' },
  contactRoutes: [reportListRoute],
} as const satisfies Section
