import * as contract from '@portico/contract/staff/users'
import type { Section } from '../../sections/definition/section.ts'
import { staffUserRoutes } from './routes.ts'

/** Registers the employees, with and without an account. */
export const staffUsers: Section = {
  name: 'staff-users',
  contract,
  routes: (app, { seal }) => staffUserRoutes(app, { seal }),
}
