import * as contract from '@portico/contract/appointments'
import type { Section } from '../sections/definition/section.ts'
import { absence } from './absence-record.ts'
import { expiryJob } from './confirmation-time.ts'
import { releaseUnconfirmed } from './queries.ts'
import { appointmentRecords } from './record.ts'
import { appointmentRoutes } from './routes.ts'
import { deletePublicBookings } from './visitor.ts'

const HOUR = 3_600_000

export const appointments: Section = {
  name: 'appointments',
  contract,
  routes: appointmentRoutes,
  records: [...appointmentRecords, absence],
  jobs: deps => [expiryJob(deps)],
  cleanup: async ({ database, clock, ago }) => {
    await deletePublicBookings(database, ago(HOUR))
    await releaseUnconfirmed(database, clock())
  },
}
