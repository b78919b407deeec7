import * as webhooks from '@portico/contract/staff/webhooks'
import type { Section } from '../../sections/definition/section.ts'
import { staffWebhookRoutes } from './routes.ts'

/** The webhooks of a company, for its administrators. */
export const staffWebhooks: Section = { name: 'webhooks/staff', contract: webhooks, routes: staffWebhookRoutes }
