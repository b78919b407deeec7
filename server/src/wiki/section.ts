import * as contract from '@portico/contract/wiki'
import type { Section } from '../sections/definition/section.ts'
import { wikiRecords } from './record.ts'
import { wikiRoutes } from './routes.ts'
import { assetTemplate } from './template-record.ts'

export const wiki: Section = {
  name: 'wiki',
  contract,
  routes: wikiRoutes,
  records: [...wikiRecords, assetTemplate],
}
