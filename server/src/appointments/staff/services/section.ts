import * as contract from '@portico/contract/staff/planning/services'
import type { Section } from '../../../sections/definition/section.ts'
import { serviceRoutes } from './routes.ts'

/** What administrators set up of bookable services. */
export const staffServices: Section = {
  name: 'appointments/staff/services',
  contract,
  routes: (app, { seal }) => serviceRoutes(app, { seal }),
}
