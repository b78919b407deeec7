import * as contract from '@portico/contract/staff/records/subscriptions'
import type { Section } from '../../sections/definition/section.ts'
import { staffSubscriptionRoutes } from './routes.ts'

/** What the office does with the subscriptions of customers. */
export const staffSubscriptions: Section = {
  name: 'subscriptions/staff',
  contract,
  routes: staffSubscriptionRoutes,
}
