import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { readLoginSearch } from '../auth/login-search.ts'
import { readActivityContractSearch, readServiceContractSearch } from '../contracts/contract-search.ts'
import { readDocumentSearch } from '../documents/document-search.ts'
import { readEstimateSearch } from '../estimates/estimate-search.ts'
import { readInvoiceSearch } from '../invoices/invoice-search.ts'
import type { pageQuery } from '../list/page-query.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { hasPublicFiles, publicFiles } from '../public-files/data.ts'
import { readPublicFileSearch } from '../public-files/public-file-search.ts'
import { readReportSearch } from '../reports/report-search.ts'
import { parseSearch, stringifySearch } from '../session/address-search.ts'
import { type Here, isContactId, isPortalKey } from '../session/addresses.ts'
import { inStoredPortal } from '../session/stored-portal.ts'
import { readSubscriptionSearch } from '../subscriptions/subscription-search.ts'
import { withTexts } from '../text/texts.ts'
import { ticket as readOneTicket, type TicketScope, ticketList } from '../tickets/data.ts'
import { AllTicketsScreen, MyTicketsScreen } from '../tickets/list/ticket-list-screen.tsx'
import { readNewTicketSearch } from '../tickets/new/new-ticket-search.ts'
import { readTicketFilter, type TicketFilter, ticketQuery } from '../tickets/ticket-filter.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { wikiList } from '../wiki/data.ts'
import { readWikiSearch } from '../wiki/wiki-search.ts'
import { complete, type Entered, enter, need } from './guard.ts'
import { Layout } from './layout.tsx'
import { firstSection } from './menu/sections.ts'
import { PageRoot } from './page-root.tsx'
import { ScreenFailed } from './screen-failed.tsx'

type Context = {
  queryClient: QueryClient
  SearchPalette: ComponentType<{ onClose: () => void }>
  loadPalette: () => Promise<unknown>
}

const root = createRootRouteWithContext<Context>()({
  component: PageRoot,
  errorComponent: ScreenFailed,
  notFoundComponent: lazyScreen(() => import('../page/not-found-screen.tsx'), 'NotFoundPage'),
})

const loginScreen = lazyScreen(() => import('../auth/login-screen.tsx'), 'LoginScreen')

const login = createRoute({
  getParentRoute: () => root,
  path: '/Login',
  validateSearch: readLoginSearch,
  component: loginScreen,
})

/** What everybody may open of a portal, signed in or not. */
const portal = createRoute({
  getParentRoute: () => root,
  path: '/$company',
  params: {
    parse: ({ company }) => (isPortalKey(company) ? { company: company.toLowerCase() } : false),
    stringify: ({ company }) => ({ company }),
  },
})

const openInStoredPortal = ({ pathname }: { pathname: string }) => {
  const address = inStoredPortal(pathname)
  throw address ? redirect({ href: address, replace: true }) : notFound()
}

// Doors from outside: opened by a key, with or without a sign-in.
const appointmentsAlone = createRoute({
  getParentRoute: () => root,
  path: '/appointments',
  beforeLoad: ({ location }) => openInStoredPortal(location),
})

const appointments = createRoute({
  getParentRoute: () => root,
  path: '/appointments/$company',
  params: {
    parse: ({ company }) => (isPortalKey(company) ? { company: company.toLowerCase() } : false),
    stringify: ({ company }) => ({ company }),
  },
})

// An address may leave the portal out: the one that was open here last is meant.
const appointmentElsewhere = createRoute({
  getParentRoute: () => root,
  path: '/appointments/$',
  beforeLoad: ({ location }) => openInStoredPortal(location),
})

const services = createRoute({
  getParentRoute: () => appointments,
  path: '/',
  component: lazyScreen(
    withTexts(() => import('../appointments/services-screen.tsx'), 'appointments'),
    'ServicesScreen',
  ),
})

const appointment = createRoute({
  getParentRoute: () => appointments,
  path: '/$eventkey',
  component: lazyScreen(
    withTexts(() => import('../appointments/appointment-screen.tsx'), 'appointments'),
    'AppointmentScreen',
  ),
})

const cancellation = createRoute({
  getParentRoute: () => appointments,
  path: '/cancellation/$eventkey',
  component: lazyScreen(
    withTexts(() => import('../appointments/cancellation-screen.tsx'), 'appointments'),
    'CancellationScreen',
  ),
})

