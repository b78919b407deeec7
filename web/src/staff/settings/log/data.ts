import { exportStaffSecurityEvents, listStaffSecurityEvents } from '@portico/contract/security-log'
import { addressOf, callPage } from '../../../api/api.ts'
import { pageQuery } from '../../../list/page-query.ts'
import type { LogSearch } from './log-search.ts'

/** The pages of the security log. */
export const securityLog = (search: LogSearch) =>
  pageQuery(['staff', 'security-log', search], ({ limit, cursor }, signal) =>
    callPage(listStaffSecurityEvents, { query: { ...search, limit, cursor }, signal }),
  )

/** The address of the security log as a file. */
export const securityLogFile = (search: LogSearch) => addressOf(exportStaffSecurityEvents, { query: search })
