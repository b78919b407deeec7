import * as settings from '@portico/contract/staff/portal-settings'
import * as portals from '@portico/contract/staff/portals'
import type { Section } from '../../sections/definition/section.ts'
import { staffPortalRoutes } from './routes.ts'
import { portalSettingRoutes } from './setting-routes.ts'
import { deleteTrials } from './trial-queries.ts'

const HOUR = 3_600_000

/** What administrators do with the portals of their company. */
export const staffPortals: Section = {
  name: 'portals/staff',
  contract: Object.assign({}, portals, settings),
  routes: (app, { seal }) => {
    staffPortalRoutes(app, { seal })
    portalSettingRoutes(app, { seal })
  },
  cleanup: async ({ database, ago }) => {
    await deleteTrials(database, ago(HOUR))
    return undefined
  },
}
