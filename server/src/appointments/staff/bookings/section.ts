import * as contract from '@portico/contract/staff/planning/bookings'
import type { Section } from '../../../sections/definition/section.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { bookingRoutes } from './routes.ts'

/** What the staff do with bookings and with invitations to book. */
export const staffBookings: Section = {
  name: 'appointments/staff/bookings',
  contract,
  routes: app => {
    bookingRoutes(app)
    invitationRoutes(app)
  },
}
