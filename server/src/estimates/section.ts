import * as contract from '@portico/contract/estimates'
import type { Section } from '../sections/definition/section.ts'
import { estimateRecord } from './record.ts'
import { estimateRoutes } from './routes.ts'

export const estimates: Section = {
  name: 'estimates',
  contract,
  routes: estimateRoutes,
  records: [estimateRecord],
}
