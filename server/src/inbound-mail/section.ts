import * as contract from '@portico/contract/operator/mail'
import type { Section } from '../sections/definition/section.ts'
import { forgetContents, mailCounts } from './received-queries.ts'
import { inboundMailRoutes } from './routes.ts'
import { forgetPictures } from './signature-pictures.ts'
import { sortMailJob } from './sort-mail.ts'

/** Mail that comes in, by whichever way. It stands above the sections, because it writes what customers and staff write. */
export const inboundMail: Section = {
  name: 'inbound-mail',
  contract,
  routes: inboundMailRoutes,
  jobs: deps => [sortMailJob(deps)],
  cleanup: async ({ database, storage, clock, security }) => {
    await forgetPictures(database, clock())
    for (;;) {
      const mails = await forgetContents(database, clock())
      if (mails.length === 0) return undefined
      await storage.remove(mails.map(({ storageKey }) => storageKey))
      for (const serviceCompanyId of new Set(mails.map(mail => mail.serviceCompanyId))) {
        const count = mails.filter(mail => mail.serviceCompanyId === serviceCompanyId).length
        security.record({ what: 'mail.deleted', result: 'ok', serviceCompanyId, count })
      }
    }
  },
  metrics: ({ database }) => [
    {
      name: 'portico_received_mails',
      help: 'Received mails that wait to be sorted, and those that wait for the staff',
      count: () => mailCounts(database),
    },
  ],
}
