import { readFile, stat } from 'node:fs/promises'
import { type CsvMap, csvTypes } from '../import/csv/csv-columns.ts'
import type { CsvReport } from '../import/csv/import-csv.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFile } from '../import/import.ts'
import { portalByKey } from '../import/import-clients.ts'
import { sql } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'

/** The arguments of `portico import`. */
export type Asked = {
  file: string
  shiftDates: boolean
  portal?: string
  company?: string
  type?: string
  map?: string
  charset?: string
  decimal?: string
}

const portalOf = async ({ database }: ImportDeps, key: string) => {
  const portal = await portalByKey(database, key)
  if (!portal) throw new OperatorError(`There is no portal "${key}".`)
  return portal
}

const companyOf = async ({ database }: ImportDeps, externalId: string) => {
  const company = await database.maybe<{ id: number; externalId: string }>(
    sql`select id, external_id as "externalId" from service_company where external_id = ${externalId}`,
  )
  if (!company) throw new OperatorError(`There is no service company "${externalId}".`)
  return company
}

const isMapped = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  (typeof value === 'object' && 'value' in value && ['string', 'number', 'boolean'].includes(typeof value.value))

const mapIn = async (file: string): Promise<CsvMap> => {
  const wrong = new OperatorError(`${file} is no map: { "column": "field", "another": null, "field": { "value": 1 } }.`)
  try {
    const map: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof map !== 'object' || map === null || !Object.values(map).every(isMapped)) throw wrong
    return map as CsvMap
  } catch (error) {
    throw error instanceof SyntaxError ? wrong : error
  }
}

const importTable = async (deps: ImportDeps, asked: Asked, options: ImportOptions): Promise<CsvReport> => {
  const { file, type, portal, company, map, charset, decimal } = asked
  if (!type || !csvTypes.includes(type))
    throw new OperatorError(`Say what the rows are: --type ${csvTypes.join(', ')}.`)
  if (!portal && (type !== 'webUser' || !company))
    throw new OperatorError(
      type === 'webUser' ? 'Say whose they are: --portal KEY or --company ID.' : 'Say --portal KEY.',
    )
  if (decimal !== undefined && decimal !== ',' && decimal !== '.') throw new OperatorError('--decimal is , or .')
  const { importCsv } = await import('../import/csv/import-csv.ts')
  return importCsv(
    deps,
    file,
    {
      type,
      map: map ? await mapIn(map) : {},
      ...(portal && { portal: await portalOf(deps, portal) }),
      ...(company && { serviceCompany: await companyOf(deps, company) }),
      ...(charset && { charset }),
      ...(decimal && { decimal }),
    },
    options,
  )
}

/** Chooses the importer by file extension: JSON lines, CSV or electronic invoices. Throws an OperatorError if an option is missing. */
export const importAsked = async (
  deps: ImportDeps,
  asked: Asked,
  options: ImportOptions,
): Promise<ImportReport | CsvReport> => {
  const { file, portal, shiftDates } = asked
  if (/\.csv$/i.test(file)) return importTable(deps, asked, options)
  if (/\.(?:xml|p7m)$/i.test(file) || (await stat(file)).isDirectory()) {
    if (!portal) throw new OperatorError('Say in which portal the invoices are: --portal KEY.')
    const { importFatturapa } = await import('../import/fatturapa/import-fatturapa.ts')
    return importFatturapa(deps, file, await portalOf(deps, portal), options)
  }
  return importFile(deps, file, { ...options, shiftDates })
}
