import type { Language } from '@portico/contract/language'
import { exportStaffSecurityEvents, listStaffSecurityEvents } from '@portico/contract/security-log'
import { addressOf, callPage } from '../../../api/api.ts'
import { pageQuery } from '../../../list/page-query.ts'
import type { LogSearch } from './log-search.ts'

// The browser's, as on the page.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** The pages of the security log. */
export const securityLog = (search: LogSearch) =>
  pageQuery(['staff', 'security-log', search], ({ limit, cursor }, signal) =>
    callPage(listStaffSecurityEvents, { query: { ...search, timeZone, limit, cursor }, signal }),
  )

/** The address of the security log as a file, in the words and by the clocks of its reader. */
export const securityLogFile = (search: LogSearch, language: Language) =>
  addressOf(exportStaffSecurityEvents, { query: { ...search, timeZone, language } })
