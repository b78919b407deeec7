import type { Language } from '@portico/contract/language'
import { typeLines, typeNames } from '../cli/portal-ticket-types.ts'
import { lineOf, type Outcome, slugOf, writeLines } from '../cli/write-line.ts'
import type { ImportDeps } from '../import/import.ts'
import { type Database, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { linkPath } from '../staff/first-links.ts'
import { insertStaffLink } from '../staff/link-queries.ts'
import { companyIdOf, findCompany, findPortal, isCompanyTaken, listCompanies, setQuota } from './company-queries.ts'

type Deps = ImportDeps & { database: Database }

/** Fails as the import refused: at the field that it names, if that is one of the request. */
const requireWritten = (written: Outcome, fields: Record<string, string>): void => {
  if (written.outcome !== 'refused') return
  const [field = '', ...words] = written.refused.split(' ')
  const path = fields[field]
  if (path) failAt('invalid_request', `body.${path}`, words.join(' '))
  fail('invalid_request', { detail: `${written.refused[0]?.toUpperCase()}${written.refused.slice(1)}.` })
}

const readName = (text: string, path: string): string => text || failAt('fill_required_fields', path, 'is missing')

/** Adds a company; returns its id. */
export const addCompany = async (deps: Deps, typed: string): Promise<number> => {
  const name = readName(typed, 'body.name')
  const externalId = slugOf(name)
  if (!externalId) failAt('invalid_request', 'body.name', 'has no letter or digit')
  if (await isCompanyTaken(deps.database, name, externalId))
    failAt('conflict', 'body.name', 'is that of another company')
  requireWritten(await writeLines(deps, { lines: [{ type: 'serviceCompany', externalId, name }] }, true), {
    name: 'name',
    externalId: 'name',
  })
  return companyIdOf(deps.database, externalId)
}

/** Makes a link for the first administrator of a company; fails with `conflict` if there is one. */
export const makeCompanyLink = async (
  { database }: Pick<Deps, 'database'>,
  id: number,
  { origin, now }: { origin: string; now: Date },
): Promise<string> => {
  const [company] = await listCompanies(database, { ownId: 0, quota: undefined, only: id })
  if (!company) return fail('not_found')
  if (company.hasAdministrator)
    fail('conflict', { detail: 'The company has an administrator, who invites others in the settings.' })
  return `${origin}${linkPath(await insertStaffLink(database, { serviceCompanyId: id }, now))}`
}

/** Renames a company, and sets what its files may take. */
export const changeCompany = async (
  deps: Deps,
  id: number,
  change: { name?: string | undefined; storageQuota?: number | null | undefined },
): Promise<void> => {
  const { externalId } = (await findCompany(deps.database, id)) ?? fail('not_found')
  if (change.name !== undefined) {
    const name = readName(change.name, 'body.name')
    const line = { type: 'serviceCompany', externalId, name }
    requireWritten(await writeLines(deps, { lines: [line], tenantScope: { company: id } }), { name: 'name' })
  }
  const { storageQuota } = change
  if (storageQuota !== undefined) await tx(deps.database, db => setQuota(db, id, storageQuota))
}

const portalFields = {
  webPortalKey: 'webPortalKey',
  externalId: 'webPortalKey',
  webPortalName: 'webPortalName',
  supportEmail: 'supportEmail',
}

/** Adds a portal to a company, with three ticket types. */
export const addPortal = async (
  deps: Deps,
  companyId: number,
  given: { webPortalKey: string; webPortalName: string; supportEmail?: string | null | undefined; language: Language },
): Promise<void> => {
  const company = (await findCompany(deps.database, companyId)) ?? fail('not_found')
  const webPortalKey = given.webPortalKey.trim()
  const webPortalName = readName(given.webPortalName, 'body.webPortalName')
  const record = { externalId: webPortalKey, serviceCompany: company.externalId }
  const portal = { type: 'portal', ...record, webPortalKey, webPortalName, supportEmail: given.supportEmail || null }
  const lines = [portal, ...typeLines(typeNames(undefined, given.language), record)]
  requireWritten(await writeLines(deps, { lines }, true), portalFields)
}

/** Renames a portal of any company; returns the id of its company. */
export const renamePortal = async (deps: Deps, portalId: number, name: string): Promise<number> => {
  const portal = (await findPortal(deps.database, portalId)) ?? fail('not_found')
  const webPortalName = readName(name, 'body.webPortalName')
  const line = await lineOf(deps, { type: 'portal', ...portal })
  if (!line) return fail('not_found')
  const lines = [{ ...line, webPortalName }]
  requireWritten(await writeLines(deps, { lines, tenantScope: { company: portal.company } }), portalFields)
  return portal.company
}
