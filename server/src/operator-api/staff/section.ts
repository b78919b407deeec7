import * as apiKeys from '@portico/contract/staff/api-keys'
import type { Section } from '../../sections/definition/section.ts'
import { staffApiKeyRoutes } from './routes.ts'

/** The API keys of a company, for its administrators. */
export const staffApiKeys: Section = {
  name: 'operator-api/staff',
  contract: apiKeys,
  routes: staffApiKeyRoutes,
}
