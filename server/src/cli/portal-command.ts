import { parseArgs } from 'node:util'
import { mailAddress } from '@portico/contract/shapes'
import type { ImportDeps } from '../import/import.ts'
import { type NamedPortal, portalByKey } from '../import/import-clients.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { describeFault, findPortalFaults } from '../portals/portal-faults.ts'
import { ticketStepsIn, ticketTypesIn } from '../tickets/portal-queries.ts'
import { type Ask, actOf, only, printResult, required, type Streams, terminal, WrongCall } from './command.ts'
import type { Output } from './import-command.ts'
import { branding, fieldsOf } from './portal-branding.ts'
import { stepLines, toSteps } from './portal-ticket-steps.ts'
import { typeLines, typeNames } from './portal-ticket-types.ts'
import { lineOf, printOutcome, writeLines } from './write-line.ts'

export const portalUsage = `portal list [--company EXTERNAL_ID] [--json]
portal add --company EXTERNAL_ID --key KEY --name NAME [--id EXTERNAL_ID] [BRANDING] [--ticket-types NAMES] [--language LANGUAGE] [--json]
portal types KEY [NAME…] [--json]
portal steps KEY [NAME=open|pending|closed…] [--json]
portal brand KEY [--name NAME] [BRANDING] [--json]
  BRANDING: --color COLOR --logo FILE --css FILE --footer FILE --privacy FILE --cover-text TEXT --address TEXT
            --support-email ADDRESS --support-phone NUMBER --support-hours TEXT --time-zone NAME
            --service-contracts on|off --html-editor on|off --confirm-bookings on|off --answer-strangers on|off --passwords on|off;
            an empty text takes it away
  NAMES: of the ticket types that it begins with, separated by commas; unless given, three in the LANGUAGE it-IT, en-EN or es-ES.
  \`types\` lists the ticket types of a portal, or adds some; \`steps\` lists the steps of its tickets in their order, or adds some at the end.`

const text = { type: 'string' } as const
const json = { type: 'boolean', default: false } as const

/** The options of each act. */
export const portalOptions = {
  list: { company: text, json },
  add: { ...branding, company: text, key: text, name: text, id: text, 'ticket-types': text, language: text, json },
  types: { json },
  steps: { json },
  brand: { ...branding, json },
}

/** `origin`: the origin of the portals' URLs. */
type Deps = ImportDeps & { origin: string }
type Act = (args: string[], deps: Deps, streams: Required<Streams> & { ask: Ask }) => Promise<number>

type Listed = {
  webPortalKey: string
  webPortalName: string
  serviceCompany: string
  externalId: string
  contacts: number
}

const portals = (db: Db): Promise<Listed[]> =>
  db.many(sql`select p.web_portal_key as "webPortalKey", p.web_portal_name as "webPortalName",
      c.external_id as "serviceCompany", p.external_id as "externalId",
      (select count(*) from contact k where ${sameCompany('k', 'p')} and k.portal_id = p.id)::int as contacts
    from portal p join service_company c on c.id = p.service_company_id order by c.name, p.web_portal_key`)

const list: Act = async (args, { database, origin }, { stdout }) => {
  const { values } = parseArgs({ args, options: portalOptions.list })
  const { company, json } = values
  const found = (await portals(database)).filter(portal => company === undefined || portal.serviceCompany === company)
  const lines = found.map(
    ({ webPortalKey, webPortalName, serviceCompany, contacts }) =>
      `${webPortalKey}  ${webPortalName}  of ${serviceCompany}, ${contacts} contacts, ${origin}/${webPortalKey}/login\n`,
  )
  printResult(stdout, json, found, lines.join('') || 'There is no portal yet: portico portal add\n')
  return 0
}

/** The address for new tickets: the option if present, otherwise the answer to a question if somebody can answer. Empty: no mails. */
const supportEmailOf = async (given: string | undefined, ask: Ask): Promise<string> => {
  if (given !== undefined || !ask) return given ?? ''
  let answer = ''
  do {
    const wrong = answer && `${answer} is no e-mail address.\n`
    answer = (await ask(`${wrong}Address to which new tickets are mailed (empty: nobody is mailed): `)).trim()
  } while (answer !== '' && !mailAddress.test(answer))
  return answer
}

/** Warns if customers cannot create tickets in the portal, or if nobody receives them. */
const printFaults = async (key: string, { database }: Deps, stderr: Output) => {
  const { faults } = await findPortalFaults(database)
  for (const { found, todo } of faults.filter(({ company }) => company === key).map(describeFault))
    stderr.write(`Warning: ${found}. ${todo}\n`)
}

