import * as contract from '@portico/contract/events'
import * as feed from '@portico/contract/operator/feed'
import * as staffEvents from '@portico/contract/staff/events'
import type { Section } from '../sections/definition/section.ts'
import { feedRoutes } from './feed-routes.ts'
import { openEventHub } from './hub.ts'
import { openPresence } from './presence.ts'
import { deleteEventsBefore, heldBackSeconds } from './queries.ts'
import { eventRoutes } from './routes.ts'
import { staffEventRoutes } from './staff-routes.ts'

/** Retention of the event feed in milliseconds; a reader that was away longer has to read all data again. */
const EVENT_RETENTION = 90 * 24 * 3_600_000

export const events: Section = {
  name: 'events',
  contract: { ...contract, ...feed, ...staffEvents },
  routes: app => {
    const hub = openEventHub(app.deps)
    const presence = openPresence(app.deps)
    // Open streams would delay the shutdown of the server.
    app.http.addHook('preClose', async () => {
      hub.close()
      await presence.close()
    })
    eventRoutes(app, hub)
    staffEventRoutes(app, hub, presence)
    feedRoutes(app)
  },
  metrics: ({ database }) => [
    {
      name: 'portico_events_held_back_seconds',
      help: 'For how long an open transaction has held back live events, feed and webhooks',
      count: async () => ({ open: await heldBackSeconds(database) }),
    },
  ],
  cleanup: async ({ database, ago }) => {
    await deleteEventsBefore(database, ago(EVENT_RETENTION))
  },
}
