import type { User } from '../../auth/account-queries.ts'
import type { Db } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { readInstant } from '../definition/dates.ts'
import type { Kind, RecordFile, Row } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { FileSource } from '../files/file-source.ts'
import { checkAttachments, prepareMessages, tieAttachments } from '../files/messages.ts'
import { dropUnusedPictures, preparePictures } from '../files/pictures.ts'
import {
  type CheckedFiles,
  checkRecordFiles,
  type DroppedFiles,
  dropFiles,
  fillRecordFiles,
} from '../files/record-files.ts'
import type { Shelf } from '../files/store-files.ts'
import type { ReadRecord } from '../read/read-records.ts'
import { importKinds } from '../registry.ts'
import { keepWithin } from '../resolve/authorize-write.ts'
import { type Draft, type Existing, existingOf, keyOf } from '../resolve/pending-row.ts'
import { fillKey } from '../resolve/record-keys.ts'
import { type Item, type Refuse, type Resolved, resolve } from '../resolve/resolve-references.ts'
import type { Reach } from '../resolve/write-scope.ts'
import type { PdfFaults } from './new-pdfs.ts'
import { endReplacedPasswords, fillPassword } from './passwords.ts'
import { keepPortalsApart } from './portal-branding.ts'
import { fillPublicFiles } from './public-files.ts'
import { type Fed, fedBy } from './residuals.ts'
import type { ImportSeals } from './seals.ts'
import { fillDocumentsToSign, finishDocumentsToSign, type SigningWork } from './signing-documents.ts'
import { tieLinks } from './sync-links.ts'
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
  shelf: Shelf
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
  reach?: Reach | undefined
  /** Whether an earlier batch held this record. */
  seen: (key: string) => boolean
}

/** Each draft once more through `work`; one that it refuses is taken out. */
const keeping = async (
  drafts: Draft[],
  refuse: Refuse,
  work: (draft: Draft) => Promise<void> | void,
): Promise<Draft[]> => {
  const kept: Draft[] = []
  for (const draft of drafts) {
    try {
      await work(draft)
      kept.push(draft)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(draft.item, error)
    }
  }
  return kept
}

/** Whoever knows the key of an invitation sets the password of its web user, whom other portals may let in too. */
const refuseKey = ({ item: { kind, line } }: Draft, reach: Reach | undefined) => {
  if (reach?.portals && kind.type === 'invitation' && line.key !== undefined)
    throw new Refusal('key', 'takes an API key of all portals; without it one is made, and can be mailed', 'forbidden')
}

/** What a line does not say of these columns stays as it is, or is what a new record has. */
const fillKept = (kind: Kind, { row, existing }: Draft) => {
  for (const [column, fresh] of Object.entries(kind.keepsOr ?? {}))
    row[column] ??= existing?.kept?.[column] ?? fresh(row)
}

const draftOf = (item: Resolved, existing: Existing | undefined, { shiftDays, movedTo }: BatchContext): Draft => {
  const { kind, line, place, names } = item
  const row: Row = {
    service_company_id: place.company,
    portal_id: place.portal,
    contact_id: place.contact,
    external_id: line.externalId,
  }
  for (const { field, column } of referencesOf(kind)) row[column] = names[field]?.id ?? null
  const instant = (text: string, field: string, timeZone = place.timeZone) =>
    readInstant(text, { field, timeZone, shiftDays })
  return { item, existing, row: { ...row, ...kind.row(line, { place, names, movedTo, instant }) } }
}

const itemsOf = (drafts: Draft[]) => drafts.map(({ item }) => item)

/** Lines whose references are found and that no other line of the file repeats. */
const resolveOnce = async (db: Db, items: Item[], { refuse, seen, reach }: BatchContext): Promise<Resolved[]> => {
  const keys = new Set<string>()
  const resolved = await keepWithin(db, await resolve(db, items, refuse, reach), reach, refuse)
  return resolved.filter(item => {
    const key = keyOf(item)
    const again = keys.has(key) || seen(key)
    if (again) refuse(item, new Refusal('externalId', `"${item.line.externalId}" stands in the file twice`))
    keys.add(key)
    return !again
  })
}

type Filled = {
  drafts: Draft[]
  messages: Awaited<ReturnType<typeof prepareMessages>>
  dropped: DroppedFiles
  signing?: SigningWork
}

/** Fills the files of records, once all of them have been looked over. */
const fillFiles = async (
  db: Db,
  kind: Kind,
  files: RecordFile[],
  all: Draft[],
  context: BatchContext,
): Promise<Filled> => {
  const looked: { file: RecordFile; checked: CheckedFiles }[] = []
  let drafts = all
  let signing: SigningWork | undefined
  for (const file of files) {
    const checked = await checkRecordFiles(drafts, file, context)
    if (kind.type === 'documentToSign') signing = await fillDocumentsToSign(db, checked, context)
    drafts = [...checked.keys()]
    looked.push({ file, checked })
  }
  const dropped: DroppedFiles = []
  for (const { file, checked } of looked) {
    const kept = new Map(drafts.map(draft => [draft, checked.get(draft)]))
    dropped.push(...(await fillRecordFiles(db, kind, file, kept, context.shelf)))
  }
  return { drafts, messages: new Map(), dropped, ...(signing && { signing }) }
}

