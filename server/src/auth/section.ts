import * as authContract from '@portico/contract/auth'
import * as signInLinks from '@portico/contract/sign-in/links'
import * as signInNotices from '@portico/contract/sign-in/notices'
import * as passkeys from '@portico/contract/sign-in/passkeys'
import * as secondFactor from '@portico/contract/sign-in/second-factor'
import { sql } from '../kernel/database/db.ts'
import type { Section } from '../sections/definition/section.ts'
import { deleteConfirmationsBefore } from './confirmation-queries.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { recoveryJob } from './confirmations.ts'
import { deleteLinksBefore } from './link-queries.ts'
import { linkRoutes } from './link-routes.ts'
import { noticeJob } from './notices.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { deleteChallengesBefore } from './passkeys/challenge-queries.ts'
import { deleteSignInNoticesBefore } from './places/sign-in-notice-queries.ts'
import { peopleRecords } from './record.ts'
import { authRoutes } from './routes.ts'
import { deleteTicketsBefore } from './second-factor/ticket-queries.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { failedSignInJob, linkRequestJob } from './sign-in-links.ts'

const HOUR = 3_600_000
/** How long a link that has expired can still say so, and offer a new one. */
const LINK_RETENTION = 90 * 24 * HOUR

export const auth: Section = {
  name: 'auth',
  contract: { ...authContract, ...secondFactor, ...passkeys, ...signInLinks, ...signInNotices },
  routes: app => {
    authRoutes(app)
    linkRoutes(app)
    confirmationRoutes(app)
    secondFactorRoutes(app)
    passkeyRoutes(app)
  },
  records: peopleRecords,
  jobs: deps => [recoveryJob(deps), noticeJob(deps), failedSignInJob(deps), linkRequestJob(deps)],
  cleanup: async ({ database, clock, ago }) => {
    await database.run(sql`delete from session where expires_at < ${clock()}`)
    await database.run(sql`delete from sign_in_failure where at < ${ago(HOUR)}`)
    await deleteConfirmationsBefore(database, ago(LINK_RETENTION))
    await deleteLinksBefore(database, ago(LINK_RETENTION))
    await deleteTicketsBefore(database, clock())
    await deleteChallengesBefore(database, clock())
    await deleteSignInNoticesBefore(database, clock())
  },
}
