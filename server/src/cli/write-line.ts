import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type ImportDeps, importFrom } from '../import/import.ts'
import { isStorageKey, type Storage } from '../kernel/storage/storage.ts'
import type { FileSource } from '../records/definition/files.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { readRecords } from '../records/read/read-records.ts'
import { requireRecordType } from '../records/registry.ts'
import { WrongCall } from './command.ts'
import type { Output } from './import-command.ts'

/** A file that an option names, as a line names it: by its whole path. */
export type GivenFile = { path: string; name: string }

/** What is written: lines as a file of an import would have them, the files that options name, and whose they may be. */
type Written = { lines: Record<string, unknown>[]; given?: GivenFile[]; tenantScope?: TenantScope }

/** A file that an option names; throws where it cannot be read. */
export const givenFile = async (name: string): Promise<GivenFile> => {
  const path = await realpath(name).catch(error => {
    throw new WrongCall(`${name} cannot be read: ${error.message}`)
  })
  if (!(await stat(path)).isFile()) throw new WrongCall(`${name} is not a file.`)
  return { path, name: basename(name) }
}

/** What became of it. `refused` says why not, as a sentence; `warnings` what is probably wrong with what was written. */
export type Outcome =
  | { outcome: 'created' | 'changed' | 'unchanged'; warnings: string[] }
  | { outcome: 'refused'; refused: string }

const sentenceOf = ({ field, reason }: { field?: string; reason: string }) => (field ? `${field} ${reason}` : reason)

/** The files that options name, and those that are in the storage already, by their key. No other path is read. */
const filesOf = (storage: Storage, given: GivenFile[]): FileSource => ({
  find: async (path, field) => {
    if (isStorageKey(path)) return { name: basename(path), open: () => storage.get(path) }
    const file = given.find(one => one.path === path)
    if (!file) throw new Refusal(field, `"${path}" is not there`)
    return { name: file.name, open: () => createReadStream(path) }
  },
})

/**
 * Writes records through the import, all or none, so that the command line refuses what a file would be refused for. With `onlyNew`
 * what is there already is left as it is, and refused.
 */
export const writeLines = async (
  deps: ImportDeps,
  { lines, given = [], tenantScope }: Written,
  onlyNew = false,
): Promise<Outcome> => {
  const open = () => Readable.from([Buffer.from(lines.map(line => JSON.stringify(line)).join('\n'))])
  const source = { open, files: filesOf(deps.storage, given) }
  const take = (dryRun: boolean) => importFrom(deps, source, { dryRun, onlyNew, ...(tenantScope && { tenantScope }) })
  const tried = lines.length > 1 ? await take(true) : undefined
  const isDoomed = tried && (tried.refused.length > 0 || (onlyNew && tried.unchanged > 0))
  const { refused, created, changed, unchanged, warnings: told } = isDoomed ? tried : await take(false)
  const [refusal] = refused
  if (refusal) return { outcome: 'refused', refused: sentenceOf(refusal) }
  if (onlyNew && unchanged > 0)
    return { outcome: 'refused', refused: `externalId "${lines[0]?.externalId}" is there already` }
  const warnings = told.map(sentenceOf)
  return { outcome: created > 0 ? 'created' : changed > 0 ? 'changed' : 'unchanged', warnings }
}

/** What was read of a record as an import writes it: its files by where they are stored. */
const asWritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asWritten)
  const isFile = typeof value === 'object' && value !== null && 'storageKey' in value && 'name' in value
  return isFile ? { path: value.storageKey, name: value.name } : value
}

/** A record of a service company as a line that would write it again; undefined where there is none. */
export const lineOf = async (
  { database }: ImportDeps,
  { type, company, externalId }: { type: string; company: number; externalId: string },
): Promise<Record<string, unknown> | undefined> => {
  const [record] = await readRecords(database, requireRecordType(type), { company }, [externalId])
  return record && Object.fromEntries(Object.entries(record.line).map(([field, value]) => [field, asWritten(value)]))
}

/** Prints an outcome and answers the exit code; `done` is what is said of a record that was written. */
export const printOutcome = (
  { stdout, stderr }: { stdout: Output; stderr: Output },
  written: Outcome,
  { json, record, done }: { json: boolean; record: Record<string, unknown>; done: string },
): number => {
  if (written.outcome !== 'refused') for (const warning of written.warnings) stderr.write(`Warning: ${warning}.\n`)
  if (json) stdout.write(`${JSON.stringify({ ...written, ...record }, null, 2)}\n`)
  else if (written.outcome === 'refused') stderr.write(`Refused: ${written.refused}.\n`)
  else stdout.write(done)
  return written.outcome === 'refused' ? 1 : 0
}

/** An externalId made of a name, for a record whose caller gives none. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
