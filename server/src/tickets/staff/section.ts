import * as contract from '@portico/contract/staff-tickets'
import type { Section } from '../../sections/definition/section.ts'
import { staffDraftRoutes } from './draft-routes.ts'
import { releaseJob } from './held-answers.ts'
import { staffMessageRoutes } from './message-routes.ts'
import { staffTicketRoutes } from './routes.ts'

/** What the staff do with tickets. */
export const staffTickets: Section = {
  name: 'tickets/staff',
  contract,
  routes: app => {
    staffTicketRoutes(app)
    staffMessageRoutes(app)
    staffDraftRoutes(app)
  },
  jobs: deps => [releaseJob(deps)],
}
