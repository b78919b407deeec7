import type { Db } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import { readInstant } from '../definition/dates.ts'
import { keepAccepted } from '../definition/keep-accepted.ts'
import type {
  AfterWrite,
  CheckedFiles,
  ExistingRecord,
  Item,
  PendingRow,
  RecordFile,
  RecordHooks,
  RecordType,
  ResolvedLine,
  Row,
  WriteContext,
  WrittenLine,
} from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { checkAttachments, linkAttachments, prepareMessages } from '../files/messages.ts'
import { dropUnusedPictures, preparePictures } from '../files/pictures.ts'
import { checkRecordFiles, type DroppedFiles, dropFiles, fillRecordFiles } from '../files/record-files.ts'
import type { ReadRecord } from '../read/read-records.ts'
import { recordTypes } from '../registry.ts'
import { rejectOutOfScope } from '../resolve/authorize-write.ts'
import { keyOf, readExisting } from '../resolve/existing-rows.ts'
import { fillKey } from '../resolve/record-keys.ts'
import { resolve } from '../resolve/resolve-references.ts'
import type { OpenRecordHooks } from './record-hooks.ts'
import { syncLinks } from './sync-links.ts'
import { referencesOf, touch, upsert } from './upsert.ts'

/**
 * The result of writing a batch. `lines`: what became of each line that was not refused. `keys` identify the records that it contains. `records`: for a single record, the record as it now reads,
 * unless nothing was written or hooks changed it after its row was written. `later`: work that hooks deferred.
 */
export type Outcome = {
  created: number
  changed: number
  unchanged: number
  keys: string[]
  lines: WrittenLine[]
  records: ReadRecord[]
  later: AfterWrite[]
}

/** What {@link writeBatch} needs beside the lines. */
export type BatchContext = WriteContext & {
  hooks: OpenRecordHooks
  secrets: Secrets
  shiftDays: number
  movedTo: string | undefined
  /** Whether existing records are left as they are. */
  onlyNew: boolean
  /** Whether the batch is the single record of a `PUT` or `PATCH`: its existing row is locked, and it is read back. */
  single: boolean
  /** Whether an earlier batch contained this record. */
  seen: (key: string) => boolean
}

/** Sets the columns of `keepsOr` that the line omits: to the value of the existing record, or to the initial value of a new one. */
const fillKept = (recordType: RecordType, { row, existing }: PendingRow) => {
  for (const [column, fresh] of Object.entries(recordType.keepsOr ?? {}))
    row[column] ??= existing?.kept?.[column] ?? fresh(row)
}

const newRow = (
  item: ResolvedLine,
  existing: ExistingRecord | undefined,
  { shiftDays, movedTo }: BatchContext,
): PendingRow => {
  const { recordType, line, place, referenced } = item
  const row: Row = {
    service_company_id: place.company,
    portal_id: place.portal,
    contact_id: place.contact,
    external_id: line.externalId,
  }
  for (const { field, column } of referencesOf(recordType)) row[column] = referenced[field]?.id ?? null
  const instant = (text: string, field: string, timeZone = place.timeZone) =>
    readInstant(text, { field, timeZone, shiftDays })
  return { item, existing, row: { ...row, ...recordType.row(line, { place, referenced, movedTo, instant }) } }
}

const itemsOf = (rows: PendingRow[]) => rows.map(({ item }) => item)

/** Resolves the references of lines; rejects those out of scope and those that repeat a record of the file. */
const resolveOnce = async (db: Db, items: Item[], { refuse, seen, tenantScope }: BatchContext) => {
  const keys = new Set<string>()
  const resolved = await rejectOutOfScope(db, await resolve(db, items, refuse, tenantScope), tenantScope, refuse)
  return resolved.filter(item => {
    const key = keyOf(item)
    const again = keys.has(key) || seen(key)
    if (again) refuse(item, new Refusal('externalId', `"${item.line.externalId}" stands in the file twice`))
    keys.add(key)
    return !again
  })
}

type Messages = Awaited<ReturnType<typeof prepareMessages>>

