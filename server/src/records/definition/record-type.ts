import type { DocumentPurpose, FilePurpose } from '@portico/contract/sections'
import type { Static, TObject, TProperties } from 'typebox'
import * as Type from 'typebox'
import type { Db } from '../../kernel/database/db.ts'
import type { Sniff } from '../../kernel/files/file-kind.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { CheckedFile, FileSource, FileTransaction } from './files.ts'
import type { Refusal } from './refusal.ts'
import type { TenantScope } from './tenant-scope.ts'

/** Characters of an `externalId`. */
export const externalIdMax = 200

/** What a line names another by: its `externalId`. */
export const Reference = Type.String({ minLength: 1, maxLength: externalIdMax })

/** A file beside the import: `path` from the import's folder, `name` as people see it (its own unless given). */
export const NamedFile = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 1000 }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
})
export type NamedFile = Static<typeof NamedFile>

/** How deep in the installation a kind of line stands: which columns, with its id, make its key. */
export type ScopeLevel = 'installation' | 'company' | 'portal' | 'contact'

/** Where a record stands, as the keys of its table have it; the `taskStatus` of a step, the name of a folder. */
export type FoundRecord = {
  id: number
  company: number
  portal: number | null
  contact: number | null
  timeZone: string
  status: number | null
  name: string | null
  /** The contacts of a web user, where it has to be one of the line's own. */
  contacts: number[] | null
}

/** What a line stands in. */
export type RecordLocation = Pick<FoundRecord, 'company' | 'portal' | 'contact' | 'timeZone'>

/** The values of a row by column. */
export type Row = Record<string, string | number | boolean | string[] | null>

/** What a kind's `row` may ask. */
type At = {
  place: RecordLocation
  /** The line's references, resolved. */
  names: Record<string, FoundRecord>
  /** The day `YYYY-MM-DD` on which the file is to be true, where its dates are moved. */
  movedTo: string | undefined
  /** Reads a date of the line; throws a refusal that names `field`. */
  instant: (text: string, field: string, timeZone?: string) => Date
}

/** A field that names another line, and the column that keeps it. `memberOnly`: a web user of the same contact. */
export type ReferenceField = { field: string; recordType: string; column: string; memberOnly?: true }

/** A field that names several other lines of the same contact or portal, and the table that ties them to the record. */
type LinkField = { field: string; recordType: string; table: string; owner: string; column: string }

/** What a file may be, and how one is refused that is something else. */
export type Takes = { sniff: Sniff; refused: string }

/**
 * A file of a contact's record: the {@link NamedFile} field that names it, the column that keeps its id, and what it is for, which
 * says whose flag opens it; `signing` is opened by a key alone. Any file will do unless `takes` says which.
 */
export type RecordFile = { field: string; column: string; purpose: DocumentPurpose | 'signing'; takes?: Takes }

type DeclaredType<P extends TProperties> = {
  /** The line's `type`. */
  type: string
  table: string
  level: ScopeLevel
  /** The fields beside `type`, `externalId` and `serviceCompany`, which every line may have. */
  fields: P
  /** The reference that says where the line stands: the first that is given. None for a service company. */
  parents: ReferenceField[]
  references?: ReferenceField[]
  links?: LinkField[]
  /** SQL types of the columns that `row` fills, beside those of place and references. */
  columns: Record<string, string>
  /** Columns that stay as they are where the line says nothing, for customers change them too. */
  keeps?: string[]
  /** As `keeps`, for columns that are never null: what they are in a new record. */
  keepsOr?: Record<string, (row: Row) => string | number>
  row: (line: Static<TObject<P>>, at: At) => Row
  /** The rows of the table are themselves portals or contacts: their `id` stands where other tables have `portal_id` or `contact_id`. */
  defines?: 'portal' | 'contact'
  /** What lines that refer to a record see of it: the SQL column on the row `t`. */
  visibleToReferrers?: { status?: string; name?: string }
  /** What `hooks` have to know of a record that exists: name and SQL on the row `t`, read as JSON into `existing.kept`. */
  readsExisting?: Record<string, string>
  /** Fields beside files that take long to write; an import puts few of them into one batch. */
  slowFields?: string[]
  /** Fields that only an export with secrets reads back, beside the `key`. */
  secretFields?: string[]
  /** The column with the storage key of the record's own content, where that is no row of `file`. */
  contentColumn?: string
  /** The operator API's answer to a `PUT` that would create a record, where only the installation's commands may. */
  createRefusal?: string
  /** What the operator API's document says of the `PUT`. */
  putDescription?: string
  /** The operator API's answer to a `DELETE` of a record that other rows refer to, where the general one does not help. */
  removeRefusal?: string
  /** An export lists the records by id alone, not contact by contact. */
  exportsById?: true
  /** What has to happen around the writing of rows; made once for an import or a `PUT`, so that it may keep state as long. */
  hooks?: (services: RecordServices, options: { dryRun: boolean }) => RecordHooks
  /** A field with a picture, public once stored, and the column that names it. */
  picture?: { field: string; column: string }
  /** The files of a contact's record. */
  files?: RecordFile[]
  /** What open screens are told of when a record is new. */
  announces?: FilePurpose
  /** The line's `key` opens the record without a sign-in: kept in `key_hash` and, sealed for this purpose, in `sealed_key`. */
  keyPurpose?: string
  /** What goes with the record when it is removed, beside its files and ties: rows whose column names it. */
  parts?: { table: string; column: string }[]
  /** The column that names the web user whom a company's record is about: a key of some portals sees it for their members alone. */
  person?: string
  /** The flag that ends the record where it is removed: it is kept, because others name it. */
  ends?: string
  /** Which rows of the table are records; all unless given. SQL on the row `t`. */
  rows?: string
  /** SQL on the row `t` that reads a field back, where it is not the column of the same name; null for one that is not read back. */
  reads?: { [Field in keyof P]?: string | null }
  /** Fields of HTML beside the message; `row` sees them cleaned. */
  html?: (keyof P & string)[]
  /** A message: the field and column of its HTML, what its files are for, and the column of when it was written. */
  message?: { field: string; purpose: 'ticket' | 'comment'; date: string }
}

