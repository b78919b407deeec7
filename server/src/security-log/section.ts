import * as contract from '@portico/contract/security-log'
import type { Section } from '../sections/definition/section.ts'
import { trimSecurityEvents } from './queries.ts'
import { securityLogRoutes } from './routes.ts'
import { staffSecurityLogRoutes } from './staff-routes.ts'

const MONTH = 30.5 * 24 * 3_600_000
/** The largest number of refused attempts that is kept: about 300 MB during a long attack. */
const REFUSALS_KEPT = 1_000_000

export const securityLog: Section = {
  name: 'security-log',
  routes: app => {
    securityLogRoutes(app)
    staffSecurityLogRoutes(app)
  },
  contract,
  cleanup: async ({ database, ago, securityLogMonths }) => {
    await trimSecurityEvents(database, ago(securityLogMonths * MONTH), REFUSALS_KEPT)
  },
}
