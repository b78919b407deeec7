import * as storage from '@portico/contract/staff/storage'
import type { Section } from '../../sections/definition/section.ts'
import { staffStorageRoutes } from './routes.ts'

/** What the files of a company take, for its administrators. */
export const staffStorage: Section = { name: 'files/staff', contract: storage, routes: staffStorageRoutes }
