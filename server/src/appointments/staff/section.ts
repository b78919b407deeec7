import * as contract from '@portico/contract/staff/planning/visits'
import type { Section } from '../../sections/definition/section.ts'
import { staffVisitRoutes } from './routes.ts'

/** The board on which the staff plan visits. */
export const staffVisits: Section = { name: 'appointments/staff', contract, routes: staffVisitRoutes }
