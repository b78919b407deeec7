import * as contract from '@portico/contract/staff/planning/day'
import type { Section } from '../../../sections/definition/section.ts'
import { dayRoutes } from './routes.ts'

/** The day of one member of the staff. */
export const staffDay: Section = { name: 'appointments/staff/day', contract, routes: dayRoutes }
