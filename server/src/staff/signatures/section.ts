import * as contract from '@portico/contract/staff/signatures'
import type { Section } from '../../sections/definition/section.ts'
import { signatureRoutes } from './routes.ts'

/** Documents that customers are to sign. */
export const staffSignatures: Section = { name: 'staff/signatures', contract, routes: signatureRoutes }
