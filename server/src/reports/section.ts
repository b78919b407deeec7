import * as contract from '@portico/contract/reports'
import type { Section } from '../sections/definition/section.ts'
import { reportRecord } from './record.ts'
import { reportRoutes } from './routes.ts'

export const reports: Section = {
  name: 'reports',
  contract,
  routes: reportRoutes,
  records: [reportRecord],
}
