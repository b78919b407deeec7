import type { ImportKind, ImportRun, ValueChange } from '@portico/contract/staff/imports'
import { valueChangesMax } from '@portico/contract/staff/imports'
import type { Db } from '../../kernel/database/db.ts'
import type { Item, Line, RecordType, WrittenLine } from '../../records/definition/record-type.ts'
import { isReadFile, readRecords } from '../../records/read/read-records.ts'
import { requireRecordType } from '../../records/registry.ts'
import { fieldInTable } from './row-faults.ts'
import { isTableKind } from './run-reading.ts'

const VALUE_LENGTH = 300
/** What says of a record which one it is. */
const NAMES = [
  'companyName',
  'referentName',
  'userName',
  'name',
  'estimateName',
  'typologyName',
  'documentNumber',
  'code',
  'title',
]
/** Names and addresses: what is shorter than before has probably lost something. */
const NAMES_AND_ADDRESSES = ['companyName', 'referentName', 'name', 'estimateName', 'documentName', 'title', 'address']
/** Fields that say what a record is, or what another field says already. */
const LEFT_OUT = ['type', 'externalId', 'serviceCompany', 'addressParts']

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isReadFile(value)) return value.name
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const cut = (text: string | null) => text && (text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text)

const nameOf = (line: Line): string => {
  const name = NAMES.map(field => line[field]).find(value => typeof value === 'string')
  return String(name ?? line.externalId)
}

/** The values in which a record differs from what it was. */
const differences = (before: Line, after: Line): Pick<ValueChange, 'field' | 'before' | 'after' | 'isShorter'>[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(field => {
    if (LEFT_OUT.includes(field) || JSON.stringify(before[field]) === JSON.stringify(after[field])) return []
    const [old, now] = [textOf(before[field]), textOf(after[field])]
    const isShorter = NAMES_AND_ADDRESSES.includes(field) && old !== null && (now ?? '').length < old.length
    return { field, before: cut(old), after: cut(now), isShorter }
  })

type Changes = NonNullable<ImportRun['changes']>

/** Finds which values of existing records an import changes: by reading them before and after each batch. */
export const openValueChanges = (kind: ImportKind, company: number) => {
  let before = new Map<string, Line>()
  const counts = new Map<string, Changes['fields'][number]>()
  /** The first changes, and the first of those that make something shorter, which are told before others. */
  const first = { shorter: [] as ValueChange[], others: [] as ValueChange[] }

  const linesOf = async (db: Db, records: { recordType: RecordType; externalId: string }[]) => {
    const found = new Map<string, Line>()
    for (const recordType of new Set(records.map(record => record.recordType))) {
      const ids = records.flatMap(record => (record.recordType === recordType ? record.externalId : []))
      for (const { externalId, line } of await readRecords(db, recordType, { company }, ids))
        found.set(`${recordType.type} ${externalId}`, line)
    }
    return found
  }

  const add = (change: ValueChange) => {
    const { type, field, isShorter } = change
    const count = counts.get(`${type} ${field}`) ?? { type, field, count: 0, shorter: 0 }
    count.count += 1
    if (isShorter) count.shorter += 1
    counts.set(`${type} ${field}`, count)
    const list = isShorter ? first.shorter : first.others
    if (list.length < valueChangesMax) list.push(change)
  }

  return {
    clear: () => {
      counts.clear()
      first.shorter = []
      first.others = []
    },
    /** Before a batch is written. */
    beforeWrite: async (db: Db, items: Item[]): Promise<void> => {
      before = await linesOf(
        db,
        items.map(({ recordType, line: { externalId } }) => ({ recordType, externalId })),
      )
    },
    /** After it is written, in the same transaction. */
    afterWrite: async (db: Db, written: WrittenLine[]): Promise<void> => {
      const changed = written.filter(({ outcome }) => outcome === 'changed')
      const after = await linesOf(
        db,
        changed.map(({ type, externalId }) => ({ recordType: requireRecordType(type), externalId })),
      )
      for (const { type, externalId, number } of changed) {
        const [old, now] = [before, after].map(lines => lines.get(`${type} ${externalId}`))
        if (!old || !now) continue
        for (const { field, ...values } of differences(old, now)) {
          const inTable = isTableKind(kind) ? fieldInTable(kind, field, type) : field
          add({ line: number, type, name: nameOf(old), field: inTable ?? field, ...values })
        }
      }
    },
    list: (): Changes => ({
      fields: [...counts.values()],
      first: [...first.shorter, ...first.others].slice(0, valueChangesMax),
    }),
  }
}
