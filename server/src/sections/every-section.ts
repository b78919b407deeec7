import { appointments } from '../appointments/section.ts'
import { auth } from '../auth/section.ts'
import { contracts } from '../contracts/section.ts'
import { documents } from '../documents/section.ts'
import { estimates } from '../estimates/section.ts'
import { events } from '../events/section.ts'
import { files } from '../files/section.ts'
import { invoices } from '../invoices/section.ts'
import { notedTime } from '../noted-time/section.ts'
import { notifications } from '../notifications/section.ts'
import { people } from '../people/section.ts'
import { portals } from '../portals/section.ts'
import { publicFiles } from '../public-files/section.ts'
import { published } from '../published/section.ts'
import { reports } from '../reports/section.ts'
import { securityLog } from '../security-log/section.ts'
import { signing } from '../signing/section.ts'
import { subscriptions } from '../subscriptions/section.ts'
import { tickets } from '../tickets/section.ts'
import { webhooks } from '../webhooks/section.ts'
import { wiki } from '../wiki/section.ts'
import { workingHours } from '../working-hours/section.ts'
import type { Section } from './definition/section.ts'

/** Every section. A section comes after those whose records its own refer to. */
export const everySection: readonly Section[] = [
  portals,
  auth,
  workingHours,
  wiki,
  tickets,
  appointments,
  contracts,
  notedTime,
  documents,
  publicFiles,
  invoices,
  estimates,
  reports,
  subscriptions,
  signing,
  published,
  notifications,
  people,
  events,
  securityLog,
  webhooks,
  files,
]
