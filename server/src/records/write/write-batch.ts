import type { User } from '../../auth/account-queries.ts'
import type { Db } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { readInstant } from '../definition/dates.ts'
import type { RecordFile, RecordType, Row } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { FileSource } from '../files/file-source.ts'
import { checkAttachments, linkAttachments, prepareMessages } from '../files/messages.ts'
import { dropUnusedPictures, preparePictures } from '../files/pictures.ts'
import {
  type CheckedFiles,
  checkRecordFiles,
  type DroppedFiles,
  dropFiles,
  fillRecordFiles,
} from '../files/record-files.ts'
import type { FileTransaction } from '../files/store-files.ts'
import type { ReadRecord } from '../read/read-records.ts'
import { recordTypes } from '../registry.ts'
import { rejectOutOfScope } from '../resolve/authorize-write.ts'
import { type Existing, keyOf, type PendingRow, readExisting } from '../resolve/pending-row.ts'
import { fillKey } from '../resolve/record-keys.ts'
import { type Item, type Refuse, type ResolvedLine, resolve } from '../resolve/resolve-references.ts'
import type { TenantScope } from '../resolve/write-scope.ts'
import type { PdfFaults } from './new-pdfs.ts'
import { endReplacedPasswords, fillPassword } from './passwords.ts'
import { keepPortalsApart } from './portal-branding.ts'
import { fillPublicFiles } from './public-files.ts'
import { type Fed, fedBy } from './residuals.ts'
import type { ImportSeals } from './seals.ts'
import { fillDocumentsToSign, finishDocumentsToSign, type SigningWork } from './signing-documents.ts'
import { syncLinks } from './sync-links.ts'
import { mailImported } from './ticket-mails.ts'
import { fillNumbers, fillSteps, fillWords, renameFolders } from './ticket-rows.ts'
import { referencesOf, touch, upsert } from './upsert.ts'

/**
 * What a batch of lines did. `keys` are those of the records that it holds, `fed` the residuals that they say. `records`: where one was
 * put, it as it now reads, unless nothing was written or something of it after its row.
 */
export type Outcome = {
  created: number
  changed: number
  unchanged: number
  keys: string[]
  fed: Fed[]
  records: ReadRecord[]
  /** Users who have another password now. */
  passwordsSet: User[]
}

export type BatchContext = {
  files: FileSource
  shiftDays: number
  movedTo: string | undefined
  /** Whether records that are there stay as they are. */
  onlyNew: boolean
  /** Whether it is one record that is put: what its new state depends on stays so, and it is read back. */
  put: boolean
  fileTransaction: FileTransaction
  secrets: Secrets
  /** Open screens are told what is new, and the service company's messages since then are mailed; neither without it. */
  newsSince: Date | undefined
  seal: Seal
  /** What is known of the files of documents to sign. */
  pdfFaults: PdfFaults
  /** Seals documents that were signed elsewhere. */
  seals: ImportSeals
  refuse: Refuse
  /** Takes note of what is probably wrong with a line that is taken. */
  warn: (item: Item, field: string, reason: string) => void
  /** What the lines may name and write; everything without it. */
  tenantScope?: TenantScope | undefined
  /** Whether an earlier batch held this record. */
  seen: (key: string) => boolean
}

/** Each draft once more through `work`; one that it refuses is taken out. */
const keeping = async (
  pendingRows: PendingRow[],
  refuse: Refuse,
  work: (pending: PendingRow) => Promise<void> | void,
): Promise<PendingRow[]> => {
  const kept: PendingRow[] = []
  for (const pending of pendingRows) {
    try {
      await work(pending)
      kept.push(pending)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(pending.item, error)
    }
  }
  return kept
}

/** Whoever knows the key of an invitation sets the password of its web user, whom other portals may let in too. */
const refuseKey = ({ item: { recordType, line } }: PendingRow, tenantScope: TenantScope | undefined) => {
  if (tenantScope?.portals && recordType.type === 'invitation' && line.key !== undefined)
    throw new Refusal('key', 'takes an API key of all portals; without it one is made, and can be mailed', 'forbidden')
}

/** What a line does not say of these columns stays as it is, or is what a new record has. */
const fillKept = (recordType: RecordType, { row, existing }: PendingRow) => {
  for (const [column, fresh] of Object.entries(recordType.keepsOr ?? {}))
    row[column] ??= existing?.kept?.[column] ?? fresh(row)
}

