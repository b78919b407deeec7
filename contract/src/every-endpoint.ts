import * as appointments from './appointments.ts'
import * as auth from './auth.ts'
import * as contracts from './contracts.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as estimates from './estimates.ts'
import * as events from './events.ts'
import * as files from './files.ts'
import * as invoices from './invoices.ts'
import * as notifications from './notifications.ts'
import * as portals from './portals.ts'
import * as publicFiles from './public-files.ts'
import * as reports from './reports.ts'
import * as signing from './signing.ts'
import * as subscriptions from './subscriptions.ts'
import * as tickets from './tickets.ts'
import * as wiki from './wiki.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const sections = [
  appointments,
  auth,
  notifications,
  portals,
  tickets,
  contracts,
  wiki,
  estimates,
  invoices,
  subscriptions,
  reports,
  documents,
  publicFiles,
  signing,
  events,
  files,
]

/** Every endpoint of the API, found by itself: the OpenAPI document, the access matrix and the server's own check read it. */
export const everyEndpoint: Endpoint[] = sections.flatMap(section => Object.values(section).filter(isEndpoint))
