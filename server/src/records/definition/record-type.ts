import type { Static } from '@portico/contract/schema/static'
import type { DocumentPurpose, FilePurpose } from '@portico/contract/sections'
import type { TObject, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'
import type { Db, Sql } from '../../kernel/database/db.ts'
import type { Sniff } from '../../kernel/files/file-kind.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { CheckedFile, FileSource, FileTransaction } from './files.ts'
import type { Refusal } from './refusal.ts'
import type { TenantScope } from './tenant-scope.ts'

/** Maximum length of an `externalId`, in characters. */
export const externalIdMax = 200

/** A reference to another record by its `externalId`. */
export const Reference = Type.String({ minLength: 1, maxLength: externalIdMax })

/** A file of an import: `path` relative to the import's folder, `name` as users see it (the file's own name by default). */
export const NamedFile = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 1000, description: 'Where the file is.' }),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'The name that customers see. Default: its own.' }),
  ),
})
/** The parsed value of a file field. */
export type NamedFile = Static<typeof NamedFile>

/** The level of the tenant hierarchy at which a record lives; it determines which columns, with the id, form the table's key. */
export type ScopeLevel = 'installation' | 'company' | 'portal' | 'contact'

/**
 * A referenced record: its location by the key columns of its table, and what its record type shows to referrers (`status`, such as
 * the `taskStatus` of a step; `name`, such as that of a folder).
 */
export type FoundRecord = {
  id: number
  company: number
  portal: number | null
  contact: number | null
  timeZone: string
  status: number | null
  name: string | null
  /** The contacts that a web user is a member of; null unless the referring field requires membership. */
  contacts: number[] | null
}

/** Where a line's record lives in the tenant hierarchy, with the time zone for its local dates. */
export type RecordLocation = Pick<FoundRecord, 'company' | 'portal' | 'contact' | 'timeZone'>

/** The values of a row, by column. */
export type Row = Record<string, string | number | boolean | readonly unknown[] | Record<string, unknown> | null>

/** What a record type's `row` function receives beside the line. */
type At = {
  place: RecordLocation
  /** The records that the line references, by field. */
  referenced: Record<string, FoundRecord>
  /** The day `YYYY-MM-DD` to which the file's dates are shifted; undefined if they are not. */
  movedTo: string | undefined
  /** Parses a date of the line; throws a {@link Refusal} of `field`. */
  instant: (text: string, field: string, timeZone?: string) => Date
}

/**
 * A field that references another record, and the column that stores its id. `memberOnly`: a web user who must be a member of the same
 * contact. `when`: SQL on the row `t` that is true where the column, which other fields share, holds a record of this field.
 */
export type ReferenceField = { field: string; recordType: string; column: string; memberOnly?: true; when?: string }

/** A field that references several records of the same contact or portal, and the join table that links them to the record. */
type LinkField = { field: string; recordType: string; table: string; owner: string; column: string }

/** Which file types are accepted, and the reason given when a file is refused. */
export type Takes = { sniff: Sniff; refused: string }

/**
 * A file of a contact's record: the {@link NamedFile} field, the column that stores the file's id, and its purpose, which determines
 * the flag that is needed to open it (`signing` is opened only with a key). Any file type is accepted unless `takes` restricts it.
 */
export type RecordFile = { field: string; column: string; purpose: DocumentPurpose | 'signing'; takes?: Takes }

/** A field that is read and never written. `isPath`: its value is a path of the portal, and is answered as an address. */
export type ComputedField = { schema: TSchema; select: string; isPath?: true }