const draftOf = (
  item: ResolvedLine,
  existing: Existing | undefined,
  { shiftDays, movedTo }: BatchContext,
): PendingRow => {
  const { recordType, line, place, names } = item
  const row: Row = {
    service_company_id: place.company,
    portal_id: place.portal,
    contact_id: place.contact,
    external_id: line.externalId,
  }
  for (const { field, column } of referencesOf(recordType)) row[column] = names[field]?.id ?? null
  const instant = (text: string, field: string, timeZone = place.timeZone) =>
    readInstant(text, { field, timeZone, shiftDays })
  return { item, existing, row: { ...row, ...recordType.row(line, { place, names, movedTo, instant }) } }
}

const itemsOf = (pendingRows: PendingRow[]) => pendingRows.map(({ item }) => item)

/** Lines whose references are found and that no other line of the file repeats. */
const resolveOnce = async (
  db: Db,
  items: Item[],
  { refuse, seen, tenantScope }: BatchContext,
): Promise<ResolvedLine[]> => {
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

type Filled = {
  pendingRows: PendingRow[]
  messages: Awaited<ReturnType<typeof prepareMessages>>
  dropped: DroppedFiles
  signing?: SigningWork
}

/** Fills the files of records, once all of them have been looked over. */
const fillFiles = async (
  db: Db,
  recordType: RecordType,
  files: RecordFile[],
  all: PendingRow[],
  context: BatchContext,
): Promise<Filled> => {
  const looked: { file: RecordFile; checked: CheckedFiles }[] = []
  let pendingRows = all
  let signing: SigningWork | undefined
  for (const file of files) {
    const checked = await checkRecordFiles(pendingRows, file, context)
    if (recordType.type === 'documentToSign') signing = await fillDocumentsToSign(db, checked, context)
    pendingRows = [...checked.keys()]
    looked.push({ file, checked })
  }
  const dropped: DroppedFiles = []
  for (const { file, checked } of looked) {
    const kept = new Map(pendingRows.map(pending => [pending, checked.get(pending)]))
    dropped.push(...(await fillRecordFiles(db, recordType, file, kept, context.fileTransaction)))
  }
  return { pendingRows, messages: new Map(), dropped, ...(signing && { signing }) }
}

/** Fills what a row takes from files and from what is already there; the drafts that are not refused, and what belongs to them. */
const fill = async (db: Db, recordType: RecordType, all: PendingRow[], context: BatchContext): Promise<Filled> => {
  const { refuse, fileTransaction, files } = context
  let pendingRows = all
  if (recordType.picture) {
    const pictures = await preparePictures(db, itemsOf(pendingRows), context)
    pendingRows = pendingRows.filter(({ item }) => pictures.has(item))
    for (const { item, row } of pendingRows) row[recordType.picture.column] = pictures.get(item) ?? null
  }
  if (recordType.keyPurpose !== undefined) {
    pendingRows = await keeping(pendingRows, refuse, pending => {
      refuseKey(pending, context.tenantScope)
      fillKey(pending, context.secrets, context.tenantScope)
    })
  }
  if (recordType.type === 'webUser')
    pendingRows = await keeping(pendingRows, refuse, pending => fillPassword(db, pending))
  for (const pending of pendingRows) fillKept(recordType, pending)
  if (recordType.type === 'ticket') await fillSteps(db, pendingRows)
  if (recordType.files && pendingRows.length > 0)
    return fillFiles(db, recordType, recordType.files, pendingRows, context)
  if (recordType.type === 'publicFile') {
    const checked = await checkRecordFiles(pendingRows, { field: 'file' }, context)
    await fillPublicFiles(db, checked, fileTransaction)
    return { pendingRows: [...checked.keys()], messages: new Map(), dropped: [] }
  }
  if (!recordType.message) return { pendingRows, messages: new Map(), dropped: [] }

  const { field } = recordType.message
  const existing = new Map(pendingRows.map(({ item, existing }) => [item, existing?.id]))
  const checked = await checkAttachments(files, itemsOf(pendingRows), refuse)
  const messages = await prepareMessages(db, checked, item => existing.get(item), fileTransaction)
  pendingRows = pendingRows.filter(({ item }) => messages.has(item))
  for (const { item, row } of pendingRows) row[field] = messages.get(item)?.html ?? ''
  if (recordType.type === 'ticket' && pendingRows.length > 0) await fillNumbers(db, pendingRows)
  for (const pending of pendingRows) fillWords(pending)
  return { pendingRows, messages, dropped: [] }
}

const writeRecordsOf = async (
  db: Db,
  recordType: RecordType,
  items: Item[],
  context: BatchContext,
): Promise<Outcome> => {
  const { refuse, fileTransaction, onlyNew, put, newsSince } = context
  const resolved = await resolveOnce(db, items, context)
  const readsBack =
    onlyNew || recordType.message || recordType.keyPurpose || recordType.links || recordType.type === 'webUser'
  const mattering = resolved.length > 0 && readsBack
  const existing = mattering ? await readExisting(db, recordType, resolved, { held: put }) : new Map<string, Existing>()
  const left = onlyNew ? resolved.filter(item => existing.has(keyOf(item))) : []
  const begun: PendingRow[] = []
  for (const item of onlyNew ? resolved.filter(item => !existing.has(keyOf(item))) : resolved) {
    try {
      begun.push(draftOf(item, existing.get(keyOf(item)), context))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  const allowed = recordType.type === 'portal' ? await keepPortalsApart(db, begun, context) : begun
  const { pendingRows, messages, dropped, signing } = await fill(db, recordType, allowed, context)
  const leftKeys = left.map(keyOf)
  if (pendingRows.length === 0)
    return { created: 0, changed: 0, unchanged: left.length, keys: leftKeys, fed: [], records: [], passwordsSet: [] }

  const rows = pendingRows.map(({ row }) => row)
  const { written, records } = await upsert(db, recordType, rows, { newsSince, reads: put })
  const touched = new Map(written.map(row => [`${recordType.type} ${row.company} ${row.externalId}`, row]))
  const idOf = (item: ResolvedLine) => touched.get(keyOf(item))?.id ?? existing.get(keyOf(item))?.id ?? 0
  await linkAttachments(db, [...messages.values()], idOf, fileTransaction)
  const relinked = await syncLinks(db, recordType, pendingRows, ({ item }) => idOf(item))
  await dropFiles(db, dropped, fileTransaction)
  if (signing) await finishDocumentsToSign(db, pendingRows, signing, item => touched.get(keyOf(item)), context)
  const writtenOf = ({ item }: PendingRow) => touched.get(keyOf(item))
  const passwordsSet =
    recordType.type === 'webUser'
      ? await endReplacedPasswords(db, pendingRows, { now: new Date(), silent: newsSince === undefined })
      : []
  if (recordType.type === 'comment') await mailImported(db, pendingRows, writtenOf, newsSince)

  const created = written.filter(row => row.created).length
  if (recordType.picture && created < written.length)
    await dropUnusedPictures(db, [...new Set(pendingRows.map(({ item }) => item.place.company))], fileTransaction)
  if (recordType.type === 'wikiFolder' && created < written.length)
    await renameFolders(
      db,
      written.map(({ id }) => id),
    )

  const retied = pendingRows.filter(pending => messages.get(pending.item)?.changed || relinked.has(pending))
  const refiled = retied.filter(({ item }) => !touched.has(keyOf(item)))
  if (refiled.length > 0) await touch(db, recordType, itemsOf(refiled))
  const changed = written.length - created + refiled.length
  const unchanged = left.length + pendingRows.length - created - changed
  const keys = [...leftKeys, ...pendingRows.map(({ item }) => keyOf(item))]
  const fed = fedBy(recordType, pendingRows)
  const isAsWritten = retied.length === 0 && !signing && fed.length === 0
  return { created, changed, unchanged, keys, fed, records: isAsWritten ? records : [], passwordsSet }
}

/** Writes lines of any kinds, within one transaction, in the order in which kinds depend on each other. */
export const writeBatch = async (db: Db, items: Item[], context: BatchContext): Promise<Outcome> => {
  const total: Outcome = { created: 0, changed: 0, unchanged: 0, keys: [], fed: [], records: [], passwordsSet: [] }
  for (const recordType of recordTypes) {
    const ofType = items.filter(item => item.recordType === recordType)
    if (ofType.length === 0) continue
    const { created, changed, unchanged, keys, fed, records, passwordsSet } = await writeRecordsOf(
      db,
      recordType,
      ofType,
      context,
    )
    total.created += created
    total.changed += changed
    total.unchanged += unchanged
    total.keys.push(...keys)
    total.fed.push(...fed)
    total.records.push(...records)
    total.passwordsSet.push(...passwordsSet)
  }
  return total
}
