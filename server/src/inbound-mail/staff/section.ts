import * as mail from '@portico/contract/staff/mail'
import type { Section } from '../../sections/definition/section.ts'
import { deleteOldGrants } from '../oauth/grant-queries.ts'
import { mailGrantRoutes } from './grant-routes.ts'
import { staffMailboxRoutes } from './mailbox-routes.ts'
import { staffMailRoutes } from './routes.ts'

const DAY = 24 * 3_600_000

/** What the staff do with mail that came in, and with the mailboxes that it comes from. */
export const staffMail: Section = {
  name: 'inbound-mail/staff',
  contract: mail,
  routes: app => {
    staffMailRoutes(app)
    staffMailboxRoutes(app)
    mailGrantRoutes(app)
  },
  cleanup: async ({ database, ago }) => {
    await deleteOldGrants(database, ago(DAY))
    return undefined
  },
}