type DeclaredType<P extends TProperties> = {
  /** The `type` of the line. */
  type: string
  table: string
  level: ScopeLevel
  /** The fields beside `type`, `externalId` and `serviceCompany`, which every line has. */
  fields: P
  /** What each field means, for readers of the operator API's document; {@link parentDescriptions} has those of parents. */
  descriptions?: { [Field in keyof P]?: string }
  /** The references that determine the record's location: the first one present in the line. Empty for a service company. */
  parents: ReferenceField[]
  references?: ReferenceField[]
  links?: LinkField[]
  /** The table that ties files to the record, written elsewhere than by records: `owner` holds the record's id, `file_id` the file. */
  fileLinks?: { table: string; owner: string }
  /** SQL types of the columns that `row` fills, beside those for location and references. */
  columns: Record<string, string>
  /** Columns that keep their value if the line omits them, because customers can change them too. */
  keeps?: string[]
  /** Like `keeps`, for columns that are never null; the function returns the initial value for a new record. */
  keepsOr?: Record<string, (row: Row) => string | number | boolean>
  row: (line: Static<TObject<P>>, at: At) => Row
  /** The table's rows are themselves portals or contacts: their `id` takes the place of `portal_id` or `contact_id`. */
  defines?: 'portal' | 'contact'
  /** What lines that reference a record can read of it: SQL on the row `t`. */
  visibleToReferrers?: { status?: string; name?: string }
  /** What `hooks` need to know of an existing record: name and SQL on the row `t`, read as JSON into `existing.kept`. */
  readsExisting?: Record<string, string>
  /** Optional fields that keep their value if a line omits them. A `PATCH` cannot clear them by null. */
  unclearable?: string[]
  /** Fields that are kept in one and in parts, with the field of their parts. A change that names only one form drops the other. */
  keptInParts?: { [Field in keyof P]?: keyof P & string }
  /** Fields, beside files, that take long to write; an import limits their number in a batch. */
  slowFields?: string[]
  /** Fields, beside `key`, that are read back only by an export with secrets. */
  secretFields?: string[]
  /** The column with the storage key of the record's own content, if it is not a row of `file`. */
  contentColumn?: 'storage_key'
  /** The operator API's error for a `PUT` that would create a record, if only the installation's commands may create one. */
  createRefusal?: string
  /** The description of the `PUT` in the operator API's document. */
  putDescription?: string
  /** The operator API's error for a `DELETE` of a record that other rows reference, if the general text does not help. */
  removeRefusal?: string
  /** An export sorts the records by id only, not by portal and contact. */
  exportsById?: true
  /** Hooks around the writing of rows. Opened once per import or `PUT`, so they may keep state for that long. */
  hooks?: (services: RecordServices, options: { dryRun: boolean }) => RecordHooks
  /** A field with a picture, which is public once it is stored, the column that stores its id, and its largest width and height. */
  picture?: { field: string; column: string; sideMax?: number }
  /** The files of a contact's record. */
  files?: RecordFile[]
  /** The purpose under which open screens are notified of a new record; `note` and `time` only those of the staff. */
  announces?: FilePurpose | 'note' | 'time'
  /**
   * The line's `key` opens the record without a sign-in. It is stored hashed in `key_hash` and, encrypted for this purpose, in
   * `sealed_key`.
   */
  keyPurpose?: string
  /** Rows that are removed with the record, beside its files and links: `column` holds the record's id, `fileIds` their own files. */
  parts?: { table: string; column: string; fileIds?: string }[]
  /**
   * The column with the id of the web user that the record belongs to: an API key limited to some portals sees the record only if that
   * user is a member of one of them.
   */
  person?: string
  /** The records are not of a portal, and private: who is limited to some portals neither sees nor writes them. */
  wholeCompany?: true
  /** The flag that is set to false when the record is removed: its row stays, because other rows reference it. */
  ends?: string
  /** Which rows of the table are records; all by default. SQL on the row `t`. */
  rows?: string
  /** SQL on the row `t` that reads a field back, if it is not the column of the same name; null for a field that is not read back. */
  reads?: { [Field in keyof P]?: string | null }
  /** Fields of the operator API's replies that no line has: their schema, and SQL on the row `t` that reads them. */
  computed?: Record<string, ComputedField>
  /** Parameters by which the operator API filters lists, beside references: their schema, and SQL on the row `t` for a value. */
  filters?: Record<string, { schema: TSchema; where: (value: string) => Sql }>
  /** HTML fields beside the message; `row` receives them cleaned. */
  html?: (keyof P & string)[]
  /** A message: the field and column of its HTML, the purpose of its files, and the column with its date. */
  message?: { field: string; purpose: 'ticket' | 'comment'; date: string }
}

/** A record type as data: its fields, its references, and where it is stored. */
export type RecordType = Omit<DeclaredType<TProperties>, 'row' | 'reads' | 'descriptions' | 'keptInParts'> & {
  schema: TObject
  keptInParts?: Record<string, string | undefined>
  reads?: Record<string, string | null | undefined>
  row: (line: Line, at: At) => Row
}

/** A line that its schema accepted, without null values. */
export type Line = { type: string; externalId: string; serviceCompany?: string } & Record<string, unknown>

const typeDescription = 'The type of the record.'
const externalIdDescription = "The company's own name for the record, unique within its type."

