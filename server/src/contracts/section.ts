import * as contract from '@portico/contract/contracts'
import type { Section } from '../sections/definition/section.ts'
import { contractRecords } from './record.ts'
import { contractRoutes } from './routes.ts'

export const contracts: Section = {
  name: 'contracts',
  contract,
  routes: contractRoutes,
  records: contractRecords,
}
