import * as contract from '@portico/contract/staff/portals'
import type { Section } from '../../sections/definition/section.ts'
import { staffPortalRoutes } from './routes.ts'

/** What administrators do with the portals of their company. */
export const staffPortals: Section = {
  name: 'portals/staff',
  contract,
  routes: (app, { seal }) => staffPortalRoutes(app, { seal }),
}
