import { parseLine } from '../../import/parse-lines.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { withoutStaleForms } from '../../records/definition/kept-in-parts.ts'
import type { Line, RecordServices } from '../../records/definition/record-type.ts'
import { Refusal, refusalOf } from '../../records/definition/refusal.ts'
import { openFileTransaction } from '../../records/files/store-files.ts'
import { readRecords } from '../../records/read/read-records.ts'
import { requireRecordType } from '../../records/registry.ts'
import { openRecordHooks } from '../../records/write/record-hooks.ts'
import { writeBatch } from '../../records/write/write-batch.ts'

/** Lines name no files. */
const noFiles = {
  find: async (_path: string, field: string): Promise<never> => {
    throw new Refusal(field, 'names a file')
  },
}

/** The fields of a record, as an import names them. */
type Fields = Record<string, unknown>

/** A record that is named by type and external id. */
type Named = { type: string; externalId: string }

const write = async (db: Db, services: RecordServices, scope: StaffScope, written: Named & Fields): Promise<void> => {
  const parsed = parseLine(JSON.stringify(written))
  if ('refusal' in parsed) throw parsed.refusal
  await writeBatch(db, [{ number: 1, ...parsed }], {
    files: noFiles,
    shiftDays: 0,
    movedTo: undefined,
    onlyNew: false,
    single: true,
    fileTransaction: openFileTransaction(services.storage, false),
    secrets: services.secrets,
    newsSince: undefined,
    hooks: openRecordHooks(services, { dryRun: false }),
    tenantScope: { company: scope.serviceCompanyId },
    refuse: (_item, refusal) => {
      throw refusal
    },
    warn: () => undefined,
    seen: () => false,
  })
}

/** Answers a refusal as the error of a call; `at` is the path of the record in the body, `names` has fields that the body calls otherwise. */
const failWith = (error: unknown, { at = 'body', names = {} }: Place): never => {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { field, reason, code } = refusal
  if (field === undefined) return fail(code, { detail: `The record ${reason}.` })
  return failAt(code, `${at}.${names[field] ?? field}`, reason)
}

/** Where a record stands in the body of a call. */
type Place = { at?: string; names?: Record<string, string> }

/**
 * Writes a record by the rules by which imports and the operator API write it, in the caller's transaction. What the caller may reach is
 * checked before. Errors: `invalid_request`, `conflict` at the field at fault.
 */
export const writeRecord = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  written: Named & Fields,
  place: Place = {},
): Promise<void> => {
  try {
    await write(db, services, scope, written)
  } catch (error) {
    failWith(error, place)
  }
}

/** The line with the fields that are given; null takes a field away, undefined leaves it. */
const merged = (line: Line, change: Fields): Line => {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    Object.entries({ ...line, ...Object.fromEntries(given) }).filter(([, value]) => value !== null),
  ) as Line
}

/** Changes fields of a record that the caller has locked; like {@link writeRecord}. */
export const changeRecord = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  { type, externalId, ...change }: Named & Fields,
  place: Place = {},
): Promise<void> => {
  const recordType = requireRecordType(type)
  const [record] = await readRecords(db, recordType, { company: scope.serviceCompanyId }, [externalId])
  if (!record) return fail('not_found')
  const line = merged(withoutStaleForms(recordType, record.line, change), change)
  for (const field of recordType.unclearable ?? []) delete line[field]
  await writeRecord(db, services, scope, { ...line, type, externalId }, place)
}
