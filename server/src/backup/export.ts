import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportProgress } from '../import/import.ts'
import { type Database, type Db, raw, sql, tx } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { Line, RecordType } from '../records/definition/record-type.ts'
import { everyRecord, isReadFile, type ReadRecord } from '../records/read/read-records.ts'
import { recordTypes } from '../records/registry.ts'
import { type FileCopies, openFileCopies } from './export-files.ts'
import { createOutputFolder, describeFullDisk } from './output-folder.ts'

const PAGE_LINES = 200
/** Parallel file copies, because a remote storage has a high latency per file. */
const COPIES_AT_ONCE = 8

/** Number of lines and files written, total size of the files, and the records with a missing or damaged file. */
export type ExportReport = { lines: number; files: number; bytes: number; incomplete: IncompleteRecord[] }
type IncompleteRecord = { type: string; externalId: string; field: string; name: string }

export type ExportOptions = {
  /** Exports only the service company with this `externalId`. */
  company?: string | undefined
  /** Omits password hashes and link keys. */
  withoutSecrets?: boolean
  onProgress?: (progress: ImportProgress) => void
}

type Company = { id: number; externalId: string }
type ExportDeps = { database: Database; storage: Storage; secrets: Secrets }

const findCompanies = async (db: Db, company: string | undefined): Promise<Company[]> => {
  const all = await db.many<Company>(sql`select id, external_id as "externalId" from service_company order by id`)
  const found = all.filter(({ externalId }) => company === undefined || externalId === company)
  if (company !== undefined && found.length === 0) throw new OperatorError(`There is no service company "${company}".`)
  return found
}

const countRecords = async (db: Db, recordType: RecordType, { id }: Company): Promise<number> => {
  const column = raw(recordType.level === 'installation' ? 't.id' : 't.service_company_id')
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from ${raw(recordType.table)} t where ${column} = ${id} and ${raw(recordType.rows ?? 'true')}`,
  )
  return count
}

/** Waits for all of them, also if one fails: whoever clears up after that would leave what the others still write. */
const settled = async <T>(works: Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** Runs `work` for each piece, at most `COPIES_AT_ONCE` in parallel; after a failure it begins no other piece. */
const forEachConcurrently = async <Piece>(pieces: Piece[], work: (piece: Piece) => Promise<void>): Promise<void> => {
  const waiting = [...pieces]
  const worker = async () => {
    try {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) await work(piece)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  await settled(Array.from({ length: COPIES_AT_ONCE }, worker))
}

/** Replaces the files of a line by their copies; a missing file is reported to `tell` and left out. */
const copyFiles = async (
  line: Line,
  copies: FileCopies,
  reportMissing: (missing: IncompleteRecord) => void,
): Promise<void> => {
  for (const [field, value] of Object.entries(line)) {
    const files = [value].flat().filter(isReadFile)
    if (files.length === 0) continue
    const named = await settled(files.map(file => copies.copy(file)))
    for (const [n, { name }] of files.entries())
      if (!named[n]) reportMissing({ type: line.type, externalId: line.externalId, field, name })
    const there = named.filter(file => file !== undefined)
    line[field] = Array.isArray(value) ? there : there[0]
  }
}

const emptyFolder = async (folder: string): Promise<string> => {
  const path = await createOutputFolder(folder)
  if ((await readdir(path)).length > 0)
    throw new OperatorError(`${path} is not empty. Name a folder that is empty, or not there yet.`)
  return path
}

/**
 * Exports the service companies as an import file, `portico.jsonl`, with their files beside it. All lines come from one database
 * snapshot, so they are consistent. Throws an OperatorError if the folder is not empty or the company does not exist.
 */
export const exportTo = async (
  { database, storage, secrets }: ExportDeps,
  folder: string,
  { company, withoutSecrets = false, onProgress }: ExportOptions = {},
): Promise<ExportReport> => {
  const into = await emptyFolder(folder)
  const pending = join(into, '.portico.jsonl')
  try {
    const report = await tx(
      database,
      async db => {
        await db.run(sql`set transaction isolation level repeatable read, read only`)
        const companies = await findCompanies(db, company)
        const copies = openFileCopies(storage, into)
        const incomplete: IncompleteRecord[] = []
        let lines = 0
        let total = 0
        for (const company of companies)
          for (const recordType of recordTypes) total += await countRecords(db, recordType, company)

        const file = await open(pending, 'w', 0o600)
        try {
          const write = async (records: ReadRecord[], { externalId: serviceCompany }: Company) => {
            await forEachConcurrently(records, ({ line }) =>
              copyFiles(line, copies, missing => incomplete.push(missing)),
            )
            const texts = records.map(({ line: { type, externalId, ...fields } }) =>
              JSON.stringify({ type, externalId, ...(type !== 'serviceCompany' && { serviceCompany }), ...fields }),
            )
            await file.appendFile(`${texts.join('\n')}\n`)
            lines += records.length
            onProgress?.({ lines, bytes: lines, totalBytes: total })
          }
          await file.appendFile('{"type":"import","news":false}\n')
          for (const company of companies) {
            for (const recordType of recordTypes) {
              const options = { pageSize: PAGE_LINES, secrets: withoutSecrets ? undefined : secrets }
              for await (const page of everyRecord(db, recordType, company.id, options)) await write(page, company)
            }
          }
          await file.sync()
        } finally {
          await file.close()
        }
        return { lines, ...copies.copied(), incomplete }
      },
      // Copying files between two statements may take any time, and the read-only transaction blocks nobody.
      { statementTimeout: 0, idleTimeout: 0 },
    )
    await rename(pending, join(into, 'portico.jsonl'))
    return report
  } catch (error) {
    for (const made of ['.portico.jsonl', 'files']) await rm(join(into, made), { recursive: true, force: true })
    throw describeFullDisk(into, error)
  }
}
