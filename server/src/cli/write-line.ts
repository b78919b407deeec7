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

/** A file named by an option. `path` is absolute, as import lines reference it. */
export type GivenFile = { path: string; name: string }

/** Import lines to write, the files that they may reference, and the tenant scope that limits them. */
type Written = { lines: Record<string, unknown>[]; given?: GivenFile[]; tenantScope?: TenantScope }

/** Resolves a file named by an option. Throws if it cannot be read. */
export const givenFile = async (name: string): Promise<GivenFile> => {
  const path = await realpath(name).catch(error => {
    throw new WrongCall(`${name} cannot be read: ${error.message}`)
  })
  if (!(await stat(path)).isFile()) throw new WrongCall(`${name} is not a file.`)
  return { path, name: basename(name) }
}

/** The result of a write. `refused`: the reason, as a sentence. `warnings`: likely mistakes in a record that was written. */
export type Outcome =
  | { outcome: 'created' | 'changed' | 'unchanged'; warnings: string[] }
  | { outcome: 'refused'; refused: string }

const sentenceOf = ({ field, reason }: { field?: string; reason: string }) => (field ? `${field} ${reason}` : reason)

/** Opens files named by options, and stored files by storage key. It reads no other path. */
const filesOf = (storage: Storage, given: GivenFile[]): FileSource => ({
  find: async (path, field) => {
    if (isStorageKey(path)) return { name: basename(path), open: () => storage.get(path) }
    const file = given.find(one => one.path === path)
    if (!file) throw new Refusal(field, `"${path}" is not there`)
    return { name: file.name, open: () => createReadStream(path) }
  },
})

/**
 * Writes records through the import, all or none, so that the command line validates exactly like an import file. With `onlyNew`
 * an existing record is refused and stays unchanged.
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
  const { refused, created, changed, unchanged, warnings: found } = isDoomed ? tried : await take(false)
  const [refusal] = refused
  if (refusal) return { outcome: 'refused', refused: sentenceOf(refusal) }
  if (onlyNew && unchanged > 0)
    return { outcome: 'refused', refused: `externalId "${lines[0]?.externalId}" is there already` }
  const warnings = found.map(sentenceOf)
  return { outcome: created > 0 ? 'created' : changed > 0 ? 'changed' : 'unchanged', warnings }
}

/** Converts a value that was read into the form that the import writes; files become references by storage key. */
const asWritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asWritten)
  const isFile = typeof value === 'object' && value !== null && 'storageKey' in value && 'name' in value
  return isFile ? { path: value.storageKey, name: value.name } : value
}

/** Reads a record of a service company as the import line that would write it again; undefined if it does not exist. */
export const lineOf = async (
  { database }: ImportDeps,
  { type, company, externalId }: { type: string; company: number; externalId: string },
): Promise<Record<string, unknown> | undefined> => {
  const [record] = await readRecords(database, requireRecordType(type), { company }, [externalId])
  return record && Object.fromEntries(Object.entries(record.line).map(([field, value]) => [field, asWritten(value)]))
}

/** Prints an outcome and returns the exit code; `done` is the text for a record that was written. */
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

/** Derives an externalId from a name, for a record created without one. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
