import * as contract from '@portico/contract/staff/published'
import type { Section } from '../../sections/definition/section.ts'
import { publishedRoutes } from './routes.ts'
import { deleteStaffUploads, UPLOAD_LIFETIME } from './upload-queries.ts'

/** What becomes of files after their publication. */
export const staffPublished: Section = {
  name: 'staff/published',
  contract,
  routes: publishedRoutes,
  cleanup: async ({ database, storage, ago }) => {
    const keys = await deleteStaffUploads(database, ago(UPLOAD_LIFETIME))
    if (keys.length > 0) await storage.remove(keys)
    return keys.length
  },
}