const add: Act = async (args, deps, streams) => {
  const { values } = parseArgs({ args, options: portalOptions.add })
  const { fields, ...files } = await fieldsOf(values)
  const webPortalKey = required(values.key, 'key')
  const record = {
    externalId: values.id ?? webPortalKey,
    serviceCompany: required(values.company, 'company'),
    webPortalKey,
    webPortalName: required(values.name, 'name'),
  }
  const ticketTypes = typeNames(values['ticket-types'], values.language)
  const supportEmail = await supportEmailOf((values as { 'support-email'?: string })['support-email'], streams.ask)
  const portal = { type: 'portal', ...record, ...fields, supportEmail: supportEmail || null }
  const lines = [portal, ...typeLines(ticketTypes, record)]
  const outcome = await writeLines(deps, { lines, ...files }, true)
  if (outcome.outcome !== 'refused') await printFaults(webPortalKey, deps, streams.stderr)
  const url = `${deps.origin}/${webPortalKey}/login`
  const done = `Added ${record.webPortalName}: ${url}
Ticket types: ${ticketTypes.join(', ') || 'none'}
Next: import its contacts, users and memberships (docs/import.md), then invite the users:
  portico import FILE
  portico invite --all --portal ${webPortalKey}
`
  return printOutcome(streams, outcome, { json: values.json, record: { ...record, url, ticketTypes }, done })
}

const keysOf = ({ company, id }: NamedPortal) => ({ serviceCompanyId: company, portalId: id })

const types: Act = async (args, deps, streams) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: portalOptions.types })
  const [key, ...names] = positionals
  if (key === undefined) throw new WrongCall('Name one portal, by its key.')
  const portal = await portalByKey(deps.database, key)
  if (!portal) {
    streams.stderr.write(`There is no portal ${key}.\n`)
    return 1
  }
  if (names.length === 0) {
    const inUse = (await ticketTypesIn(deps.database, keysOf(portal))).filter(({ isArchived }) => !isArchived)
    const found = inUse.map(({ externalId, name }) => ({ externalId, name }))
    const text = found.map(({ externalId, name }) => `${externalId}  ${name}\n`).join('')
    printResult(streams.stdout, values.json, found, text || `There is none yet: portico portal types ${key} NAME\n`)
    return 0
  }
  const written = await writeLines(
    deps,
    { lines: typeLines(names, portal), tenantScope: { company: portal.company } },
    true,
  )
  return printOutcome(streams, written, { json: values.json, record: { webPortalKey: key }, done: 'Added.\n' })
}

const steps: Act = async (args, deps, streams) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: portalOptions.steps })
  const [key, ...named] = positionals
  if (key === undefined) throw new WrongCall('Name one portal, by its key.')
  const portal = await portalByKey(deps.database, key)
  if (!portal) {
    streams.stderr.write(`There is no portal ${key}.\n`)
    return 1
  }
  const found = toSteps(await ticketStepsIn(deps.database, keysOf(portal)))
  if (named.length === 0) {
    const text = found.map(({ externalId, name, state }) => `${externalId}  ${name}  ${state}\n`).join('')
    printResult(
      streams.stdout,
      values.json,
      found,
      text || `There is none yet: portico portal steps ${key} NAME=open\n`,
    )
    return 0
  }
  const lines = stepLines(named, portal, Math.max(0, ...found.map(({ position }) => position)))
  const written = await writeLines(deps, { lines, tenantScope: { company: portal.company } }, true)
  return printOutcome(streams, written, { json: values.json, record: { webPortalKey: key }, done: 'Added.\n' })
}

const brand: Act = async (args, deps, streams) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: portalOptions.brand })
  const webPortalKey = only(positionals, 'portal, by its key')
  const { fields, ...files } = await fieldsOf(values)
  if (Object.keys(fields).length === 0) throw new WrongCall('Say what to change.')
  const portal = await deps.database.maybe<{ company: number; externalId: string }>(
    sql`select service_company_id as company, external_id as "externalId" from portal where web_portal_key = ${webPortalKey}`,
  )
  const line = portal && (await lineOf(deps, { type: 'portal', ...portal }))
  const tenantScope = { company: portal?.company ?? 0 }
  const outcome = line && (await writeLines(deps, { lines: [{ ...line, ...fields }], tenantScope, ...files }))
  if (outcome && outcome.outcome !== 'refused') await printFaults(webPortalKey, deps, streams.stderr)
  const done = `${outcome?.outcome === 'unchanged' ? 'Unchanged' : 'Changed'}: ${deps.origin}/${webPortalKey}/login\n`
  const written = outcome ?? { outcome: 'refused', refused: `there is no portal ${webPortalKey}` }
  return printOutcome(streams, written, { json: values.json, record: { webPortalKey }, done })
}

/** `portico portal`. Returns 0 on success, 1 if the record was refused. */
export const portalCommand = (
  args: string[],
  deps: Deps,
  { stdout = process.stdout, stderr = process.stderr, ask = terminal() }: Streams & { ask?: Ask } = {},
): Promise<number> => {
  const acts: Record<keyof typeof portalOptions, Act> = { list, add, brand, types, steps }
  const [act, left] = actOf(acts, args)
  return act(left, deps, { stdout, stderr, ask })
}
