import type { Section } from '../sections/definition/section.ts'
import { countDeliveries, deleteDeliveriesBefore } from './delivery-queries.ts'
import * as endpoints from './endpoints.ts'
import { webhookRoutes } from './routes.ts'

const DAY = 24 * 3_600_000
/** How long a delivery can be looked up once it arrived; a parked one as long as the event feed is kept. */
const DELIVERED_KEPT = 7 * DAY
const PARKED_KEPT = 90 * DAY

export const webhooks: Section = {
  name: 'webhooks',
  routes: webhookRoutes,
  operatorEndpoints: Object.values(endpoints),
  cleanup: async ({ database, ago }) => {
    await deleteDeliveriesBefore(database, ago(DELIVERED_KEPT), ago(PARKED_KEPT))
  },
  metrics: ({ database }) => [
    {
      name: 'portico_webhook_deliveries',
      help: 'Deliveries of webhooks that wait, and that were parked after a day',
      count: () => countDeliveries(database),
    },
  ],
}
