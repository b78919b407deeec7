import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportQuery } from '@portico/contract/operator/records'
import type { CsvMap } from '../import/csv/csv-columns.ts'
import type { CsvReport } from '../import/csv/import-csv.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFrom } from '../import/import.ts'
import { portalWithin } from '../import/import-clients.ts'
import type { Db } from '../kernel/database/db.ts'
import { failAt } from '../kernel/errors/fail.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import type { ImportSource } from '../records/files/file-source.ts'

/** How the body of an import is read, as its row stores it; null for lines of JSON. */
export type ImportFormat =
  | { format: 'csv'; type: string; portal?: string; map: CsvMap; charset?: string; decimal?: ',' | '.' }
  | { format: 'fatturapa'; portal: string; name: string }

/** Largest CSV file, in bytes: its refused rows are listed at the end, and are in memory until then. */
export const CSV_MAX = 32 * 1024 * 1024

const required = <Value>(value: Value | undefined, name: string): Value =>
  value ?? failAt('invalid_request', `query.${name}`, 'is missing for this format')

const isMapped = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  (typeof value === 'object' && 'value' in value && ['string', 'number', 'boolean'].includes(typeof value.value))

/** Refuses a text with what PostgreSQL cannot store, which an escape of JSON can write. */
const requireStorable = (text: unknown) => {
  if (typeof text === 'string' && /\p{Cs}|\0/u.test(text)) throw new SyntaxError('cannot be stored')
}

const mapIn = (text: string): CsvMap => {
  let map: unknown
  try {
    map = JSON.parse(text, (name, value) => {
      requireStorable(name)
      requireStorable(value)
      return value
    })
  } catch {
    map = undefined
  }
  const isMap = typeof map === 'object' && map !== null && !Array.isArray(map) && Object.values(map).every(isMapped)
  return isMap
    ? (map as CsvMap)
    : failAt('invalid_request', 'query.map', 'is no map: {"column": "field", "another": null, "field": {"value": 1}}')
}

const parameters = {
  csv: ['type', 'portal', 'map', 'charset', 'decimal'],
  fatturapa: ['portal', 'name'],
  lines: [],
} as const satisfies Record<string, readonly (keyof ImportQuery)[]>

/** Reads the format of an import from its query; fails for parameters that are missing or that the format does not have. */
export const formatIn = async (db: Db, scope: TenantScope, query: ImportQuery): Promise<ImportFormat | null> => {
  const { format = 'lines', dryRun: _, ...given } = query
  const allowed: readonly string[] = parameters[format]
  for (const name of Object.keys(given))
    if (!allowed.includes(name)) failAt('invalid_request', `query.${name}`, `is not for the format ${format}`)
  if (format === 'lines') return null
  const { type, portal, name, map, charset, decimal } = given
  if (portal !== undefined && !(await portalWithin(db, scope, portal)))
    failAt('not_found', 'query.portal', 'names nothing that is there')
  if (format === 'fatturapa') {
    const file = cleanFileName(required(name, 'name'))
    if (!/\.(?:xml|p7m)$/i.test(file)) failAt('invalid_request', 'query.name', 'is no name of an .xml or .p7m file')
    return { format, portal: required(portal, 'portal'), name: file }
  }
  const rows = required(type, 'type')
  if (rows !== 'webUser') required(portal, 'portal')
  return {
    format,
    type: rows,
    map: map === undefined ? {} : mapIn(map),
    ...(portal !== undefined && { portal }),
    ...(charset !== undefined && { charset }),
    ...(decimal !== undefined && { decimal }),
  }
}

type Import = {
  format: ImportFormat | null
  source: ImportSource & { open(): AsyncIterable<Uint8Array> }
  scope: TenantScope
  serviceCompany: string
}

const portalNamed = async (db: Db, scope: TenantScope, externalId: string) => {
  const portal = await portalWithin(db, scope, externalId)
  if (!portal) throw new OperatorError(`There is no portal "${externalId}" any more.`)
  return portal
}

/** Writes the body to a file of its own folder, from which the importers of tables and invoices read. */
const withFile = async <Result>(
  name: string,
  { open }: Import['source'],
  work: (path: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
  try {
    const path = join(folder, name)
    await pipeline(Readable.from(open(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Imports a body in its format. Throws an OperatorError if the body as a whole cannot be imported. */
export const importInFormat = async (
  deps: ImportDeps,
  { format, source, scope, serviceCompany }: Import,
  options: ImportOptions,
): Promise<ImportReport | CsvReport> => {
  const within = { ...options, tenantScope: scope }
  if (format === null) return importFrom(deps, source, within)
  // The refused rows get the titles of their columns once all are read.
  const { onRefused: _, ...others } = within
  if (format.format === 'fatturapa') {
    const portal = await portalNamed(deps.database, scope, format.portal)
    const { importFatturapa } = await import('../import/fatturapa/import-fatturapa.ts')
    return withFile(format.name, source, path => importFatturapa(deps, path, portal, others))
  }
  const { portal, format: _format, ...asked } = format
  const table = {
    ...asked,
    files: source.files,
    ...(portal !== undefined && { portal: await portalNamed(deps.database, scope, portal) }),
    serviceCompany: { id: scope.company, externalId: serviceCompany },
  }
  const { importCsv } = await import('../import/csv/import-csv.ts')
  return withFile('table.csv', source, path => importCsv(deps, path, table, others))
}
