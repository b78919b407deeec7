import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@portico/contract/language'
import { type FirstPortal, firstLogoMax } from '@portico/contract/staff/session'
import { readPictureContent } from '../files/picture-content.ts'
import { type ImportDeps, importFrom } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { firstSteps } from '../portals/first-rows.ts'
import { Refusal } from '../records/definition/refusal.ts'

/** The path under which the import finds the logo. */
const LOGO = 'logo'

const readLogo = ({ logo }: FirstPortal): { name: string; content: Buffer } | undefined =>
  logo ? { name: logo.name, content: readPictureContent(logo, 'body.portal.logo', firstLogoMax) } : undefined

/** The fields of the import by their names in the request. */
const fields: Record<string, string> = { name: 'companyName' }

/**
 * Makes the first company of an installation with its portal and ticket types, through the import, so that their values are checked like
 * any others; returns its id. Errors: `invalid_request` with the field at fault, `conflict` if another company was made meanwhile.
 */
export const makeFirstCompany = async (deps: ImportDeps, first: FirstPortal, language: Language): Promise<number> => {
  const { companyName, webPortalKey, webPortalName, baseColor, supportEmail, ticketTypes } = first
  const portal = { externalId: webPortalKey, serviceCompany: webPortalKey }
  const names = [...new Set(ticketTypes.map(name => name.trim()).filter(Boolean))]
  const logo = readLogo(first)
  if (names.length === 0) failAt('fill_required_fields', 'body.portal.ticketTypes', 'has none')
  const lines = [
    { type: 'serviceCompany', externalId: webPortalKey, name: companyName },
    {
      type: 'portal',
      ...portal,
      webPortalKey,
      webPortalName,
      baseColor,
      supportEmail,
      ...(logo && { logo: { path: LOGO } }),
    },
    ...firstSteps[language].map((name, taskStatus) => ({
      type: 'ticketStep',
      serviceCompany: webPortalKey,
      portal: webPortalKey,
      externalId: randomUUID(),
      name,
      taskStatus,
      position: 10 * (taskStatus + 1),
    })),
    ...names.map(name => ({
      type: 'ticketType',
      serviceCompany: webPortalKey,
      portal: webPortalKey,
      externalId: randomUUID(),
      name,
    })),
  ]
  const source = {
    open: () => Readable.from([Buffer.from(lines.map(line => JSON.stringify(line)).join('\n'))]),
    files: {
      find: async (_path: string, field: string) => {
        if (!logo) throw new Refusal(field, 'names a file')
        return { name: logo.name, open: () => Readable.from([logo.content]) }
      },
    },
  }
  // An import keeps its good lines: the first run finds the bad ones and keeps nothing.
  for (const dryRun of [true, false]) {
    const { refused, created } = await importFrom(deps, source, { dryRun, onlyNew: true })
    const [refusal] = refused
    if (refusal)
      failAt(
        'invalid_request',
        `body.portal.${fields[refusal.field ?? ''] ?? refusal.field ?? 'companyName'}`,
        refusal.reason,
      )
    if (created < lines.length) fail('conflict', { detail: 'There is a company already.' })
  }
  const { id } = await deps.database.one<{ id: number }>(
    sql`select id from service_company where external_id = ${webPortalKey}`,
  )
  return id
}
