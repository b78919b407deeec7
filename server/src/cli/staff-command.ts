import { parseArgs } from 'node:util'
import type { ImportDeps } from '../import/import.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { actOf, required, type Streams } from './command.ts'
import { accountOptions, accountUsage, staffAccount } from './staff-account.ts'
import { secondFactorOptions, secondFactorUsage, staffSecondFactor } from './staff-second-factor.ts'
import { givenFile, printOutcome, writeLines } from './write-line.ts'

export const staffUsage = `staff add --company EXTERNAL_ID --first-name NAME --last-name NAME --email ADDRESS [--picture FILE] [--id EXTERNAL_ID] [--json]
${accountUsage}
${secondFactorUsage}`

/** The options of each act. */
export const staffOptions = {
  add: {
    company: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    email: { type: 'string' },
    picture: { type: 'string' },
    id: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  account: accountOptions,
  'second-factor': secondFactorOptions,
} as const

/** `origin`: the origin of the staff room's URLs. */
type Deps = ImportDeps & { security: SecurityLog; messages: Messages; origin: string }

type Act = (args: string[], deps: Deps, streams: Required<Streams>) => Promise<number>

const add: Act = async (args, deps, streams) => {
  const { values } = parseArgs({ args, options: staffOptions.add })
  const email = required(values.email, 'email')
  const record = {
    externalId: values.id ?? email,
    serviceCompany: required(values.company, 'company'),
    firstName: required(values['first-name'], 'first-name'),
    lastName: required(values['last-name'], 'last-name'),
    email,
  }
  const picture = values.picture === undefined ? undefined : await givenFile(values.picture)
  const line = { type: 'staff', ...record, ...(picture && { picture }) }
  const outcome = await writeLines(deps, { lines: [line], ...(picture && { given: [picture] }) }, true)
  const done = `Added ${record.firstName} ${record.lastName} as ${record.externalId}.\n`
  return printOutcome(streams, outcome, { json: values.json, record, done })
}

/** `portico staff`. Returns 0 on success, 1 if the record or account was refused. */
export const staffCommand = (
  args: string[],
  deps: Deps,
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const acts: Record<keyof typeof staffOptions, Act> = {
    add,
    account: staffAccount,
    'second-factor': staffSecondFactor,
  }
  const [act, left] = actOf(acts, args)
  return act(left, deps, { stdout, stderr })
}
