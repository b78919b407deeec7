import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { type Flag, flags } from '../permissions.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, nullable } from '../shapes.ts'

const customerFields = ['contact', 'contactVatNumber', 'contactFiscalCode'] as const
const grantFields = ['hoursAmount', 'unitAmount', 'openingUsed'] as const

/** The fields that the columns of a table can fill, by what its rows are. Beside parts of an address `address` is its street. */
export const importFields = {
  contact: [
    ...(['externalId', 'companyName', 'vatNumber', 'fiscalCode', 'sdiCode'] as const),
    ...(['address', 'postcode', 'town', 'province', 'country', 'phone', 'email'] as const),
    ...['personName', 'personEmail', 'personPhone', 'personUserName', ...flags],
  ],
  webUser: ['externalId', 'referentName', 'email', 'phone', 'userName', 'language', ...customerFields, ...flags],
  invoice: ['externalId', ...customerFields, 'documentNumber', 'invoiceDate', 'total', 'file', 'original'],
  estimate: [
    ...['externalId', ...customerFields],
    ...['estimateName', 'estimateNumber', 'revisionNumber', 'estimateCreationDate', 'total', 'file'],
  ],
  activityContract: ['externalId', ...customerFields, 'name', 'start', 'end', ...grantFields],
  serviceContract: ['externalId', ...customerFields, 'name', 'status', 'activeFrom', 'activeTo'],
  subscription: [
    ...['externalId', ...customerFields],
    ...['code', 'description', 'quantity', 'taxedTotal', 'advanceDate', 'period'],
  ],
  asset: ['externalId', ...customerFields, 'folder', 'name', 'property'],
} as const satisfies Record<string, readonly string[]>

/** The fields that several columns may fill: a property for each column, and texts that are joined, such as name and surname. */
export const repeatedFields: readonly string[] = ['property', 'companyName', 'address', 'personName', 'referentName']

/** What the rows of a table are. */
export type TableKind = keyof typeof importFields
/** See {@link TableKind}. */
export const tableKinds = Object.keys(importFields) as TableKind[]

/** What a file is: a table of one kind, electronic invoices, or lines of JSON. */
export const importKinds = [...tableKinds, 'fatturapa', 'lines'] as const
/** One of {@link importKinds}. */
export type ImportKind = TableKind | 'fatturapa' | 'lines'

/** Where an import stands. `draft`: it has to be checked; `failed`: it was broken off, and can be started again. */
export const importStates = ['draft', 'checking', 'checked', 'importing', 'done', 'cancelled', 'failed'] as const
/** One of {@link importStates}. */
export type ImportState = (typeof importStates)[number]

/** Why a file cannot be read as a table. */
export const importFaults = [
  'empty',
  'binary',
  'charset',
  'lineTooLong',
  'quotes',
  'tooManyColumns',
  'tooManyRows',
  'tooMuch',
  'zip',
  'portal',
  'account',
  'brokenOff',
] as const
/** One of {@link importFaults}. */
export type ImportFault = (typeof importFaults)[number]

/** Why a row is not imported. */
export const rowFaults = [
  'missing',
  'number',
  'ambiguousNumber',
  'date',
  'noSuchDay',
  'flag',
  'period',
  'emailSpace',
  'emailAt',
  'emailDomain',
  'email',
  'vatDigits',
  'vatZero',
  'vatNumber',
  'language',
  'shortened',
  'control',
  'tooLong',
  'tooSmall',
  'tooLarge',
  'whole',
  'oneOf',
  'sdiCode',
  'userName',
  'width',
  'quote',
  'unknownCustomer',
  'severalCustomers',
  'noCustomer',
  'severalRecords',
  'noKey',
  'lostZero',
  'certified',
  'differs',
  'twice',
  'taken',
  'elsewhere',
  'beforeStart',
  'fileMissing',
  'fileTooLarge',
  'file',
  'broken',
  'tooMuch',
  'changedSinceSigned',
  'signature',
  'noInvoice',
  'currency',
  'same',
  'refused',
] as const
/** One of {@link rowFaults}; `same` is a row that is skipped because another is just like it. */
export type RowFault = (typeof rowFaults)[number]

