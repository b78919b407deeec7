import * as contract from '@portico/contract/staff/published'
import type { Section } from '../../sections/definition/section.ts'
import { publishedRoutes } from './routes.ts'

/** What becomes of files after their publication. */
export const staffPublished: Section = { name: 'staff/published', contract, routes: publishedRoutes }