const confirmation = createRoute({
  getParentRoute: () => appointments,
  path: '/confirmation/$confirmationkey',
  component: lazyScreen(
    withTexts(() => import('../appointments/confirmation-screen.tsx'), 'appointments'),
    'ConfirmationScreen',
  ),
})

const rescheduling = createRoute({
  getParentRoute: () => appointments,
  path: '/rescheduling/$eventkey',
  component: lazyScreen(
    withTexts(() => import('../appointments/rescheduling-screen.tsx'), 'appointments'),
    'ReschedulingScreen',
  ),
})

const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$company/$eventkey',
  params: {
    parse: ({ company, eventkey }) => (isPortalKey(company) ? { company: company.toLowerCase(), eventkey } : false),
    stringify: ({ company, eventkey }) => ({ company, eventkey }),
  },
  component: lazyScreen(
    withTexts(() => import('../appointments/task-screen.tsx'), 'appointments', 'tasks'),
    'TaskScreen',
  ),
})

const taskAlone = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$eventkey',
  component: lazyScreen(
    withTexts(() => import('../appointments/task-screen.tsx'), 'appointments', 'tasks'),
    'TaskWithoutPortalScreen',
  ),
})

const portalLogin = createRoute({
  getParentRoute: () => portal,
  path: '/Login',
  validateSearch: readLoginSearch,
  component: loginScreen,
})

const openPrivacy = createRoute({
  getParentRoute: () => portal,
  path: '/privacy',
  component: lazyScreen(() => import('../portals/privacy-screen.tsx'), 'OpenPrivacyScreen'),
})

const openContacts = createRoute({
  getParentRoute: () => portal,
  path: '/contacts',
  component: lazyScreen(() => import('../portals/contacts-screen.tsx'), 'OpenContactsScreen'),
})

// A document to accept: who has its key needs no sign-in.
const sign = createRoute({
  getParentRoute: () => portal,
  path: '/documents/$documentkey',
  component: lazyScreen(
    withTexts(() => import('../signing/sign-layout.tsx'), 'lists', 'signing'),
    'SignLayout',
  ),
})

const signRead = createRoute({
  getParentRoute: () => sign,
  path: '/',
  component: lazyScreen(() => import('../signing/read-screen.tsx'), 'ReadScreen'),
})

