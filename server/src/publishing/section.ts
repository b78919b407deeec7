import * as contract from '@portico/contract/staff/publishing'
import { publishKeptDays } from '@portico/contract/staff/publishing'
import type { Section } from '../sections/definition/section.ts'
import { noticeJob } from './notices.ts'
import { deleteOldItems, deleteUnheldFiles } from './queries.ts'
import { publishingRoutes } from './routes.ts'

const HOUR = 3_600_000
/** Longer than a row can be taken back, and than its mails take after a night without the server. */
const PUBLISHED_KEPT = 24 * HOUR

/** Where the staff send files to be published. */
export const publishing: Section = {
  name: 'publishing',
  contract,
  routes: (app, { seal }) => publishingRoutes(app, seal),
  jobs: deps => [noticeJob(deps)],
  cleanup: async ({ database, storage, ago }) => {
    await deleteOldItems(database, {
      waitingBefore: ago(publishKeptDays * 24 * HOUR),
      publishedBefore: ago(PUBLISHED_KEPT),
    })
    const keys = await deleteUnheldFiles(database, ago(HOUR))
    if (keys.length > 0) await storage.remove(keys)
    return keys.length
  },
}
