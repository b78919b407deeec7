import * as contract from '@portico/contract/operator/records'
import { recordTypes } from '../records/registry.ts'
import type { Section } from '../sections/definition/section.ts'
import { deleteImportJobs, importJob } from './import-jobs.ts'
import { recordCalls } from './record-routes.ts'
import { operatorRoutes } from './routes.ts'
import { sweepOperatorUploads } from './uploads.ts'

const DAY = 24 * 3_600_000
/** How long the result of an import can be read. */
const IMPORTS_KEPT = 30 * DAY

/** Registers the operator API like a section, but it depends on the sections: its endpoints are derived from the record types of all. */
export const operatorApi: Section = {
  name: 'operator-api',
  routes: (app, { seal }) => operatorRoutes(app, seal),
  contract,
  endpoints: recordTypes.flatMap(recordType => Object.values(recordCalls(recordType))),
  jobs: deps => [importJob(deps)],
  cleanup: async ({ database, storage, ago }) => {
    await storage.remove(await deleteImportJobs(database, ago(IMPORTS_KEPT)))
    return sweepOperatorUploads(database, storage, ago(DAY))
  },
}
