import { parseArgs } from 'node:util'
import { type Db, sql } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { apiKeysOf, endOfDay, insertApiKey, type ListedKey, revokeApiKey } from '../operator-api/api-keys.ts'
import { actOf, printResult, type Streams, WrongCall } from './command.ts'

export const apikeyUsage = `apikey add --company EXTERNAL_ID --name NAME [--portal KEY]… [--read-only] [--expires DATE] [--json]
apikey list [--company EXTERNAL_ID] [--json]
apikey revoke ID [--json]
  DATE is the last day on which the key holds, like 2027-03-31, in UTC. Without it the key holds until it is revoked.`

const companyNamed = async (db: Db, name: string): Promise<number> => {
  const found = await db.maybe<{ id: number }>(sql`select id from service_company where external_id = ${name}`)
  if (!found) throw new OperatorError(`No service company ${name}: name it by its externalId.`)
  return found.id
}

const portalsNamed = async (db: Db, company: number, keys: string[]): Promise<number[]> => {
  const found = await db.many<{ id: number; key: string }>(sql`select id, web_portal_key as key from portal
    where service_company_id = ${company} and web_portal_key = any(${keys})`)
  const missing = keys.find(key => !found.some(portal => portal.key === key))
  if (missing !== undefined) throw new OperatorError(`The service company has no portal ${missing}.`)
  return found.map(({ id }) => id)
}

/** The end of a day in UTC. Throws if the text is not a day or if it has passed. */
const endOf = (day: string, now: Date): Date => {
  const end = endOfDay(day)
  if (!end) throw new WrongCall(`--expires ${day} is no day: write it like 2027-03-31.`)
  if (end <= now) throw new OperatorError(`--expires ${day} has passed already.`)
  return end
}

const formatKey = ({ id, serviceCompany, name, portals, readOnly, lastUsedAt, expiresAt, revokedAt }: ListedKey) =>
  [
    id,
    serviceCompany,
    name,
    portals?.join(',') ?? 'all portals',
    readOnly ? 'reads' : 'reads and writes',
    ...(expiresAt ? [`${new Date(expiresAt) <= new Date() ? 'expired' : 'expires'} ${expiresAt}`] : []),
    revokedAt ? `revoked ${revokedAt}` : lastUsedAt ? `last used ${lastUsedAt}` : 'never used',
  ].join('  ')

/** The options of all acts. */
export const apikeyOptions = {
  company: { type: 'string' },
  name: { type: 'string' },
  portal: { type: 'string', multiple: true },
  'read-only': { type: 'boolean', default: false },
  expires: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => parseArgs({ args, allowPositionals: true, options: apikeyOptions })

type Asked = ReturnType<typeof read>
type Deps = { database: Db; security: SecurityLog }

const add = async ({ database: db, security }: Deps, { values, positionals }: Asked) => {
  const { company, name, portal } = values
  if (positionals.length > 1 || !company || !name?.trim()) throw new WrongCall('Name the company and the key.')
  const serviceCompanyId = await companyNamed(db, company)
  const portalIds = portal ? await portalsNamed(db, serviceCompanyId, portal) : null
  const expiresAt = values.expires === undefined ? null : endOf(values.expires, new Date())
  const readOnly = values['read-only']
  const made = await insertApiKey(db, { serviceCompanyId, name: name.trim(), portalIds, readOnly, expiresAt })
  security.record({ what: 'apiKey.made', result: 'ok', serviceCompanyId, apiKeyId: made.id })
  const text = `${made.key}\nKey ${made.id}, shown this once: keep it where programs keep their secrets.\n`
  return { text, json: { ...made, portals: portal ?? null, readOnly, expiresAt: expiresAt?.toISOString() ?? null } }
}

const list = async ({ database: db }: Deps, { values, positionals }: Asked) => {
  if (positionals.length > 1) throw new WrongCall('list takes no name.')
  const keys = await apiKeysOf(db, values.company === undefined ? undefined : await companyNamed(db, values.company))
  return { text: keys.length > 0 ? `${keys.map(formatKey).join('\n')}\n` : 'There are no API keys.\n', json: keys }
}

const revoke = async ({ database: db, security }: Deps, { positionals: [, id = '', ...more] }: Asked) => {
  if (!/^[1-9]\d{0,14}$/.test(id) || more.length > 0) throw new WrongCall('Name one key by its id; list shows them.')
  const revoked = await revokeApiKey(db, Number(id))
  if (!revoked) throw new OperatorError(`There is no key ${id}.`)
  security.record({ what: 'apiKey.revoked', result: 'ok', ...revoked, apiKeyId: Number(id) })
  return { text: `Key ${id} is revoked: it is refused within a second.\n`, json: { id: Number(id), revoked: true } }
}

/** `portico apikey`. Returns 0; throws an OperatorError if a company, portal or key does not exist. */
export const apikeyCommand = async (
  args: string[],
  deps: Deps,
  { stdout = process.stdout }: Streams = {},
): Promise<number> => {
  const asked = read(args)
  const [act] = actOf({ add, list, revoke }, asked.positionals)
  const { text, json } = await act(deps, asked)
  printResult(stdout, asked.values.json, json, text)
  return 0
}
