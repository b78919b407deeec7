import { type SecurityAct, securityActs } from '@portico/contract/security-log'

/** Which entries of the security log are shown. */
export type LogSearch = { what?: SecurityAct; account?: number; contact?: number; from?: string; to?: string }

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Reads the search of the log's address; what is malformed is left out. */
export const readLogSearch = ({ what, account, contact, from, to }: Record<string, unknown>): LogSearch => {
  const act = securityActs.find(one => one === what)
  return {
    ...(act && { what: act }),
    ...(isId(account) && { account }),
    ...(isId(contact) && { contact }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