/** Fills what a row takes from files and from what is already there; the drafts that are not refused, and what belongs to them. */
const fill = async (db: Db, kind: Kind, all: Draft[], context: BatchContext): Promise<Filled> => {
  const { refuse, shelf, files } = context
  let drafts = all
  if (kind.picture) {
    const pictures = await preparePictures(db, itemsOf(drafts), context)
    drafts = drafts.filter(({ item }) => pictures.has(item))
    for (const { item, row } of drafts) row[kind.picture.column] = pictures.get(item) ?? null
  }
  if (kind.keyPurpose !== undefined) {
    drafts = await keeping(drafts, refuse, draft => {
      refuseKey(draft, context.reach)
      fillKey(draft, context.secrets, context.reach)
    })
  }
  if (kind.type === 'webUser') drafts = await keeping(drafts, refuse, draft => fillPassword(db, draft))
  for (const draft of drafts) fillKept(kind, draft)
  if (kind.type === 'ticket') await fillSteps(db, drafts)
  if (kind.files && drafts.length > 0) return fillFiles(db, kind, kind.files, drafts, context)
  if (kind.type === 'publicFile') {
    const checked = await checkRecordFiles(drafts, { field: 'file' }, context)
    await fillPublicFiles(db, checked, shelf)
    return { drafts: [...checked.keys()], messages: new Map(), dropped: [] }
  }
  if (!kind.message) return { drafts, messages: new Map(), dropped: [] }

  const { field } = kind.message
  const existing = new Map(drafts.map(({ item, existing }) => [item, existing?.id]))
  const checked = await checkAttachments(files, itemsOf(drafts), refuse)
  const messages = await prepareMessages(db, checked, item => existing.get(item), shelf)
  drafts = drafts.filter(({ item }) => messages.has(item))
  for (const { item, row } of drafts) row[field] = messages.get(item)?.html ?? ''
  if (kind.type === 'ticket' && drafts.length > 0) await fillNumbers(db, drafts)
  for (const draft of drafts) fillWords(draft)
  return { drafts, messages, dropped: [] }
}

const writeKind = async (db: Db, kind: Kind, items: Item[], context: BatchContext): Promise<Outcome> => {
  const { refuse, shelf, onlyNew, put, newsSince } = context
  const resolved = await resolveOnce(db, items, context)
  const readsBack = onlyNew || kind.message || kind.keyPurpose || kind.links || kind.type === 'webUser'
  const mattering = resolved.length > 0 && readsBack
  const existing = mattering ? await existingOf(db, kind, resolved, { held: put }) : new Map<string, Existing>()
  const left = onlyNew ? resolved.filter(item => existing.has(keyOf(item))) : []
  const begun: Draft[] = []
  for (const item of onlyNew ? resolved.filter(item => !existing.has(keyOf(item))) : resolved) {
    try {
      begun.push(draftOf(item, existing.get(keyOf(item)), context))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  const allowed = kind.type === 'portal' ? await keepPortalsApart(db, begun, context) : begun
  const { drafts, messages, dropped, signing } = await fill(db, kind, allowed, context)
  const leftKeys = left.map(keyOf)
  if (drafts.length === 0)
    return { created: 0, changed: 0, unchanged: left.length, keys: leftKeys, fed: [], records: [], passwordsSet: [] }

  const rows = drafts.map(({ row }) => row)
  const { written, records } = await upsert(db, kind, rows, { newsSince, reads: put })
  const touched = new Map(written.map(row => [`${kind.type} ${row.company} ${row.externalId}`, row]))
  const idOf = (item: Resolved) => touched.get(keyOf(item))?.id ?? existing.get(keyOf(item))?.id ?? 0
  await tieAttachments(db, [...messages.values()], idOf, shelf)
  const relinked = await tieLinks(db, kind, drafts, ({ item }) => idOf(item))
  await dropFiles(db, dropped, shelf)
  if (signing) await finishDocumentsToSign(db, drafts, signing, item => touched.get(keyOf(item)), context)
  const writtenOf = ({ item }: Draft) => touched.get(keyOf(item))
  const passwordsSet =
    kind.type === 'webUser'
      ? await endReplacedPasswords(db, drafts, { now: new Date(), silent: newsSince === undefined })
      : []
  if (kind.type === 'comment') await mailImported(db, drafts, writtenOf, newsSince)

  const created = written.filter(row => row.created).length
  if (kind.picture && created < written.length)
    await dropUnusedPictures(db, [...new Set(drafts.map(({ item }) => item.place.company))], shelf)
  if (kind.type === 'wikiFolder' && created < written.length)
    await renameFolders(
      db,
      written.map(({ id }) => id),
    )

  const retied = drafts.filter(draft => messages.get(draft.item)?.changed || relinked.has(draft))
  const refiled = retied.filter(({ item }) => !touched.has(keyOf(item)))
  if (refiled.length > 0) await touch(db, kind, itemsOf(refiled))
  const changed = written.length - created + refiled.length
  const unchanged = left.length + drafts.length - created - changed
  const keys = [...leftKeys, ...drafts.map(({ item }) => keyOf(item))]
  const fed = fedBy(kind, drafts)
  const isAsWritten = retied.length === 0 && !signing && fed.length === 0
  return { created, changed, unchanged, keys, fed, records: isAsWritten ? records : [], passwordsSet }
}

/** Writes lines of any kinds, within one transaction, in the order in which kinds depend on each other. */
export const writeBatch = async (db: Db, items: Item[], context: BatchContext): Promise<Outcome> => {
  const total: Outcome = { created: 0, changed: 0, unchanged: 0, keys: [], fed: [], records: [], passwordsSet: [] }
  for (const kind of importKinds) {
    const ofKind = items.filter(item => item.kind === kind)
    if (ofKind.length === 0) continue
    const { created, changed, unchanged, keys, fed, records, passwordsSet } = await writeKind(db, kind, ofKind, context)
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
