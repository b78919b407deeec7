import { parseArgs } from 'node:util'
import { sql } from '../kernel/db.ts'
import { actOf, only, type Streams, tell, WrongCall } from './command.ts'
import type { ImportDeps } from './import.ts'
import { slugOf, tellOutcome, writeLines } from './write-line.ts'

export const companyUsage = `company list [--json]
company add NAME [--id EXTERNAL_ID] [--json]`

type Act = (args: string[], deps: ImportDeps, streams: Required<Streams>) => Promise<number>

const list: Act = async (args, { database }, { stdout }) => {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const companies = await database.many<{ externalId: string; name: string; portals: string[] }>(sql`
    select c.external_id as "externalId", c.name,
      array(select web_portal_key from portal where service_company_id = c.id order by web_portal_key) as portals
    from service_company c order by c.name, c.id`)
  const lines = companies.map(
    ({ externalId, name, portals }) => `${externalId}  ${name}  ${portals.join(', ') || 'no portal'}\n`,
  )
  tell(stdout, values.json, companies, lines.join('') || 'There is no service company yet: portico company add NAME\n')
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
  return tellOutcome(streams, outcome, { json: values.json, record: { externalId, name }, done })
}

/** `portico company`: 0 when done, 1 when refused. */
export const companyCommand = (
  args: string[],
  deps: ImportDeps,
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const [act, left] = actOf({ list, add }, args)
  return act(left, deps, { stdout, stderr })
}
