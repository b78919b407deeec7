import * as contract from '@portico/contract/staff/second-factor'
import type { Section } from '../../sections/definition/section.ts'
import { staffSecondFactorRoutes } from './routes.ts'

/** Registers the second factor of the staff. */
export const staffSecondFactor: Section = {
  name: 'staff-second-factor',
  contract,
  routes: staffSecondFactorRoutes,
}
