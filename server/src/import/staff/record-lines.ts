import { randomUUID } from 'node:crypto'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import type { Line } from '../../records/definition/record-type.ts'
import { isReadFile, type ReadFile, readRecords } from '../../records/read/read-records.ts'
import { requireRecordType } from '../../records/registry.ts'
import type { Draft } from './record-drafts.ts'

const defined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** The records that are there, by type and external id. */
export type RecordsThere = { of: (draft: Draft) => Line | undefined }

/** Makes import lines of drafts: what a row says, over what the record has that is there. */
export const openRecordLines = (db: Db, { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>) => {
  /** The files that records keep, by a path that no cell can name. */
  const kept = new Map<string, ReadFile>()
  const keptPath = `kept:${randomUUID()}`

  const withFiles = (line: Line): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(line).map(([field, value]) => {
        if (!isReadFile(value)) return [field, value]
        const path = `${keptPath}/${kept.size}`
        kept.set(path, value)
        return [field, { path, name: value.name }]
      }),
    )

  return {
    /** Reads the records that are there. */
    readThere: async (drafts: Draft[]): Promise<RecordsThere> => {
      const found = new Map<string, Line>()
      for (const type of new Set(drafts.map(draft => draft.type))) {
        const ids = drafts.flatMap(draft => (draft.type === type && draft.isThere ? draft.externalId : []))
        if (ids.length === 0) continue
        const read = await readRecords(db, requireRecordType(type), { company: serviceCompanyId }, ids)
        for (const { externalId, line } of read) found.set(`${type} ${externalId}`, line)
      }
      return { of: ({ type, externalId }) => found.get(`${type} ${externalId}`) }
    },
    lineOf: ({ type, externalId, given, fresh = {}, change }: Draft, existing: Line | undefined) => {
      if (!existing) return withoutNulls({ ...defined(given), ...defined(fresh), type, externalId })
      const before = withFiles(existing)
      for (const field of requireRecordType(type).unclearable ?? []) delete before[field]
      return withoutNulls({ ...before, ...defined(given), ...change?.(existing), type, externalId })
    },
    /** A file that a record keeps. */
    keptFile: (path: string): ReadFile | undefined => kept.get(path),
  }
}
