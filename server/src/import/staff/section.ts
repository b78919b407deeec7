import * as imports from '@portico/contract/staff/imports'
import { importKeptDays } from '@portico/contract/staff/imports'
import type { Section } from '../../sections/definition/section.ts'
import { staffImportRoutes } from './routes.ts'
import { importRunJob } from './run-job.ts'
import { deleteOldRuns } from './run-queries.ts'

const DAY = 24 * 3_600_000

/** The imports that the staff make in the browser. */
export const staffImports: Section = {
  name: 'import/staff',
  contract: imports,
  routes: app => staffImportRoutes(app),
  jobs: deps => [importRunJob(deps)],
  cleanup: async ({ database, storage, ago }) => {
    const keys = await deleteOldRuns(database, ago(importKeptDays * DAY))
    if (keys.length > 0) await storage.remove(keys)
    return keys.length
  },
}
