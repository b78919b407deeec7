import * as contract from '@portico/contract/documents'
import type { Section } from '../sections/definition/section.ts'
import { documentRecord } from './record.ts'
import { documentRoutes } from './routes.ts'

export const documents: Section = {
  name: 'documents',
  contract,
  routes: documentRoutes,
  records: [documentRecord],
}
