import { securityActs } from '@portico/contract/security-log'

/** Which entries of the security log are shown. */
export type LogSearch = { what?: string; account?: number; from?: string; to?: string }

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Reads the search of the log's address; what is malformed is left out. */
export const readLogSearch = ({ what, account, from, to }: Record<string, unknown>): LogSearch => {
  const act = securityActs.find(one => one === what)
  return {
    ...(act && { what: act }),
    ...(Number.isSafeInteger(account) && Number(account) > 0 && { account: Number(account) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
