import { createRoute } from '@tanstack/react-router'
import { Activity, Building2, DatabaseBackup, MailX } from 'lucide-react'
import { lazyScreen } from '../../../page/lazy-screen.ts'
import { withTexts } from '../../../text/texts.ts'
import { isOperator, onlyFor, settingsRoute } from '../../session/routes.ts'
import { type StaffSection, settingsEntry } from '../../session/staff-section.ts'

const staffInstallationTexts = {
  it: () => import('../../../text/it/staff/installation.ts'),
  en: () => import('../../../text/en/staff/installation.ts'),
  es: () => import('../../../text/es/staff/installation.ts'),
}

const staffSettingsTexts = {
  it: () => import('../../../text/it/staff/settings.ts'),
  en: () => import('../../../text/en/staff/settings.ts'),
  es: () => import('../../../text/es/staff/settings.ts'),
}

const beforeLoad = onlyFor(isOperator)

const healthRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/health',
  beforeLoad,
  loader: async ({ context: { queryClient } }) => {
    const { health } = await import('./data.ts')
    void queryClient.prefetchQuery(health)
  },
  component: lazyScreen(
    withTexts(() => import('./health-screen.tsx'), staffSettingsTexts, staffInstallationTexts),
    'HealthScreen',
  ),
})

const backupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/backups',
  beforeLoad,
  loader: async ({ context: { queryClient } }) => {
    const { backups } = await import('./data.ts')
    void queryClient.prefetchQuery(backups)
  },
  component: lazyScreen(
    withTexts(() => import('./backups-screen.tsx'), staffSettingsTexts, staffInstallationTexts),
    'BackupsScreen',
  ),
})

const companiesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/companies',
  beforeLoad,
  loader: async ({ context: { queryClient } }) => {
    const { companies } = await import('./data.ts')
    void queryClient.prefetchQuery(companies)
  },
  component: lazyScreen(
    withTexts(() => import('./companies-screen.tsx'), staffSettingsTexts, staffInstallationTexts),
    'CompaniesScreen',
  ),
})

const jobsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/failed-jobs',
  beforeLoad,
  loader: async ({ context: { queryClient } }) => {
    const { failedJobs } = await import('./data.ts')
    void queryClient.prefetchQuery(failedJobs)
  },
  component: lazyScreen(
    withTexts(() => import('./jobs-screen.tsx'), staffSettingsTexts, staffInstallationTexts),
    'JobsScreen',
  ),
})

const entry = { group: 'installation', isOpen: isOperator } as const

/** What the operators of the installation look after, in the settings. */
export const installation = {
  texts: [staffInstallationTexts],
  settings: [
    settingsEntry({ key: 'health', to: '/settings/health', icon: Activity, ...entry }),
    settingsEntry({ key: 'backups', to: '/settings/backups', icon: DatabaseBackup, ...entry }),
    settingsEntry({ key: 'companies', to: '/settings/companies', icon: Building2, ...entry }),
    settingsEntry({ key: 'jobs', to: '/settings/failed-jobs', icon: MailX, ...entry }),
  ],
  settingsRoutes: [healthRoute, backupsRoute, companiesRoute, jobsRoute],
} as const satisfies StaffSection
