import * as contract from '@portico/contract/subscriptions'
import type { Section } from '../sections/definition/section.ts'
import { subscriptionRecord } from './record.ts'
import { subscriptionRoutes } from './routes.ts'

export const subscriptions: Section = {
  name: 'subscriptions',
  contract,
  routes: subscriptionRoutes,
  records: [subscriptionRecord],
}
