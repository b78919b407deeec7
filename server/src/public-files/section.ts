import * as contract from '@portico/contract/public-files'
import type { Section } from '../sections/definition/section.ts'
import { publicFileRecord } from './record.ts'
import { publicFileRoutes } from './routes.ts'

export const publicFiles: Section = {
  name: 'public-files',
  contract,
  routes: publicFileRoutes,
  records: [publicFileRecord],
}