/** The rows that were not refused, and what to link or remove once they are written. */
type Filled = { rows: PendingRow[]; messages: Messages; dropped: DroppedFiles }

/** Fills the columns of files; checks all files before it stores the first. */
const fillFiles = async (
  db: Db,
  recordType: RecordType,
  files: RecordFile[],
  { all, checkFiles, context }: { all: PendingRow[]; checkFiles: RecordHooks['checkFiles']; context: BatchContext },
): Promise<Filled> => {
  const checkedByFile: { file: RecordFile; checked: CheckedFiles }[] = []
  let rows = all
  for (const file of files) {
    const checked = await checkRecordFiles(rows, file, context)
    await checkFiles?.(db, checked, context)
    rows = [...checked.keys()]
    checkedByFile.push({ file, checked })
  }
  const dropped: DroppedFiles = []
  for (const { file, checked } of checkedByFile) {
    const accepted = new Map(rows.map(row => [row, checked.get(row)]))
    dropped.push(...(await fillRecordFiles(db, recordType, file, accepted, context.fileTransaction)))
  }
  return { rows, messages: new Map(), dropped }
}

/** Fills the columns of messages and stores their attachments. */
const fillMessages = async (
  db: Db,
  field: string,
  rows: PendingRow[],
  { files, fileTransaction, refuse }: BatchContext,
): Promise<Filled> => {
  const existing = new Map(rows.map(({ item, existing }) => [item, existing?.id]))
  const unchanged = rows.filter(({ item }) => !item.message)
  for (const { row, existing } of unchanged) row[field] = existing?.kept?.[field] ?? ''
  const changed = rows.filter(({ item }) => item.message)
  const checked = await checkAttachments(files, itemsOf(changed), refuse)
  const messages = await prepareMessages(db, checked, item => existing.get(item), fileTransaction)
  const accepted = changed.filter(({ item }) => messages.has(item))
  for (const { item, row } of accepted) row[field] = messages.get(item)?.html ?? ''
  return { rows: [...unchanged, ...accepted], messages, dropped: [] }
}

/** Fills the columns that depend on files and on existing records. */
const fill = async (db: Db, recordType: RecordType, all: PendingRow[], context: BatchContext): Promise<Filled> => {
  const { refuse, hooks, secrets, tenantScope } = context
  const { picture, keyPurpose, files, message } = recordType
  const { checkFiles, beforeWrite } = hooks.of(recordType)
  let rows = all
  if (picture) {
    const pictures = await preparePictures(db, itemsOf(rows), context)
    rows = rows.filter(({ item }) => pictures.has(item))
    for (const { item, row } of rows) row[picture.column] = pictures.get(item) ?? null
  }
  if (keyPurpose !== undefined) rows = await keepAccepted(rows, refuse, row => fillKey(row, secrets, tenantScope))
  for (const row of rows) fillKept(recordType, row)
  let filled: Filled = { rows, messages: new Map(), dropped: [] }
  if (files && rows.length > 0) filled = await fillFiles(db, recordType, files, { all: rows, checkFiles, context })
  else if (message) filled = await fillMessages(db, message.field, rows, context)
  if (!beforeWrite || filled.rows.length === 0) return filled
  return { ...filled, rows: await beforeWrite(db, filled.rows, context) }
}

