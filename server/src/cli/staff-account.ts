import { parseArgs } from 'node:util'
import { mailAddress } from '@portico/contract/shapes'
import { staffRoles } from '@portico/contract/staff-roles'
import { type Database, sql, tx } from '../kernel/database/db.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { staffUserFor } from '../staff/account-queries.ts'
import { endAccount, findAccount, openAccount, type Rights } from '../staff/accounts.ts'
import { linkPath } from '../staff/first-links.ts'
import { insertStaffLink } from '../staff/link-queries.ts'
import { printResult, required, type Streams, WrongCall } from './command.ts'

export const accountUsage = `staff account --company EXTERNAL_ID --email ADDRESS [--role ROLE] [--portals KEYS] [--groups EXTERNAL_IDS]
              [--first-name NAME --last-name NAME | --staff EXTERNAL_ID] [--installation-operator] [--json]
staff account --company EXTERNAL_ID --email ADDRESS --end [--json]
  makes an account for the staff room, or restores one, and prints a link to set its password: good for 24 hours, once.
  ROLE: technician, office or administrator. Lists are separated by commas; without them all portals, and no group.`

/** The options of `portico staff account`. */
export const accountOptions = {
  company: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  portals: { type: 'string' },
  groups: { type: 'string' },
  staff: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  'installation-operator': { type: 'boolean' },
  end: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

type Deps = { database: Database; security: SecurityLog; origin: string }

const named = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

/** The ids of what is named, by a column; names what is not there. */
const idsOf = async (
  names: string[],
  find: (name: string) => Promise<{ id: number } | undefined>,
  what: string,
): Promise<number[]> => {
  const ids: number[] = []
  for (const name of names) {
    const found = await find(name)
    if (!found) throw new WrongCall(`There is no ${what} ${name} in the company.`)
    ids.push(found.id)
  }
  return ids
}

/** `portico staff account`. Returns 0 on success, 1 if the account cannot be made. */
export const staffAccount = async (
  args: string[],
  { database, security, origin }: Deps,
  { stdout, stderr }: Required<Streams>,
): Promise<number> => {
  const { values } = parseArgs({ args, options: accountOptions })
  const { json } = values
  const email = required(values.email, 'email')
  if (!mailAddress.test(email)) throw new WrongCall(`${email} is no e-mail address.`)
  const role = staffRoles.find(one => one === values.role)
  if (values.role !== undefined && !role) throw new WrongCall(`--role is one of ${staffRoles.join(', ')}.`)
  const now = new Date()
  const company = await database.maybe<{ id: number }>(
    sql`select id from service_company where external_id = ${required(values.company, 'company')}`,
  )
  if (!company) {
    stderr.write(`There is no service company ${values.company}.\n`)
    return 1
  }
  const { id: serviceCompanyId } = company
  const record = (
    what: 'staff.account.made' | 'staff.account.changed' | 'staff.account.ended' | 'staff.link.made',
    staffAccountId: number,
  ) => security.record({ what, result: 'ok', reason: 'commandLine', serviceCompanyId, staffAccountId })

  if (values.end) {
    const account = await findAccount(database, serviceCompanyId, email)
    if (!account || (await endAccount(database, account, now)) === 0) {
      stderr.write(`The company has no account ${email} that has not ended.\n`)
      return 1
    }
    record('staff.account.ended', account.staffAccountId)
    printResult(stdout, json, { email, ended: true }, `Ended the account ${email}, with its sessions.\n`)
    return 0
  }

  const key = await tx(database, async db => {
    const portal = (name: string) =>
      db.maybe<{ id: number }>(
        sql`select id from portal where service_company_id = ${serviceCompanyId} and web_portal_key = ${name}`,
      )
    const group = (name: string) =>
      db.maybe<{ id: number }>(
        sql`select id from staff_group where service_company_id = ${serviceCompanyId} and external_id = ${name}`,
      )
    const rights: Partial<Rights> = {
      ...(role && { role }),
      ...(values['installation-operator'] && { isInstallationOperator: true }),
      ...(values.portals !== undefined && { portalIds: await idsOf(named(values.portals), portal, 'portal') }),
      ...(values.groups !== undefined && { groupIds: await idsOf(named(values.groups), group, 'group') }),
    }
    const findStaffUser = async () => {
      if (values.staff === undefined) {
        const firstName = required(values['first-name'], 'first-name')
        return staffUserFor(db, {
          serviceCompanyId,
          firstName,
          lastName: required(values['last-name'], 'last-name'),
          email,
        })
      }
      const user = await db.maybe<{ id: number }>(
        sql`select id from staff_user where service_company_id = ${serviceCompanyId} and external_id = ${values.staff}`,
      )
      if (!user) throw new WrongCall(`There is no staff user ${values.staff} in the company.`)
      return user.id
    }
    const opened = await openAccount(db, { serviceCompanyId, email, findStaffUser }, rights, now)
    if (!opened) return undefined
    const { account, isNew } = opened
    record(isNew ? 'staff.account.made' : 'staff.account.changed', account.staffAccountId)
    record('staff.link.made', account.staffAccountId)
    return insertStaffLink(db, account, now)
  })
  if (key === undefined) {
    stderr.write(`This staff user has an account under another address.\n`)
    return 1
  }
  const url = `${origin}${linkPath(key)}`
  printResult(stdout, json, { email, url }, `This link sets the password (24 hours, once):\n  ${url}\n`)
  return 0
}
