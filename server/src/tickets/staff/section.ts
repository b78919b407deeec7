import * as cannedAnswers from '@portico/contract/staff/canned-answers'
import * as settings from '@portico/contract/staff/ticket-settings'
import * as tickets from '@portico/contract/staff/tickets'
import type { Section } from '../../sections/definition/section.ts'
import { openStaffNames } from '../names/staff-name-queries.ts'
import { ticketSettingRoutes } from '../settings/setting-routes.ts'
import { CANNED_UPLOAD_LIFETIME, deleteUnusedCannedFiles } from './canned-answer-queries.ts'
import { cannedAnswerRoutes } from './canned-answer-routes.ts'
import { staffDraftRoutes } from './draft-routes.ts'
import { releaseJob } from './held-answers.ts'
import { staffMessageRoutes } from './message-routes.ts'
import { staffTicketRoutes } from './routes.ts'

/** What the staff do with tickets. */
export const staffTickets: Section = {
  name: 'tickets/staff',
  contract: Object.assign({}, tickets, settings),
  routes: app => {
    const findNames = openStaffNames()
    staffTicketRoutes(app, findNames)
    staffMessageRoutes(app, findNames)
    staffDraftRoutes(app)
    ticketSettingRoutes(app)
  },
  jobs: deps => [releaseJob(deps)],
}

/** What the staff answer with again and again. */
export const staffCannedAnswers: Section = {
  name: 'tickets/staff/canned-answers',
  contract: cannedAnswers,
  routes: cannedAnswerRoutes,
  cleanup: async ({ database, storage, ago }) => {
    const keys = await deleteUnusedCannedFiles(database, ago(CANNED_UPLOAD_LIFETIME))
    if (keys.length > 0) await storage.remove(keys)
    return keys.length
  },
}
