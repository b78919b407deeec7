import * as contract from '@portico/contract/staff'
import { sql } from '../kernel/database/db.ts'
import type { Section } from '../sections/definition/section.ts'
import { staffLinkRoutes } from './link-routes.ts'
import { staffSessionRoutes } from './routes.ts'

const DAY = 24 * 3_600_000
/** How long a link that has expired can still say so. */
const LINKS_KEPT = 30 * DAY
/** How long a network address from which somebody has signed in is known, in milliseconds. */
const ADDRESSES_KEPT = 366 * DAY

/** Registers the accounts and the sign-in of the staff. */
export const staff: Section = {
  name: 'staff',
  contract,
  routes: (app, { seal }) => {
    staffSessionRoutes(app)
    staffLinkRoutes(app, seal)
  },
  cleanup: async ({ database, clock, ago }) => {
    await database.run(sql`delete from staff_session where expires_at < ${clock()}`)
    await database.run(sql`delete from staff_link where expires_at < ${ago(LINKS_KEPT)}`)
    await database.run(sql`delete from staff_sign_in_address where last_used_at < ${ago(ADDRESSES_KEPT)}`)
    return undefined
  },
}
