import * as actions from '@portico/contract/staff/ticket-actions'
import type { Section } from '../../../sections/definition/section.ts'
import { staffActionRoutes } from './action-routes.ts'

/** What the staff do with several tickets, or see of more than one. */
export const severalTickets: Section = {
  name: 'tickets/staff/several',
  contract: actions,
  routes: staffActionRoutes,
}
