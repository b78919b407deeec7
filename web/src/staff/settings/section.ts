import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { Clock3, HardDrive, History, KeyRound, Mailbox, SlidersHorizontal, Users, Webhook } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { listTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { isAdministrator, isOffice, onlyFor, settingsRoute } from '../session/routes.ts'
import { railEntry, type StaffSection, settingsEntry } from '../session/staff-section.ts'
import { readLogSearch } from './log/log-search.ts'

export const staffSettingsTexts = {
  it: () => import('../../text/it/staff/settings.ts'),
  en: () => import('../../text/en/staff/settings.ts'),
  es: () => import('../../text/es/staff/settings.ts'),
}

const staffConnectionsTexts = {
  it: () => import('../../text/it/staff/connections.ts'),
  en: () => import('../../text/en/staff/connections.ts'),
  es: () => import('../../text/es/staff/connections.ts'),
}

const staffStorageTexts = {
  it: () => import('../../text/it/staff/storage.ts'),
  en: () => import('../../text/en/staff/storage.ts'),
  es: () => import('../../text/es/staff/storage.ts'),
}

const staffHoursTexts = {
  it: () => import('../../text/it/staff/hours.ts'),
  en: () => import('../../text/en/staff/hours.ts'),
  es: () => import('../../text/es/staff/hours.ts'),
}

const staffMailboxesTexts = {
  it: () => import('../../text/it/staff/mail/mailboxes.ts'),
  en: () => import('../../text/en/staff/mail/mailboxes.ts'),
  es: () => import('../../text/es/staff/mail/mailboxes.ts'),
}

const overviewRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ context: { me } }: { context: { me: StaffMe } }) => {
    if (isAdministrator(me)) return
    throw isOffice(me) ? redirect({ to: '/settings/canned-answers', replace: true }) : notFound()
  },
  component: lazyScreen(
    withTexts(
      () => import('./overview/overview-screen.tsx'),
      staffSettingsTexts,
      staffConnectionsTexts,
      staffHoursTexts,
      staffStorageTexts,
    ),
    'OverviewScreen',
  ),
})

const hoursRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/hours',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { workingHours } = await import('./hours/data.ts')
    void queryClient.prefetchQuery(workingHours)
  },
  component: lazyScreen(
    withTexts(() => import('./hours/hours-screen.tsx'), staffSettingsTexts, staffHoursTexts),
    'HoursScreen',
  ),
})

const accountsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/accounts',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { staffAccounts } = await import('./accounts/data.ts')
    void queryClient.prefetchQuery(staffAccounts)
  },
  component: lazyScreen(
    withTexts(() => import('./accounts/accounts-screen.tsx'), staffSettingsTexts),
    'AccountsScreen',
  ),
})

const securityLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security-log',
  beforeLoad: onlyFor(isAdministrator),
  validateSearch: readLogSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { securityLog } = await import('./log/data.ts')
    void queryClient.prefetchInfiniteQuery(securityLog(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./log/security-log-screen.tsx'), staffSettingsTexts, listTexts),
    'SecurityLogScreen',
  ),
})

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-keys',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { apiKeys } = await import('./keys/data.ts')
    void queryClient.prefetchQuery(apiKeys)
  },
  component: lazyScreen(
    withTexts(() => import('./keys/keys-screen.tsx'), staffSettingsTexts, staffConnectionsTexts),
    'KeysScreen',
  ),
})

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { webhooks } = await import('./webhooks/data.ts')
    void queryClient.prefetchQuery(webhooks)
  },
  component: lazyScreen(
    withTexts(() => import('./webhooks/webhooks-screen.tsx'), staffSettingsTexts, staffConnectionsTexts),
    'WebhooksScreen',
  ),
})

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$webhookid',
  params: {
    parse: ({ webhookid }) => (/^[1-9]\d{0,15}$/.test(webhookid) ? { webhookid: Number(webhookid) } : false),
    stringify: ({ webhookid }) => ({ webhookid: String(webhookid) }),
  },
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient }, params: { webhookid } }) => {
    const { deliveries, webhooks } = await import('./webhooks/data.ts')
    void queryClient.prefetchQuery(webhooks)
    void queryClient.prefetchInfiniteQuery(deliveries(webhookid, undefined))
  },
  component: lazyScreen(
    withTexts(() => import('./webhooks/webhook-screen.tsx'), staffSettingsTexts, staffConnectionsTexts),
    'WebhookScreen',
  ),
})

const mailboxesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mailboxes',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { mailboxes, mailKeeping } = await import('./mailboxes/data.ts')
    void queryClient.prefetchQuery(mailboxes)
    void queryClient.prefetchQuery(mailKeeping)
  },
  component: lazyScreen(
    withTexts(() => import('./mailboxes/mailboxes-screen.tsx'), staffSettingsTexts, staffMailboxesTexts),
    'MailboxesScreen',
  ),
})

const storageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/storage',
  beforeLoad: onlyFor(isAdministrator),
  loader: async ({ context: { queryClient } }) => {
    const { storageUse } = await import('./storage/data.ts')
    void queryClient.prefetchQuery(storageUse)
  },
  component: lazyScreen(
    withTexts(() => import('./storage/storage-screen.tsx'), staffSettingsTexts, staffStorageTexts),
    'StorageScreen',
  ),
})

/** The settings of the company. */
export const settings = {
  rail: [
    railEntry({
      key: 'settings',
      to: '/settings',
      icon: SlidersHorizontal,
      goKey: 'i',
      isOpen: isOffice,
    }),
  ],
  texts: [staffSettingsTexts, staffConnectionsTexts, staffMailboxesTexts, staffHoursTexts, staffStorageTexts],
  settings: [
    settingsEntry({ key: 'accounts', group: 'team', to: '/settings/accounts', icon: Users, isOpen: isAdministrator }),
    settingsEntry({ key: 'hours', group: 'team', to: '/settings/hours', icon: Clock3, isOpen: isAdministrator }),
    settingsEntry({
      key: 'mailboxes',
      group: 'connections',
      to: '/settings/mailboxes',
      icon: Mailbox,
      isOpen: isAdministrator,
    }),
    settingsEntry({
      key: 'keys',
      group: 'connections',
      to: '/settings/api-keys',
      icon: KeyRound,
      isOpen: isAdministrator,
    }),
    settingsEntry({
      key: 'webhooks',
      group: 'connections',
      to: '/settings/webhooks',
      icon: Webhook,
      isOpen: isAdministrator,
    }),
    settingsEntry({
      key: 'log',
      group: 'company',
      to: '/settings/security-log',
      icon: History,
      isOpen: isAdministrator,
    }),
    settingsEntry({
      key: 'storage',
      group: 'company',
      to: '/settings/storage',
      icon: HardDrive,
      isOpen: isAdministrator,
    }),
  ],
  settingsRoutes: [
    overviewRoute,
    accountsRoute,
    hoursRoute,
    keysRoute,
    webhooksRoute,
    webhookRoute,
    mailboxesRoute,
    securityLogRoute,
    storageRoute,
  ],
} as const satisfies StaffSection
