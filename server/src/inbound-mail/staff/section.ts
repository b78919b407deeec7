import * as mail from '@portico/contract/staff/mail'
import type { Section } from '../../sections/definition/section.ts'
import { staffMailRoutes } from './routes.ts'

/** What the staff do with mail that came in. */
export const staffMail: Section = { name: 'inbound-mail/staff', contract: mail, routes: staffMailRoutes }
