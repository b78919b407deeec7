import * as contract from '@portico/contract/security-log'
import type { Section } from '../sections/definition/section.ts'
import { trimSecurityEvents } from './queries.ts'
import { securityLogRoutes } from './routes.ts'

/** Retention of the security log in milliseconds, and the largest number of refused attempts: about 300 MB during a long attack. */
const SECURITY_EVENTS_KEPT = 366 * 24 * 3_600_000
const REFUSALS_KEPT = 1_000_000

export const securityLog: Section = {
  name: 'security-log',
  routes: securityLogRoutes,
  contract,
  cleanup: async ({ database, ago }) => {
    await trimSecurityEvents(database, ago(SECURITY_EVENTS_KEPT), REFUSALS_KEPT)
  },
}
