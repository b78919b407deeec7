import * as contract from '@portico/contract/staff/sign-in/passkeys'
import type { Section } from '../../sections/definition/section.ts'
import { staffPasskeyRoutes } from './routes.ts'

/** Registers the passkeys of the staff. */
export const staffPasskeys: Section = {
  name: 'staff-passkeys',
  contract,
  routes: staffPasskeyRoutes,
}
