import * as contract from '@portico/contract/staff/demo'
import type { Section } from '../sections/definition/section.ts'
import { demoRoutes } from './routes.ts'

/** Registers the way out of the demo. */
export const demo: Section = { name: 'demo', contract, routes: (app, { seal }) => demoRoutes(app, seal) }
