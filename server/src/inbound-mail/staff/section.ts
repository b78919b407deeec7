import * as mail from '@portico/contract/staff/mail'
import type { Section } from '../../sections/definition/section.ts'
import { staffMailboxRoutes } from './mailbox-routes.ts'
import { staffMailRoutes } from './routes.ts'

/** What the staff do with mail that came in, and with the mailboxes that it comes from. */
export const staffMail: Section = {
  name: 'inbound-mail/staff',
  contract: mail,
  routes: app => {
    staffMailRoutes(app)
    staffMailboxRoutes(app)
  },
}