const signConfirm = createRoute({
  getParentRoute: () => sign,
  path: '/confirm',
  component: lazyScreen(() => import('../signing/confirm-screen.tsx'), 'ConfirmScreen'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyScreen(
    withTexts(() => import('../signing/verify-screen.tsx'), 'signing'),
    'VerifyScreen',
  ),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  validateSearch: ({ key }: Record<string, unknown>) => ({ key: typeof key === 'string' ? key : undefined }),
  component: lazyScreen(
    withTexts(() => import('../auth/confirm-screen.tsx'), 'access'),
    'ConfirmScreen',
  ),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  validateSearch: ({ key }: Record<string, unknown>) => ({ key: typeof key === 'string' ? key : undefined }),
  component: lazyScreen(
    withTexts(() => import('../auth/link-screen.tsx'), 'access'),
    'LinkScreen',
  ),
})

const notifications = createRoute({
  getParentRoute: () => portal,
  path: '/notifications/$key',
  component: lazyScreen(
    withTexts(() => import('../auth/notification-screen.tsx'), 'access'),
    'NotificationScreen',
  ),
})

const shell = createRoute({
  getParentRoute: () => root,
  path: '/$company/$contactid',
  params: {
    parse: ({ company, contactid }) =>
      isPortalKey(company) && isContactId(contactid)
        ? { company: company.toLowerCase(), contactid: Number(contactid) }
        : false,
    stringify: ({ company, contactid }) => ({ company, contactid: String(contactid) }),
  },
  beforeLoad: ({ context, params, location }) => enter(context.queryClient, params, location),
  component: Layout,
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async ({ context, params }) => {
    const { contact, queryClient } = context
    const first =
      firstSection(contact, false) ??
      ((await hasPublicFiles(queryClient, params.company)) ? firstSection(contact, true) : undefined)
    if (first) throw redirect({ to: first.to, params, replace: true })
  },
  component: lazyScreen(() => import('../portals/nothing-open-screen.tsx'), 'NothingOpenScreen'),
})

// Asked for while the screen's code is still on its way; the screen itself shows what comes of it.
const readTicketList = (
  { queryClient, contact }: Context & Entered,
  { company, contactid }: Here,
  scope: TicketScope,
  filter: TicketFilter,
) =>
  void queryClient.prefetchInfiniteQuery(
    ticketList({ company, contactid }, scope, ticketQuery(filter, contact.viewContactWiki)),
  )

// The same for the other sections, whose data comes with their screens: the start does not grow with them.
const ahead = <Row,>(queryClient: QueryClient, pages: Promise<ReturnType<typeof pageQuery<Row>>>) =>
  pages.then(list => queryClient.prefetchInfiniteQuery(list)).catch(() => undefined)

const tickets = createRoute({
  getParentRoute: () => shell,
  path: '/tickets',
  validateSearch: readTicketFilter,
  beforeLoad: need('manageTickets'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => readTicketList(context, params, 'mine', deps),
  errorComponent: ScreenFailed,
  component: MyTicketsScreen,
})

const newTicket = createRoute({
  getParentRoute: () => shell,
  path: '/tickets/new',
  validateSearch: readNewTicketSearch,
  beforeLoad: need('manageTickets'),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../tickets/new/new-ticket-screen.tsx'), 'files', 'editor', 'ticket'),
    'NewTicketScreen',
  ),
})

const ticket = createRoute({
  getParentRoute: () => shell,
  path: '/tickets/$ticketid',
  params: {
    parse: ({ ticketid }) => (isContactId(ticketid) ? { ticketid: Number(ticketid) } : false),
    stringify: ({ ticketid }) => ({ ticketid: String(ticketid) }),
  },
  beforeLoad: need('manageTickets'),
  loader: ({ context: { queryClient, contact }, params: { company, contactid, ticketid } }) => {
    const here = { company, contactid }
    void queryClient.prefetchQuery(readOneTicket(here, ticketid))
    if (contact.viewContactActivityReports)
      void import('../reports/data.ts')
        .then(data => queryClient.prefetchQuery(data.ticketReports(here, ticketid)))
        .catch(() => undefined)
  },
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../tickets/details/ticket-screen.tsx'), 'files', 'editor', 'ticket'),
    'TicketScreen',
  ),
})

const allTickets = createRoute({
  getParentRoute: () => shell,
  path: '/alltickets',
  validateSearch: readTicketFilter,
  beforeLoad: need('administrator'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => readTicketList(context, params, 'all', deps),
  errorComponent: ScreenFailed,
  component: AllTicketsScreen,
})

const activityContracts = createRoute({
  getParentRoute: () => shell,
  path: '/activitycontracts',
  validateSearch: readActivityContractSearch,
  beforeLoad: need('viewContactContracts'),
  loaderDeps: ({ search: { open: _open, file: _file, ...filters } }) => filters,
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../contracts/data.ts').then(data => data.activityContractList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../contracts/activity-contract-list-screen.tsx'), 'lists', 'contracts'),
    'ActivityContractListScreen',
  ),
})

const serviceContracts = createRoute({
  getParentRoute: () => shell,
  path: '/servicecontracts',
  validateSearch: readServiceContractSearch,
  beforeLoad: need('viewContactContracts'),
  loaderDeps: ({ search: { open: _open, file: _file, ...filters } }) => filters,
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../contracts/data.ts').then(data => data.serviceContractList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../contracts/service-contract-list-screen.tsx'), 'lists', 'contracts'),
    'ServiceContractListScreen',
  ),
})

const estimates = createRoute({
  getParentRoute: () => shell,
  path: '/estimates',
  validateSearch: readEstimateSearch,
  beforeLoad: need('viewEstimates'),
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../estimates/data.ts').then(data => data.estimateList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../estimates/estimate-list-screen.tsx'), 'lists', 'estimates'),
    'EstimateListScreen',
  ),
})

const invoices = createRoute({
  getParentRoute: () => shell,
  path: '/invoices',
  validateSearch: readInvoiceSearch,
  beforeLoad: need('viewContactInvoices'),
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../invoices/data.ts').then(data => data.invoiceList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../invoices/invoice-list-screen.tsx'), 'lists', 'invoices'),
    'InvoiceListScreen',
  ),
})

