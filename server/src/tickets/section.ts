import * as closings from '@portico/contract/ticket-closings'
import * as contract from '@portico/contract/tickets'
import type { Section } from '../sections/definition/section.ts'
import { ticketClosingRoutes } from './closing-routes.ts'
import { ticketMailJob } from './mails.ts'
import { noteRecord } from './note-record.ts'
import { mayOpenFile } from './queries.ts'
import { ticketRecords } from './record.ts'
import { ticketRoutes } from './routes.ts'

export const tickets: Section = {
  name: 'tickets',
  contract: { ...contract, ...closings },
  routes: app => {
    ticketRoutes(app)
    ticketClosingRoutes(app)
  },
  records: [...ticketRecords, noteRecord],
  fileAccess: mayOpenFile,
  jobs: deps => [ticketMailJob(deps)],
}
