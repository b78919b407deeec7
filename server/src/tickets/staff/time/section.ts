import * as contract from '@portico/contract/staff/planning/time'
import type { Section } from '../../../sections/definition/section.ts'
import { timeRoutes } from './routes.ts'

/** What the staff read of the time that they noted. */
export const staffTime: Section = { name: 'tickets/staff/time', contract, routes: timeRoutes }
