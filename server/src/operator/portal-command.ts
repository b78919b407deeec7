import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Db, sql } from '../kernel/db.ts'
import { actOf, only, required, type Streams, tell, WrongCall } from './command.ts'
import type { ImportDeps } from './import.ts'
import { givenFile, lineOf, tellOutcome, writeLines } from './write-line.ts'

export const portalUsage = `portal list [--company EXTERNAL_ID] [--json]
portal add --company EXTERNAL_ID --key KEY --name NAME [--id EXTERNAL_ID] [BRANDING] [--json]
portal brand KEY [--name NAME] [BRANDING] [--json]
  BRANDING: --color COLOR --logo FILE --css FILE --footer FILE --privacy FILE --cover-text TEXT --address TEXT
            --support-email ADDRESS --support-phone NUMBER --support-hours TEXT; an empty text takes it away`

/** `origin`: where the portals are. */
type Deps = ImportDeps & { origin: string }
type Act = (args: string[], deps: Deps, streams: Required<Streams>) => Promise<number>

/** Options whose value is the field of the portal. */
const texts = {
  name: 'webPortalName',
  color: 'baseColor',
  'cover-text': 'coverText',
  address: 'address',
  'support-email': 'supportEmail',
  'support-phone': 'supportPhone',
  'support-hours': 'supportHours',
} as const

/** Options that name a file whose text is the field. */
const files = { css: 'customCss', footer: 'footerCustomHtml', privacy: 'privacyHtml' } as const

const branding = Object.fromEntries(
  [...Object.keys(texts), ...Object.keys(files), 'logo'].map(name => [name, { type: 'string' as const }]),
)

const textIn = (path: string) =>
  readFile(path, 'utf8').catch(error => {
    throw new WrongCall(`${path} cannot be read: ${error.message}`)
  })

/** The fields that the options give; null where the text is empty. */
const fieldsOf = async (values: Record<string, string | boolean | undefined>) => {
  const fields: Record<string, unknown> = {}
  for (const [option, field] of Object.entries(texts))
    if (values[option] !== undefined) fields[field] = values[option] || null
  for (const [option, field] of Object.entries(files)) {
    const path = values[option]
    if (path !== undefined) fields[field] = path ? await textIn(String(path)) : null
  }
  const { logo } = values
  if (!logo) return { fields: { ...fields, ...(logo === '' && { logo: null }) } }
  const { file, folder } = await givenFile(String(logo))
  return { fields: { ...fields, logo: file }, folder }
}

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
      (select count(*) from contact where service_company_id = p.service_company_id and portal_id = p.id)::int as contacts
    from portal p join service_company c on c.id = p.service_company_id order by c.name, p.web_portal_key`)

const list: Act = async (args, { database, origin }, { stdout }) => {
  const { values } = parseArgs({
    args,
    options: { company: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const { company, json } = values
  const found = (await portals(database)).filter(portal => company === undefined || portal.serviceCompany === company)
  const lines = found.map(
    ({ webPortalKey, webPortalName, serviceCompany, contacts }) =>
      `${webPortalKey}  ${webPortalName}  of ${serviceCompany}, ${contacts} contacts, ${origin}/${webPortalKey}/login\n`,
  )
  tell(stdout, json, found, lines.join('') || 'There is no portal yet: portico portal add\n')
  return 0
}

const add: Act = async (args, deps, streams) => {
  const { values } = parseArgs({
    args,
    options: {
      ...branding,
      company: { type: 'string' },
      key: { type: 'string' },
      name: { type: 'string' },
      id: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { fields, ...files } = await fieldsOf(values)
  const webPortalKey = required(values.key, 'key')
  const record = {
    externalId: values.id ?? webPortalKey,
    serviceCompany: required(values.company, 'company'),
    webPortalKey,
    webPortalName: required(values.name, 'name'),
  }
  const outcome = await writeLines(deps, { lines: [{ type: 'portal', ...record, ...fields }], ...files }, true)
  const url = `${deps.origin}/${webPortalKey}/login`
  const done = `Added ${record.webPortalName}: ${url}
Next: import its contacts, users and memberships, and ticket types (docs/import.md), then invite the users:
  portico import FILE
  portico invite --all --portal ${webPortalKey}
`
  return tellOutcome(streams, outcome, { json: values.json, record: { ...record, url }, done })
}

const brand: Act = async (args, deps, streams) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...branding, json: { type: 'boolean', default: false } },
  })
  const webPortalKey = only(positionals, 'portal, by its key')
  const { fields, ...files } = await fieldsOf(values)
  if (Object.keys(fields).length === 0) throw new WrongCall('Say what to change.')
  const portal = await deps.database.maybe<{ company: number; externalId: string }>(
    sql`select service_company_id as company, external_id as "externalId" from portal where web_portal_key = ${webPortalKey}`,
  )
  const line = portal && (await lineOf(deps, { type: 'portal', ...portal }))
  const reach = { company: portal?.company ?? 0 }
  const outcome = line && (await writeLines(deps, { lines: [{ ...line, ...fields }], reach, ...files }))
  const done = `${outcome?.outcome === 'unchanged' ? 'Unchanged' : 'Changed'}: ${deps.origin}/${webPortalKey}/login\n`
  const written = outcome ?? { outcome: 'refused', refused: `there is no portal ${webPortalKey}` }
  return tellOutcome(streams, written, { json: values.json, record: { webPortalKey }, done })
}

/** `portico portal`: 0 when done, 1 when refused. */
export const portalCommand = (
  args: string[],
  deps: Deps,
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const [act, left] = actOf({ list, add, brand }, args)
  return act(left, deps, { stdout, stderr })
}
