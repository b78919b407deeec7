import * as accounts from '@portico/contract/staff/accounts'
import * as seeAs from '@portico/contract/staff/customers/see-as'
import * as groups from '@portico/contract/staff/groups'
import * as session from '@portico/contract/staff/session'
import * as sessions from '@portico/contract/staff/sessions'
import * as signInNotices from '@portico/contract/staff/sign-in/notices'
import { sql } from '../kernel/database/db.ts'
import type { Section } from '../sections/definition/section.ts'
import { staffAccountRoutes } from './account-routes.ts'
import { staffGroupRoutes } from './group-routes.ts'
import { staffLinkRoutes } from './link-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { ownSessionRoutes } from './own-sessions/routes.ts'
import { staffSessionRoutes } from './routes.ts'
import { seeAsRoutes } from './see-as/routes.ts'
import { deleteStaffSignInNoticesBefore } from './sign-in-notices/queries.ts'
import { staffSignInNoticeRoutes } from './sign-in-notices/routes.ts'

const DAY = 24 * 3_600_000
/** How long a link that has expired can still say so. */
const LINKS_KEPT = 30 * DAY
/** How long a network address from which somebody has signed in is known, in milliseconds. */
const ADDRESSES_KEPT = 366 * DAY

/** Registers the accounts and the sign-in of the staff. */
export const staff: Section = {
  name: 'staff',
  contract: Object.assign({}, session, sessions, accounts, groups, seeAs, signInNotices),
  routes: (app, { seal }) => {
    staffSessionRoutes(app)
    staffLinkRoutes(app, seal)
    ownAccountRoutes(app)
    ownSessionRoutes(app)
    staffSignInNoticeRoutes(app)
    staffAccountRoutes(app)
    seeAsRoutes(app)
    staffGroupRoutes(app)
  },
  cleanup: async ({ database, clock, ago }) => {
    await database.run(sql`delete from see_as where expires_at < ${clock()}`)
    await database.run(sql`delete from staff_session where expires_at < ${clock()}`)
    await database.run(sql`delete from staff_link where expires_at < ${ago(LINKS_KEPT)}`)
    await database.run(sql`delete from staff_sign_in_address where last_used_at < ${ago(ADDRESSES_KEPT)}`)
    await deleteStaffSignInNoticesBefore(database, clock())
    return undefined
  },
}
