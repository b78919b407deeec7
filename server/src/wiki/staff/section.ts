import * as contract from '@portico/contract/staff/records/assets'
import type { Section } from '../../sections/definition/section.ts'
import { staffAssetRoutes } from './routes.ts'
import { assetTemplateRoutes } from './template-routes.ts'

/** What the staff do with the assets of customers, and with their templates. */
export const staffAssets: Section = {
  name: 'wiki/staff',
  contract,
  routes: (app, { seal }) => {
    staffAssetRoutes(app, { seal })
    assetTemplateRoutes(app)
  },
}
