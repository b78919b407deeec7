import * as contract from '@portico/contract/operator/mail'
import type { Section } from '../sections/definition/section.ts'
import { forgetContents, mailCounts } from './received-queries.ts'
import { inboundMailRoutes } from './routes.ts'
import { sortMailJob } from './sort-mail.ts'

/** Mail that comes in, by whichever way. It stands above the sections, because it writes what customers and staff write. */
export const inboundMail: Section = {
  name: 'inbound-mail',
  contract,
  routes: inboundMailRoutes,
  jobs: deps => [sortMailJob(deps)],
  cleanup: async ({ database, storage, clock, log }) => {
    let removed = 0
    for (
      let keys = await forgetContents(database, clock());
      keys.length > 0;
      keys = await forgetContents(database, clock())
    ) {
      await storage.remove(keys)
      removed += keys.length
    }
    if (removed > 0) log.info({ mails: removed }, 'received mails whose time was over are deleted')
    return undefined
  },
  metrics: ({ database }) => [
    {
      name: 'portico_received_mails',
      help: 'Received mails that wait to be sorted, and those that wait for the staff',
      count: () => mailCounts(database),
    },
  ],
}
