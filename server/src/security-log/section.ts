import type { Section } from '../sections/definition/section.ts'
import { listSecurityEvents } from './endpoints.ts'
import { trimSecurityEvents } from './queries.ts'
import { securityLogRoutes } from './routes.ts'

/** How long the security log is kept, and how many refusals at most: some 300 MB, should somebody try without end. */
const SECURITY_EVENTS_KEPT = 366 * 24 * 3_600_000
const REFUSALS_KEPT = 1_000_000

export const securityLog: Section = {
  name: 'security-log',
  routes: securityLogRoutes,
  operatorEndpoints: [listSecurityEvents],
  cleanup: async ({ database, ago }) => {
    await trimSecurityEvents(database, ago(SECURITY_EVENTS_KEPT), REFUSALS_KEPT)
  },
}