/** Fills the rows of lines that may be written; `unchanged` are the lines whose existing records are left as they are. */
const prepareRows = async (db: Db, recordType: RecordType, items: Item[], context: BatchContext) => {
  const { refuse, onlyNew, single, hooks } = context
  const resolved = await resolveOnce(db, items, context)
  const { message, keyPurpose, links, keepsOr, readsExisting } = recordType
  const needsExisting = onlyNew || message || keyPurpose || links || keepsOr || readsExisting
  const existing =
    resolved.length > 0 && needsExisting
      ? await readExisting(db, recordType, resolved, { lockRows: single })
      : new Map<string, ExistingRecord>()
  const isLeft = (item: ResolvedLine) => onlyNew && existing.has(keyOf(item))
  let rows: PendingRow[] = []
  for (const item of resolved.filter(item => !isLeft(item))) {
    try {
      rows.push(newRow(item, existing.get(keyOf(item)), context))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  const { authorize } = hooks.of(recordType)
  if (authorize && rows.length > 0) rows = await authorize(db, rows, context)
  return { unchanged: resolved.filter(isLeft), ...(await fill(db, recordType, rows, context)) }
}

const writeRecordsOf = async (
  db: Db,
  recordType: RecordType,
  items: Item[],
  context: BatchContext,
): Promise<Outcome> => {
  const { fileTransaction, single, newsSince, hooks } = context
  const { unchanged: left, rows, messages, dropped } = await prepareRows(db, recordType, items, context)
  const leftKeys = left.map(keyOf)
  const toLine = (outcome: WrittenLine['outcome'], { number, line: { externalId } }: ResolvedLine): WrittenLine => ({
    number,
    type: recordType.type,
    externalId,
    outcome,
  })
  const leftLines = left.map(item => toLine('unchanged', item))
  if (rows.length === 0)
    return {
      ...{ created: 0, changed: 0, unchanged: left.length, keys: leftKeys },
      ...{ lines: leftLines, records: [], later: [] },
    }

  const { written, records } = await upsert(
    db,
    recordType,
    rows.map(({ row }) => row),
    { newsSince, reads: single },
  )
  const writtenByKey = new Map(written.map(row => [`${recordType.type} ${row.company} ${row.externalId}`, row]))
  const existingByItem = new Map(rows.map(({ item, existing }) => [item, existing?.id]))
  const idOf = (item: ResolvedLine) => writtenByKey.get(keyOf(item))?.id ?? existingByItem.get(item) ?? 0
  await linkAttachments(db, [...messages.values()], idOf, fileTransaction)
  const relinked = await syncLinks(db, recordType, rows, ({ item }) => idOf(item))
  await dropFiles(db, dropped, fileTransaction)
  const writtenRow = ({ item }: PendingRow) => writtenByKey.get(keyOf(item))
  const later = await hooks.of(recordType).afterWrite?.(db, rows, { ...context, writtenRow })

  const created = written.filter(row => row.created).length
  if (recordType.picture && created < written.length)
    await dropUnusedPictures(db, [...new Set(rows.map(({ item }) => item.place.company))], fileTransaction)

  const withOtherLinks = rows.filter(row => messages.get(row.item)?.changed || relinked.has(row))
  const touched = withOtherLinks.filter(({ item }) => !writtenByKey.has(keyOf(item)))
  if (touched.length > 0) await touch(db, recordType, itemsOf(touched))
  const changed = written.length - created + touched.length
  const touchedItems = new Set(touched.map(({ item }) => item))
  const outcomeOf = (row: PendingRow): WrittenLine['outcome'] => {
    const found = writtenRow(row)
    if (found) return found.created ? 'created' : 'changed'
    return touchedItems.has(row.item) ? 'changed' : 'unchanged'
  }
  return {
    created,
    changed,
    unchanged: left.length + rows.length - created - changed,
    keys: [...leftKeys, ...rows.map(({ item }) => keyOf(item))],
    lines: [...leftLines, ...rows.map(row => toLine(outcomeOf(row), row.item))],
    records: withOtherLinks.length === 0 && !later?.changesRecords ? records : [],
    later: later ? [later] : [],
  }
}

/** Writes lines of any types within one transaction, each type after those that it references. */
export const writeBatch = async (db: Db, items: Item[], context: BatchContext): Promise<Outcome> => {
  const total: Outcome = { created: 0, changed: 0, unchanged: 0, keys: [], lines: [], records: [], later: [] }
  for (const recordType of recordTypes) {
    const itsItems = items.filter(item => item.recordType === recordType)
    if (itsItems.length === 0) continue
    const outcome = await writeRecordsOf(db, recordType, itsItems, context)
    total.created += outcome.created
    total.changed += outcome.changed
    total.unchanged += outcome.unchanged
    total.keys.push(...outcome.keys)
    total.lines.push(...outcome.lines)
    total.records.push(...outcome.records)
    total.later.push(...outcome.later)
  }
  return total
}
