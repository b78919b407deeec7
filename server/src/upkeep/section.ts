import * as contract from '@portico/contract/staff/installation'
import type { Section } from '../sections/definition/section.ts'
import { upkeepRoutes } from './routes.ts'

/** What the operators of the installation look after in the staff room: health, backups, companies, failed jobs. */
export const upkeep: Section = { name: 'upkeep', contract, routes: (app, { seal }) => upkeepRoutes(app, seal) }
