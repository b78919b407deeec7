import * as contract from '@portico/contract/sign-in/people'
import type { Section } from '../sections/definition/section.ts'
import { deleteLogBefore } from './log-queries.ts'
import { peopleRoutes } from './routes.ts'

const MONTH = 30.5 * 24 * 3_600_000

export const people: Section = {
  name: 'people',
  contract,
  routes: peopleRoutes,
  cleanup: async ({ database, ago, securityLogMonths }) => {
    await deleteLogBefore(database, ago(securityLogMonths * MONTH))
    return undefined
  },
}