/** Most columns of a table. */
export const importColumnsMax = 200
/** Most rows of a table. */
export const importRowsMax = 100_000
/** Most files of an import. */
export const importFilesMax = 1000
/** For how many days an import, its files and its report are kept. */
export const importKeptDays = 30
/** How many of the values that an import would change are told one by one. */
export const valueChangesMax = 50
/** Most imports of a company that wait or run. */
export const importsAtOnceMax = 5

const oneOf = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Unsafe<Name>({ type: 'string', enum: [...names], description })

const Kind = oneOf<ImportKind>(importKinds, 'What its rows are.')
const Field = Type.String({ maxLength: 40, description: 'A field of the kind.' })
const Charset = Type.String({ maxLength: 40, description: 'The charset, such as `windows-1252`.' })
const Separator = oneOf([';', ',', '\t'] as const, 'What stands between cells.')
const Decimal = oneOf([',', '.'] as const, 'The decimal separator of numbers that do not show it.')
const Words = Type.Optional(oneOf(['it', 'en', 'es'] as const, 'The language of its words; Italian by default.'))
const Flags = Type.Array(Type.Unsafe<Flag>({ type: 'string', enum: [...flags] }), {
  maxItems: flags.length,
  uniqueItems: true,
  description: 'What people may see who are new, where no column says it.',
})

/** A column of the table. */
const ImportColumn = Type.Object({
  title: Type.String({ description: 'Its heading.' }),
  samples: Type.Array(Type.String(), {
    description: 'The first values that differ, shortened; an empty one stands for empty cells.',
  }),
  filled: Type.Integer({ description: 'How many rows have a value in it.' }),
  field: nullable(Type.String({ description: 'The field that it fills; null: it is not imported.' })),
  by: nullable(oneOf(['saved', 'heading', 'values', 'chosen'] as const, 'How the field was found; null without one.')),
  decimal: nullable(
    Type.Unsafe<',' | '.'>({ type: 'string', enum: [',', '.'], description: 'How its numbers are read.' }),
  ),
  refused: Type.Integer({ description: 'How many rows the last check refused because of it.' }),
})
/** See {@link ImportColumn}. */
export type ImportColumn = Static<typeof ImportColumn>

const Counts = Type.Array(
  Type.Object({
    type: Type.String({ description: 'The type of record, such as `contact` or `membership`.' }),
    created: Type.Integer({ description: 'New records.' }),
    changed: Type.Integer({ description: 'Records that were there and differ.' }),
    unchanged: Type.Integer({ description: 'Records that were there just so.' }),
  }),
  { description: 'What was imported or, of a check, would be, by type of record.' },
)

const recordTypeText = 'The type of record, such as `contact` or `membership`.'
const changedField = Type.String({
  maxLength: 100,
  description: 'The field, called as the columns of the kind call it where they do.',
})

/** A value of an existing record that an import would change. */
const ValueChange = Type.Object({
  line: Type.Integer({ description: 'The row that changes it.' }),
  type: Type.String({ description: recordTypeText }),
  name: Type.String({ description: 'What the record is called before.' }),
  field: changedField,
  before: nullable(Type.String({ description: 'The value that is there, shortened; null: none.' })),
  after: nullable(Type.String({ description: 'The value that would take its place, shortened; null: none.' })),
  isShorter: Type.Boolean({ description: 'Whether a name or a postal address becomes shorter.' }),
})
/** See {@link ValueChange}. */
export type ValueChange = Static<typeof ValueChange>

const ValueChanges = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        type: Type.String({ description: recordTypeText }),
        field: changedField,
        count: Type.Integer({ description: 'How many values.' }),
        shorter: Type.Integer({ description: 'How many of them are names or postal addresses that become shorter.' }),
      }),
      { description: 'How many values would change, by field.' },
    ),
    first: Type.Array(ValueChange, {
      maxItems: valueChangesMax,
      description: 'The first of them, those that become shorter before others.',
    }),
  },
  { description: 'Which values of existing records the last check would change; null before the first check.' },
)

