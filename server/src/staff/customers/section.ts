import * as customers from '@portico/contract/staff/customers/customers'
import type { Section } from '../../sections/definition/section.ts'
import { deleteInvitationMails } from './customer-queries.ts'
import { peopleRoutes } from './people-routes.ts'
import { customerRoutes } from './routes.ts'

const DAY = 24 * 3_600_000

/** What the staff do with customers and their people. */
export const staffCustomers: Section = {
  name: 'staff/customers',
  contract: customers,
  routes: (app, { seal }) => {
    customerRoutes(app, seal)
    peopleRoutes(app, seal)
  },
  cleanup: async ({ database, ago }) => {
    await deleteInvitationMails(database, ago(DAY))
    return undefined
  },
}
