import * as contract from '@portico/contract/signing'
import type { Section } from '../sections/definition/section.ts'
import { raiseSealJob } from './raise-job.ts'
import { signingRecord } from './record.ts'
import { signingRoutes } from './routes.ts'
import { countToRaise, releaseSuperseded } from './seal-queries.ts'
import { verifyRoutes } from './verify-routes.ts'

/** How long a sealed file is kept after a later one replaced it: longer than mails with it are retried. */
const SUPERSEDED_KEPT = 8 * 24 * 3_600_000

export const signing: Section = {
  name: 'signing',
  contract,
  routes: (app, { seal }) => {
    signingRoutes(app, seal)
    verifyRoutes(app, seal)
  },
  records: [signingRecord],
  jobs: deps => [raiseSealJob(deps)],
  cleanup: async ({ database, ago }) => {
    await releaseSuperseded(database, ago(SUPERSEDED_KEPT))
  },
  metrics: ({ database }) => [
    {
      name: 'portico_seals_to_raise',
      help: 'Signed documents whose seal has not the level yet that it is to have, by the level that it has',
      count: () => countToRaise(database),
    },
  ],
}