/** An import: its file, how it is read, and where it stands. */
export const ImportRun = Type.Object({
  id: Id,
  kind: Kind,
  state: oneOf(importStates, 'Where it stands.'),
  portal: nullable(Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() })),
  author: Type.String({ description: 'Who began it.' }),
  createdAt: Instant,
  startedAt: nullable({ ...Instant, description: 'When its last check or import began.' }),
  finishedAt: nullable({ ...Instant, description: 'When its last check or import ended.' }),
  fileName: Type.String({ description: 'The name of the file.' }),
  size: Type.Integer({ description: 'The size of the file in bytes.' }),
  files: Type.Integer({ description: 'How many files it has beside the first.' }),
  fault: nullable(
    Type.Object({
      code: oneOf(importFaults, 'Why the file cannot be read, or why it was broken off.'),
      line: nullable(Type.Integer({ description: 'The line at fault.' })),
    }),
  ),
  rows: Type.Integer({ description: 'How many rows the table has.' }),
  done: Type.Integer({ description: 'How many rows the running check or import has read.' }),
  refused: Type.Integer({ description: 'How many rows were refused.' }),
  skipped: Type.Integer({ description: 'How many rows were left out because another is just like them.' }),
  mended: Type.Integer({ description: 'How many cells were mended.' }),
  counts: Counts,
  changes: nullable(ValueChanges),
  form: nullable(
    Type.Object(
      {
        charset: Charset,
        separator: Separator,
        headerLine: Type.Integer({ description: 'The line with the headings, from 1.' }),
        decimal: nullable(
          Type.Unsafe<',' | '.'>({ type: 'string', enum: [',', '.'], description: 'As somebody chose it.' }),
        ),
        head: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) }), {
          description: 'The first rows, as they are read.',
        }),
      },
      { description: 'How the table is read.' },
    ),
  ),
  columns: Type.Array(ImportColumn),
  key: nullable(
    Type.String({
      description: 'The field by which rows are told apart; `natural`: by customer, name or number, and date.',
    }),
  ),
  keyChoices: Type.Array(Type.String(), { description: 'By what rows can be told apart.' }),
  needs: Type.Array(Type.String(), {
    description: 'Fields that no column fills and without which nothing can be imported.',
  }),
  flags: Flags,
  saved: nullable(
    Type.Object(
      { savedAt: Instant, isUsed: Type.Boolean({ description: 'Whether the columns are matched as it says.' }) },
      { description: 'How columns with these headings were matched the last time.' },
    ),
  ),
})
/** See {@link ImportRun}. */
export type ImportRun = Static<typeof ImportRun>

/** A row that is not imported, with its cells as they were mended. */
export const ImportRow = Type.Object({
  line: Type.Integer({ description: 'Its first line in the file; of invoices, their number.' }),
  file: nullable(Type.String({ description: 'The file that it comes from, where there are several.' })),
  column: nullable(Type.Integer({ description: 'The column at fault, from 0.' })),
  field: nullable(Type.String({ description: 'The field at fault.' })),
  code: oneOf(rowFaults, 'Why it is not imported.'),
  message: Type.String({ description: 'Why, in words of the language that was asked for.' }),
  more: Type.Array(
    Type.Object({
      column: nullable(Type.Integer({ description: 'The column at fault, from 0.' })),
      code: oneOf(rowFaults, 'Why.'),
      message: Type.String(),
    }),
    { description: 'What else is wrong with it, which would be refused next.' },
  ),
  cells: nullable(Type.Array(Type.String(), { description: 'Its cells, in the order of the columns.' })),
})
/** See {@link ImportRow}. */
export type ImportRow = Static<typeof ImportRow>

const importsRoot = `${staffRoot}/imports` as const
const runPath = `${importsRoot}/:importid` as const
const staff = { access: 'staff', role: 'office' } as const

export const listImports = endpoint({
  ...staff,
  name: 'listImports',
  summary: 'The imports of the last days within the reach of the account, newest first.',
  method: 'GET',
  path: importsRoot,
  reply: Type.Array(
    Type.Pick(ImportRun, [
      ...(['id', 'kind', 'state', 'portal', 'author', 'createdAt', 'finishedAt', 'fileName'] as const),
      ...(['rows', 'done', 'refused', 'skipped', 'counts', 'fault'] as const),
    ]),
  ),
})

export const beginImport = endpoint({
  ...staff,
  name: 'beginImport',
  summary:
    'Takes the file of an import and reads its headings: a table (`.csv`), electronic invoices (`.xml`, `.p7m`, `.zip`), or lines of JSON.',
  description:
    'Lines of JSON can write everything that the operator API can, so they are for administrators of all portals.',
  method: 'POST',
  path: importsRoot,
  query: Type.Object({
    kind: Type.Optional(Kind),
    portal: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,14}$',
        description: 'The id of the portal; needed where there are several.',
      }),
    ),
  }),
  status: 201,
  upload: true,
  reply: ImportRun,
})

