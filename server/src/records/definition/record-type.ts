import type { DocumentPurpose, FilePurpose } from '@portico/contract/sections'
import type { Static, TObject, TProperties } from 'typebox'
import * as Type from 'typebox'
import type { Sniff } from '../../kernel/files/file-kind.ts'

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
