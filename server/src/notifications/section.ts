import * as contract from '@portico/contract/notifications'
import type { Section } from '../sections/definition/section.ts'
import { notificationRoutes } from './routes.ts'

export const notifications: Section = {
  name: 'notifications',
  contract,
  routes: notificationRoutes,
}