export const addImportFile = endpoint({
  ...staff,
  name: 'addImportFile',
  summary:
    'Adds a file to an import that has not begun: another invoice, or a document that a row names; a `.zip` counts as the files in it.',
  method: 'POST',
  path: `${runPath}/files`,
  status: 201,
  upload: true,
  reply: Type.Object({ files: Type.Integer({ description: 'How many files it has beside the first.' }) }),
})

export const readImportRun = endpoint({
  ...staff,
  name: 'readImportRun',
  summary: 'An import.',
  method: 'GET',
  path: runPath,
  reply: ImportRun,
})

export const changeImport = endpoint({
  ...staff,
  name: 'changeImport',
  summary:
    'Changes how an import is read. A changed charset, separator or line of headings renews columns and samples. 409 `conflict` once it has begun.',
  method: 'PATCH',
  path: runPath,
  body: Type.Object({
    kind: Type.Optional(Kind),
    portalId: Type.Optional(Id),
    charset: Type.Optional(Charset),
    separator: Type.Optional(Separator),
    headerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    decimal: Type.Optional(Decimal),
    columns: Type.Optional(
      Type.Array(nullable(Field), {
        maxItems: importColumnsMax,
        description: 'The field of each column; null: it is not imported.',
      }),
    ),
    key: Type.Optional(Field),
    flags: Type.Optional(Flags),
    useSaved: Type.Optional(
      Type.Boolean({ description: 'Match the columns as the last time; false: as they are recognised.' }),
    ),
  }),
  reply: ImportRun,
})
/** The body of {@link changeImport}. */
export type ImportChange = Static<NonNullable<(typeof changeImport)['body']>>

export const listImportRows = endpoint({
  ...staff,
  name: 'listImportRows',
  summary: 'The rows that the last check or import refused or skipped, by line.',
  method: 'GET',
  path: `${runPath}/rows`,
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$', description: 'The line after which to go on.' })),
    language: Words,
  }),
  reply: Type.Array(ImportRow, { maxItems: 100 }),
})

export const mendImportCells = endpoint({
  ...staff,
  name: 'mendImportCells',
  summary: 'Writes other values into cells, which the next check and the import read; the file stays as it is.',
  method: 'POST',
  path: `${runPath}/cells`,
  body: Type.Object({
    cells: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
        column: Type.Integer({ minimum: 0, maximum: importColumnsMax - 1 }),
        value: Type.String({ maxLength: 4000 }),
      }),
      { minItems: 1, maxItems: 2000 },
    ),
  }),
  reply: ImportRun,
})

export const checkImport = endpoint({
  ...staff,
  name: 'checkImport',
  summary: 'Begins to check an import: what it would do, without doing it.',
  method: 'POST',
  path: `${runPath}/check`,
  status: 202,
  reply: ImportRun,
})

export const startImportRun = endpoint({
  ...staff,
  name: 'startImportRun',
  summary:
    'Begins an import that was checked, or goes on with one that was cancelled or broken off. Nothing is written twice.',
  method: 'POST',
  path: `${runPath}/start`,
  status: 202,
  reply: ImportRun,
})

export const cancelImport = endpoint({
  ...staff,
  name: 'cancelImport',
  summary: 'Ends a running check or import. What an import has written stays, and its report says so.',
  method: 'POST',
  path: `${runPath}/cancel`,
  reply: ImportRun,
})

export const removeImport = endpoint({
  ...staff,
  name: 'removeImport',
  summary: 'Removes an import that does not run, with its files and its report; what it has written stays.',
  method: 'DELETE',
  path: runPath,
})

export const readImportReport = endpoint({
  ...staff,
  name: 'readImportReport',
  summary: 'The report as CSV: each row with its line, what became of it, and why.',
  method: 'GET',
  path: `${runPath}/report`,
  query: Type.Object({
    language: Words,
    only: Type.Optional(oneOf(['refused'] as const, 'Only the rows that were not imported, with their cells.')),
  }),
  raw: 'text/csv',
})
