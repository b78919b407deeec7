import * as contract from '@portico/contract/portals'
import type { Section } from '../sections/definition/section.ts'
import { portalRecords } from './record.ts'
import { portalRoutes } from './routes.ts'

export const portals: Section = {
  name: 'portals',
  contract,
  routes: portalRoutes,
  records: portalRecords,
}
