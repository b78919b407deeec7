import { parseArgs } from 'node:util'
import { type Database, sql, tx } from '../kernel/database/db.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { findAccount } from '../staff/accounts.ts'
import { findStaffFactor } from '../staff/open-session.ts'
import { takeSecondFactor } from '../staff/second-factor/take-second-factor.ts'
import { printResult, required, type Streams } from './command.ts'

export const secondFactorUsage = `staff second-factor --company EXTERNAL_ID --email ADDRESS [--remove] [--json]
  says whether an account has a second factor, or removes it, codes and passkeys, with the sessions of the account: for the last administrator who has lost it.`

/** The options of `portico staff second-factor`. */
export const secondFactorOptions = {
  company: { type: 'string' },
  email: { type: 'string' },
  remove: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

type Deps = { database: Database; security: SecurityLog; messages: Messages }

/** `portico staff second-factor`. Returns 0 on success, 1 if there is no such account, or no second factor to remove. */
export const staffSecondFactor = async (
  args: string[],
  { database, security, messages }: Deps,
  { stdout, stderr }: Required<Streams>,
): Promise<number> => {
  const { values } = parseArgs({ args, options: secondFactorOptions })
  const { json } = values
  const email = required(values.email, 'email')
  const externalId = required(values.company, 'company')
  const company = await database.maybe<{ id: number }>(
    sql`select id from service_company where external_id = ${externalId}`,
  )
  const account = company && (await findAccount(database, company.id, email))
  if (!account) {
    stderr.write(`There is no account ${email} in a service company ${externalId}.\n`)
    return 1
  }
  if (!values.remove) {
    const has = (await findStaffFactor(database, account)) !== undefined
    const text = has ? `${email} signs in with a second factor.\n` : `${email} has no second factor.\n`
    printResult(stdout, json, { email, secondFactor: has }, text)
    return 0
  }
  const isRemoved = await tx(database, db => takeSecondFactor(db, { messages }, account, new Date()))
  if (!isRemoved) {
    stderr.write(`${email} has no second factor.\n`)
    return 1
  }
  security.record({ what: 'staff.secondFactor.removed', result: 'ok', reason: 'commandLine', ...account })
  const text = `Removed the second factor of ${email}, codes and passkeys, and ended its sessions. The password alone signs in; another one is set up then.\n`
  printResult(stdout, json, { email, secondFactor: false }, text)
  return 0
}
