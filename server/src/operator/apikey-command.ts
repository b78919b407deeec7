import { parseArgs } from 'node:util'
import { type Db, sql } from '../kernel/db.ts'
import { apiKeysOf, insertApiKey, type ListedKey, revokeApiKey } from './api-keys.ts'
import type { Output } from './import-command.ts'

const usage = `portico apikey add --company COMPANY --name NAME [--portal KEY]… [--read-only] [--json]
portico apikey list [--company COMPANY] [--json]
portico apikey revoke ID [--json]
`

/** What the caller can mend: a wrong call, or a name that nobody has. */
class Wrong extends Error {}

const companyNamed = async (db: Db, name: string): Promise<number> => {
  const found = await db.maybe<{ id: number }>(sql`select id from service_company where external_id = ${name}`)
  if (!found) throw new Wrong(`No service company ${name}: name it by its externalId.`)
  return found.id
}

const portalsNamed = async (db: Db, company: number, keys: string[]): Promise<number[]> => {
  const found = await db.many<{ id: number; key: string }>(sql`select id, web_portal_key as key from portal
    where service_company_id = ${company} and web_portal_key = any(${keys})`)
  const missing = keys.find(key => !found.some(portal => portal.key === key))
  if (missing !== undefined) throw new Wrong(`The service company has no portal ${missing}.`)
  return found.map(({ id }) => id)
}

const told = ({ id, serviceCompany, name, portals, readOnly, lastUsedAt, revokedAt }: ListedKey) =>
  [
    id,
    serviceCompany,
    name,
    portals?.join(',') ?? 'all portals',
    readOnly ? 'reads' : 'reads and writes',
    revokedAt ? `revoked ${revokedAt}` : lastUsedAt ? `last used ${lastUsedAt}` : 'never used',
  ].join('  ')

const options = {
  company: { type: 'string' },
  name: { type: 'string' },
  portal: { type: 'string', multiple: true },
  'read-only': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message : '')
  }
}

type Asked = ReturnType<typeof read>

const add = async (db: Db, { values, positionals }: Asked) => {
  const { company, name, portal } = values
  if (positionals.length > 1 || !company || !name?.trim()) throw new Wrong('Name the company and the key.')
  const serviceCompanyId = await companyNamed(db, company)
  const portalIds = portal ? await portalsNamed(db, serviceCompanyId, portal) : null
  const made = await insertApiKey(db, { serviceCompanyId, name: name.trim(), portalIds, readOnly: values['read-only'] })
  const text = `${made.key}\nKey ${made.id}, shown this once: keep it where programs keep their secrets.\n`
  return { text, json: { ...made, portals: portal ?? null, readOnly: values['read-only'] } }
}

const list = async (db: Db, { values, positionals }: Asked) => {
  if (positionals.length > 1) throw new Wrong('list takes no name.')
  const keys = await apiKeysOf(db, values.company === undefined ? undefined : await companyNamed(db, values.company))
  return { text: keys.length > 0 ? `${keys.map(told).join('\n')}\n` : 'There are no API keys.\n', json: keys }
}

const revoke = async (db: Db, { positionals: [, id = '', ...more] }: Asked) => {
  if (!/^[1-9]\d{0,14}$/.test(id) || more.length > 0) throw new Wrong('Name one key by its id; list shows them.')
  if (!(await revokeApiKey(db, Number(id)))) throw new Wrong(`There is no key ${id}.`)
  return { text: `Key ${id} is revoked: it is refused within a second.\n`, json: { id: Number(id), revoked: true } }
}

const acts: Record<string, (db: Db, asked: Asked) => Promise<{ text: string; json: unknown }>> = { add, list, revoke }

/** `portico apikey add | list | revoke`: 0 when done, 2 when the call is wrong or names what is not there. */
export const apikeyCommand = async (
  args: string[],
  { database }: { database: Db },
  { stdout = process.stdout, stderr = process.stderr }: { stdout?: Output; stderr?: Output } = {},
): Promise<number> => {
  try {
    const asked = read(args)
    const act = acts[asked.positionals[0] ?? '']
    if (!act) throw new Wrong('Say what to do: add, list or revoke.')
    const { text, json } = await act(database, asked)
    stdout.write(asked.values.json ? `${JSON.stringify(json, null, 2)}\n` : text)
    return 0
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    stderr.write(`${error.message}\n${usage}`)
    return 2
  }
}