/** What the references mean by which records are found in the tenant hierarchy. */
const parentDescriptions: Record<string, string> = {
  serviceCompany: 'The externalId of the service company; it is that of the API key.',
  portal: 'The externalId of the portal.',
  contact: 'The externalId of the contact, the client company.',
  ticket: 'The externalId of the ticket.',
  folder: 'The externalId of the folder.',
  element: 'The externalId of the asset.',
  contract: 'The externalId of the contract.',
}

/** A schema with the descriptions of its fields. */
const described = (schema: TObject, descriptions: Record<string, string | undefined>): TObject => {
  for (const [field, property] of Object.entries(schema.properties)) {
    const description = descriptions[field] ?? parentDescriptions[field]
    // The schema may be shared by several fields.
    if (description !== undefined) schema.properties[field] = { ...property, description }
  }
  return schema
}

/** Declares a record type; `row` sees the line with the types of `fields`. */
export const defineRecordType = <P extends TProperties>({
  descriptions = {},
  ...declared
}: DeclaredType<P>): RecordType => ({
  ...declared,
  schema: described(
    Type.Object({
      serviceCompany: Type.Optional(Reference),
      ...declared.fields,
      type: Type.Literal(declared.type, { description: typeDescription }),
      externalId: Type.String({ ...Reference, description: externalIdDescription }),
    }),
    descriptions,
  ),
  // `schema` has validated every line that reaches `row`.
  row: declared.row as unknown as RecordType['row'],
})

/**
 * A line to be written. `message`: its cleaned HTML, if the record type has a message, and the names of its images; without it the message
 * of the existing record and its attachments stay as they are.
 */
export type Item = { number: number; line: Line; recordType: RecordType; message?: { html: string; images: string[] } }

/** A line with resolved references: its location, and the records that its fields reference, one or several. */
export type ResolvedLine = Item & {
  place: RecordLocation
  referenced: Record<string, FoundRecord>
  links: Record<string, FoundRecord[]>
}

/**
 * What is known of an existing record. `kept`: the values that the record type declares in `keepsOr` and `readsExisting`, and its message
 * if the line leaves that unchanged.
 */
export type ExistingRecord = {
  id: number
  keyHash: string | null
  encryptedKey: string | null
  kept: Record<string, string | number | boolean | null> | null
}

/** A row that is being filled; `existing` is undefined for a new record. */
export type PendingRow = { item: ResolvedLine; row: Row; existing: ExistingRecord | undefined }

/** A row that was inserted or changed. */
export type WrittenRow = { id: number; externalId: string; company: number; created: boolean }

/** The file that each row references in one field; undefined if it references none. */
export type CheckedFiles = Map<PendingRow, CheckedFile | undefined>

/** What became of a line that was written, or left as it was. */
export type WrittenLine = {
  number: number
  type: string
  externalId: string
  outcome: 'created' | 'changed' | 'unchanged'
}

/** A problem with a line that was written: its number, `file` if there are several, and the reason. */
export type Warning = { line: number; file?: string; externalId?: string; field?: string; reason: string }

/** Reports a line that is not written. */
export type Refuse = (item: Item, refusal: Refusal) => void

/** Services that hooks may use. A section whose hooks need one of its own adds it by declaration merging. */
export interface RecordServices {
  storage: Storage
  secrets: Secrets
  workers: WorkerPool
}

/** What hooks receive about the batch that is being written. */
export type WriteContext = {
  files: FileSource
  fileTransaction: FileTransaction
  /** The tenants that the caller may read and write; every tenant if undefined. */
  tenantScope?: TenantScope | undefined
  /** Messages and events after this instant are news: they are mailed and sent to open screens. If undefined, nothing is news. */
  newsSince: Date | undefined
  refuse: Refuse
  /** Reports a probable mistake in a line that is written. */
  warn: (item: Item, field: string, reason: string) => void
}

/** Work that a hook defers. */
export type AfterWrite = {
  /** The hook changes records after their rows are written, so they have to be read again. */
  changesRecords?: boolean
  /** Runs once the batch is committed; not in a dry run. */
  afterCommit?: () => void
  /** Runs once all lines of the import are written, in a transaction; returns warnings. */
  finish?: (db: Db, now: Date) => Promise<Warning[]>
}

/** The hooks of a record type. Each is called with the rows of a batch, if there are any. */
export type RecordHooks = {
  /** Before the transaction begins: slow work that would hold a database connection. */
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
