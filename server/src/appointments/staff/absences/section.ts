import * as contract from '@portico/contract/staff/planning/absences'
import type { Section } from '../../../sections/definition/section.ts'
import { absenceRoutes } from './routes.ts'

/** When the staff are away. */
export const staffAbsences: Section = { name: 'appointments/staff/absences', contract, routes: absenceRoutes }
