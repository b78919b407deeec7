import * as workingHoursContract from '@portico/contract/staff/working-hours'
import type { Section } from '../sections/definition/section.ts'
import { workingCalendar } from './record.ts'
import { workingHoursRoutes } from './routes.ts'

/** When a company works, which says when its tickets are due. */
export const workingHours: Section = {
  name: 'working-hours',
  contract: workingHoursContract,
  routes: workingHoursRoutes,
  records: [workingCalendar],
}
