import * as contract from '@portico/contract/operator/webhooks'
import type { Section } from '../sections/definition/section.ts'
import { countDeliveries, deleteDeliveriesBefore } from './delivery-queries.ts'
import { webhookRoutes } from './routes.ts'

const DAY = 24 * 3_600_000
/** Retention of deliveries in milliseconds; parked ones are kept as long as the event feed. */
const DELIVERED_RETENTION = 7 * DAY
const PARKED_RETENTION = 90 * DAY

export const webhooks: Section = {
  name: 'webhooks',
  routes: webhookRoutes,
  contract,
  cleanup: async ({ database, ago }) => {
    await deleteDeliveriesBefore(database, ago(DELIVERED_RETENTION), ago(PARKED_RETENTION))
  },
  metrics: ({ database }) => [
    {
      name: 'portico_webhook_deliveries',
      help: 'Deliveries of webhooks that wait, and that were parked after a day',
      count: () => countDeliveries(database),
    },
  ],
}
