import * as contract from '@portico/contract/staff/customers/merge'
import type { Section } from '../../sections/definition/section.ts'
import { customerMergeRoutes } from './merge-routes.ts'

/** How customers end: archived, or merged into another one. */
export const staffCustomerMerge: Section = { name: 'customers/staff/merge', contract, routes: customerMergeRoutes }