const subscriptions = createRoute({
  getParentRoute: () => shell,
  path: '/recurringAdvances',
  validateSearch: readSubscriptionSearch,
  beforeLoad: need('viewRecurringAdvances'),
  loaderDeps: ({ search: { q, sort } }) => ({ q, sort }),
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../subscriptions/data.ts').then(data => data.subscriptionList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../subscriptions/subscription-list-screen.tsx'), 'lists', 'subscriptions'),
    'SubscriptionListScreen',
  ),
})

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/activityreports',
  validateSearch: readReportSearch,
  beforeLoad: need('viewContactActivityReports'),
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient, contact }, params, deps }) =>
    void ahead(
      queryClient,
      import('../reports/data.ts').then(data => data.reportList(params, deps, contact.viewContactWiki)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../reports/report-list-screen.tsx'), 'lists', 'reports'),
    'ReportListScreen',
  ),
})

const wiki = createRoute({
  getParentRoute: () => shell,
  path: '/wiki',
  validateSearch: readWikiSearch,
  beforeLoad: need('viewContactWiki'),
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: ({ context: { queryClient }, params, deps }) =>
    void queryClient.prefetchInfiniteQuery(wikiList(params, deps)),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../wiki/wiki-screen.tsx'), 'lists', 'wiki'),
    'WikiScreen',
  ),
})

const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  validateSearch: readDocumentSearch,
  beforeLoad: need('viewContactDocuments'),
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient }, params, deps }) =>
    void ahead(
      queryClient,
      import('../documents/data.ts').then(data => data.documentList(params, deps)),
    ),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../documents/document-list-screen.tsx'), 'lists', 'files', 'documents'),
    'DocumentListScreen',
  ),
})

const publicfiles = createRoute({
  getParentRoute: () => shell,
  path: '/publicfiles',
  validateSearch: readPublicFileSearch,
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchInfiniteQuery(publicFiles(params.company)),
  errorComponent: ScreenFailed,
  component: lazyScreen(
    withTexts(() => import('../public-files/public-file-list-screen.tsx'), 'lists', 'publicFiles'),
    'PublicFileListScreen',
  ),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyScreen(
    withTexts(() => import('../auth/account-screen.tsx'), 'access'),
    'AccountScreen',
  ),
})

const privacy = createRoute({
  getParentRoute: () => shell,
  path: '/privacy',
  component: lazyScreen(() => import('../portals/privacy-screen.tsx'), 'PrivacyScreen'),
})

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  component: lazyScreen(() => import('../portals/contacts-screen.tsx'), 'ContactsScreen'),
})

const unknownInShell = createRoute({
  getParentRoute: () => shell,
  path: '/$',
  component: lazyScreen(() => import('../page/not-found-screen.tsx'), 'NotFoundScreen'),
})

// Addresses that lack a portal or a contact: made whole (spec 4), or not found.
const incompleteOptions = {
  beforeLoad: async ({ context, location }: { context: Context; location: ParsedLocation }) => {
    if (!(await complete(context.queryClient, location))) throw notFound()
  },
  component: lazyScreen(() => import('../portals/no-contact-screen.tsx'), 'NoContactScreen'),
}
const incomplete = createRoute({ getParentRoute: () => root, path: '/$', ...incompleteOptions })
const portalAlone = createRoute({ getParentRoute: () => portal, path: '/', ...incompleteOptions })

const routeTree = root.addChildren([
  login,
  confirm,
  link,
  verify,
  portal.addChildren([
    portalAlone,
    portalLogin,
    notifications,
    openPrivacy,
    openContacts,
    sign.addChildren([signRead, signConfirm]),
  ]),
  appointmentsAlone,
  appointmentElsewhere,
  appointments.addChildren([services, appointment, cancellation, confirmation, rescheduling]),
  task,
  taskAlone,
  shell.addChildren([
    ...[dashboard, tickets, newTicket, ticket, allTickets, account, privacy, contacts, unknownInShell],
    activityContracts,
    serviceContracts,
    estimates,
    invoices,
    documents,
    publicfiles,
    subscriptions,
    reports,
    wiki,
  ]),
  incomplete,
])

// The header opens it over whatever screen is shown.
const loadPalette = withTexts(() => import('./palette/search-palette.tsx'), 'ticket')
const SearchPalette = lazy(async () => ({ default: (await loadPart(loadPalette)).SearchPalette }))

/** Every URL of the product. Static segments match whatever their case (decisions 2). */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient, SearchPalette, loadPalette },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
