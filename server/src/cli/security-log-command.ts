import { parseArgs } from 'node:util'
import { securityActs } from '@portico/contract/security-log'
import { type Db, sql } from '../kernel/database/db.ts'
import { Failure } from '../kernel/errors/fail.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { type LoggedEvent, newestSecurityEvents } from '../security-log/queries.ts'
import { printResult, type Streams, WrongCall } from './command.ts'

export const securityLogUsage = `security-log [--company EXTERNAL_ID] [--from DATE] [--to DATE] [--what NAME]… [--user EXTERNAL_ID] [--limit N] [--json]
  Prints the newest 100 entries, or as many as N says, the last one lowest. DATE is a day, or an instant like 2026-03-02T08:30Z; days are in UTC.
  NAME: ${securityActs.join(', ')}.`

const MOST = 10_000

const companyNamed = async (db: Db, externalId: string): Promise<number> => {
  const found = await db.maybe<{ id: number }>(sql`select id from service_company where external_id = ${externalId}`)
  if (!found) throw new OperatorError(`There is no service company "${externalId}".`)
  return found.id
}

const rangeOf = (dates: { from?: string; to?: string }) => {
  try {
    return readRange(dates, 'UTC')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const [{ path, message } = { path: '', message: 'is wrong' }] = error.more.errors ?? []
    throw new WrongCall(`--${path.replace('query.', '')} ${message}.`)
  }
}

const line = ({
  at,
  count,
  what,
  result,
  reason,
  serviceCompany,
  portal,
  webUser,
  apiKey,
  staff,
  byStaff,
  ...from
}: LoggedEvent) =>
  [
    at,
    what,
    reason ? `${result} (${reason})` : result,
    ...(count > 1 ? [`${count} times`] : []),
    serviceCompany ?? 'no company',
    ...(portal ? [`portal ${portal}`] : []),
    ...(webUser ? [`user ${webUser}`] : []),
    ...(apiKey ? [`key ${apiKey}`] : []),
    ...(staff ? [`staff ${staff}`] : []),
    ...(byStaff ? [`by ${byStaff}`] : []),
    ...(from.address ? [from.address] : []),
    // The user agent is untrusted text: replace characters that a terminal could interpret.
    ...(from.userAgent ? [from.userAgent.replace(/[^\x20-\x7e]/g, '?')] : []),
  ].join('  ')

/** `portico security-log`: prints sign-ins, password changes, sessions and API key events of the installation. Returns 0. */
export const securityLogCommand = async (
  args: string[],
  { database }: { database: Db },
  { stdout = process.stdout }: Streams = {},
): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      company: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      what: { type: 'string', multiple: true },
      user: { type: 'string' },
      limit: { type: 'string', default: '100' },
      json: { type: 'boolean', default: false },
    },
  })
  const { company, from, to, what, user: webUser, limit, json } = values
  const unknown = what?.find(name => !(securityActs as readonly string[]).includes(name))
  if (unknown !== undefined) throw new WrongCall(`There is no --what ${unknown}.`)
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST) throw new WrongCall(`--limit is a number up to ${MOST}.`)
  const range = rangeOf({ ...(from && { from }), ...(to && { to }) })
  const serviceCompanyId = company === undefined ? undefined : await companyNamed(database, company)
  const events = await newestSecurityEvents(database, { serviceCompanyId, ...range, what, webUser }, Number(limit))
  events.reverse()
  printResult(stdout, json, events, events.length > 0 ? `${events.map(line).join('\n')}\n` : 'There is nothing.\n')
  return 0
}
