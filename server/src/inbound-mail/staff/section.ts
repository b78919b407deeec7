import * as mail from '@portico/contract/staff/mail'
import * as grants from '@portico/contract/staff/mail-grants'
import type { Section } from '../../sections/definition/section.ts'
import { mailGrantRoutes } from './grant-routes.ts'
import { staffMailboxRoutes } from './mailbox-routes.ts'
import { staffMailRoutes } from './routes.ts'

/** What the staff do with mail that came in, and with the mailboxes that it comes from. */
export const staffMail: Section = {
  name: 'inbound-mail/staff',
  contract: { ...mail, ...grants },
  routes: app => {
    staffMailRoutes(app)
    staffMailboxRoutes(app)
    mailGrantRoutes(app)
  },
}
