import * as contract from '@portico/contract/tickets'
import type { Section } from '../sections/definition/section.ts'
import { ticketMailJob } from './mails.ts'
import { noteRecord } from './note-record.ts'
import { mayOpenFile } from './queries.ts'
import { ticketRecords } from './record.ts'
import { ticketRoutes } from './routes.ts'

export const tickets: Section = {
  name: 'tickets',
  contract,
  routes: ticketRoutes,
  records: [...ticketRecords, noteRecord],
  fileAccess: mayOpenFile,
  jobs: deps => [ticketMailJob(deps)],
}
