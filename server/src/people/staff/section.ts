import * as contract from '@portico/contract/staff/customers/sign-in-rule'
import type { Section } from '../../sections/definition/section.ts'
import { staffPeopleRoutes } from './routes.ts'

/** How the people of a customer have to sign in, for the office. */
export const staffPeople: Section = { name: 'people/staff', contract, routes: staffPeopleRoutes }