/** A kind of line as data: what it may hold, what it names, where it is kept. */
export type RecordType = Omit<DeclaredType<TProperties>, 'row' | 'reads'> & {
  schema: TObject
  reads?: Record<string, string | null | undefined>
  row: (line: Line, at: At) => Row
}

/** A line that its schema accepts; nulls are left out. */
export type Line = { type: string; externalId: string; serviceCompany?: string } & Record<string, unknown>

/** Declares a kind; `row` sees the line with the types of `fields`. */
export const defineRecordType = <P extends TProperties>(declared: DeclaredType<P>): RecordType => ({
  ...declared,
  schema: Type.Object({
    serviceCompany: Type.Optional(Reference),
    ...declared.fields,
    type: Type.Literal(declared.type),
    externalId: Reference,
  }),
  // A line comes here only after `schema` has accepted it.
  row: declared.row as unknown as RecordType['row'],
})

/** A line on its way into the database. `message`: its cleaned HTML, where the record type has one, and the names of its images. */
export type Item = { number: number; line: Line; recordType: RecordType; message?: { html: string; images: string[] } }

/** A line whose references are found: where it lies, and the records that its fields name, one or several. */
export type ResolvedLine = Item & {
  place: RecordLocation
  names: Record<string, FoundRecord>
  links: Record<string, FoundRecord[]>
}

/** What is known of a record that exists. `kept`: the values that the record type names in `keepsOr` and `readsExisting`. */
export type ExistingRecord = {
  id: number
  keyHash: string | null
  sealedKey: string | null
  kept: Record<string, string | number | null> | null
}

/** A row that is being filled; `existing` is undefined for a new record. */
export type PendingRow = { item: ResolvedLine; row: Row; existing: ExistingRecord | undefined }

/** A row that was inserted or changed. */
export type WrittenRow = { id: number; externalId: string; company: number; created: boolean }

/** The file that each row names in one field; undefined where it names none. */
export type CheckedFiles = Map<PendingRow, CheckedFile | undefined>

/** A line that was written, but not as it stands: its number, `file` where it is one of several, and why. */
export type Warning = { line: number; file?: string; externalId?: string; field?: string; reason: string }

/** Reports a line that is not written. */
export type Refuse = (item: Item, refusal: Refusal) => void

/** Services that hooks may use. A section whose hooks need one of its own adds it by declaration merging. */
export interface RecordServices {
  storage: Storage
  secrets: Secrets
  workers: WorkerPool
}

/** What hooks know of the batch that is being written. */
export type WriteContext = {
  files: FileSource
  fileTransaction: FileTransaction
  /** The tenants that the caller may read and write; every tenant without it. */
  tenantScope?: TenantScope | undefined
  /** Messages and events since then are news, to be mailed and sent to open screens; nothing is news without it. */
  newsSince: Date | undefined
  refuse: Refuse
  /** Reports what is probably wrong with a line that is written. */
  warn: (item: Item, field: string, reason: string) => void
}

/** What a hook leaves to be done later. */
export type AfterWrite = {
  /** The hook changes records after their rows are written, so they have to be read again. */
  changesRecords?: boolean
  /** Runs once the batch is committed; not in a dry run. */
  afterCommit?: () => void
  /** Runs once all lines of the import are written, in a transaction; returns warnings. */
  finish?: (db: Db, now: Date) => Promise<Warning[]>
}

/** What a record type does around the writing of its rows. Each hook is called for the rows of a batch, if there are any. */
export type RecordHooks = {
  /** Before the transaction begins: work that would keep a connection of the database waiting. */
  beforeTransaction?: (
    db: Db,
    items: Item[],
    context: { files: FileSource; tenantScope: TenantScope | undefined },
  ) => Promise<void>
  /** Runs a transaction; may run it again. */
  runTransaction?: <T>(transaction: () => Promise<T>) => Promise<T>
  /** Returns the rows that the caller may write and refuses the others; nothing is stored yet. */
  authorize?: (db: Db, rows: PendingRow[], context: WriteContext) => Promise<PendingRow[]> | PendingRow[]
  /** Checks the files of one field before any is stored; deletes the rows that it refuses from `checked`. */
  checkFiles?: (db: Db, checked: CheckedFiles, context: WriteContext) => Promise<void>
  /** Fills columns from files or from other records; returns the rows that it does not refuse. */
  beforeWrite?: (db: Db, rows: PendingRow[], context: WriteContext) => Promise<PendingRow[]> | PendingRow[]
  /** After the rows are written, with their links and files; `writtenRow` is undefined for a row that stayed as it was. */
  afterWrite?: (
    db: Db,
    rows: PendingRow[],
    context: WriteContext & { writtenRow: (row: PendingRow) => WrittenRow | undefined },
  ) => Promise<AfterWrite | undefined>
}
