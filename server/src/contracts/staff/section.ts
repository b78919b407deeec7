import * as contract from '@portico/contract/staff/records/contracts'
import type { Section } from '../../sections/definition/section.ts'
import { staffContractRoutes } from './routes.ts'

/** What the staff do with the contracts of customers. */
export const staffContracts: Section = {
  name: 'contracts/staff',
  contract,
  routes: staffContractRoutes,
}
