import * as contract from '@portico/contract/staff/planning/bookable'
import type { Section } from '../../../sections/definition/section.ts'
import { serviceRoutes } from './routes.ts'

/** What administrators set up of bookable services. */
export const staffBookable: Section = {
  name: 'appointments/staff/bookable',
  contract,
  routes: (app, { seal }) => serviceRoutes(app, { seal }),
}
