import { parseArgs } from 'node:util'
import { storedBytes } from '../files/stored-bytes-queries.ts'
import type { ImportDeps } from '../import/import.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { formatByteSize, parseByteSize } from '../kernel/settings/byte-size.ts'
import { actOf, only, printResult, type Streams, WrongCall } from './command.ts'
import { printOutcome, slugOf, writeLines } from './write-line.ts'

export const companyUsage = `company list [--json]
company add NAME [--id EXTERNAL_ID] [--json]
company quota [EXTERNAL_ID [SIZE | default]] [--json]
  quota says what the files of the companies have and may have, and sets the latter. SIZE is like 50GB; default is STORAGE_QUOTA.`

/** `storageQuota`: the default quota in bytes for companies that have none of their own; undefined: unlimited. */
type Deps = ImportDeps & { storageQuota: number | undefined }
type Act = (args: string[], deps: Deps, streams: Required<Streams>) => Promise<number>

const list: Act = async (args, { database }, { stdout }) => {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const companies = await database.many<{ externalId: string; name: string; portals: string[] }>(sql`
    select c.external_id as "externalId", c.name,
      array(select web_portal_key from portal where service_company_id = c.id order by web_portal_key) as portals
    from service_company c order by c.name, c.id`)
  const lines = companies.map(
    ({ externalId, name, portals }) => `${externalId}  ${name}  ${portals.join(', ') || 'no portal'}\n`,
  )
  printResult(
    stdout,
    values.json,
    companies,
    lines.join('') || 'There is no service company yet: portico company add NAME\n',
  )
  return 0
}

const add: Act = async (args, deps, streams) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { id: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const name = only(positionals, 'service company, in quotes where its name has spaces')
  const externalId = values.id ?? slugOf(name)
  if (!externalId) throw new WrongCall('Nothing of this name serves as an id: add --id.')
  const outcome = await writeLines(deps, { lines: [{ type: 'serviceCompany', externalId, name }] }, true)
  const done = `Added ${name} as ${externalId}. Next: portico portal add --company ${externalId} --key KEY --name NAME --support-email ADDRESS\n`
  return printOutcome(streams, outcome, { json: values.json, record: { externalId, name }, done })
}

const sizeOf = (text: string): number | null => {
  if (text === 'default') return null
  const bytes = parseByteSize(text)
  if (bytes === undefined) throw new WrongCall(`${text} is no size: write it like 500MB or 50GB, or say default.`)
  return bytes
}

const setQuota = async (database: Db, externalId: string, bytes: number | null) => {
  const changed = await database.run(
    sql`update service_company set storage_quota = ${bytes} where external_id = ${externalId}`,
  )
  if (changed === 0) throw new OperatorError(`There is no service company "${externalId}".`)
}

const quota: Act = async (args, { database, storageQuota }, { stdout }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [externalId, size, ...more] = positionals
  if (more.length > 0) throw new WrongCall('Name one service company and one size.')
  if (externalId !== undefined && size !== undefined) await setQuota(database, externalId, sizeOf(size))
  const found = (await storedBytes(database)).filter(
    ({ company }) => externalId === undefined || company === externalId,
  )
  if (externalId !== undefined && found.length === 0)
    throw new OperatorError(`There is no service company "${externalId}".`)
  const lines = found.map(({ company, bytes, quota: own }) => {
    const most = own ?? storageQuota
    const may = most === undefined ? 'no quota' : `of ${formatByteSize(most)}${own === null ? ' (default)' : ''}`
    return `${company}  ${formatByteSize(bytes)} stored, ${may}\n`
  })
  const json = found.map(({ company, bytes, quota: own }) => ({
    externalId: company,
    storedBytes: bytes,
    quotaBytes: own ?? storageQuota ?? null,
    isDefault: own === null,
  }))
  printResult(stdout, values.json, json, lines.join(''))
  return 0
}

/** `portico company`. Returns 0 on success, 1 if the record was refused. */
export const companyCommand = (
  args: string[],
  deps: Deps,
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const [act, left] = actOf({ list, add, quota }, args)
  return act(left, deps, { stdout, stderr })
}
