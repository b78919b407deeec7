import * as Type from 'typebox'
import { endpoint, operatorRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { nullable } from '../shapes.ts'

/** The file of every example: uploaded first, as `upload:17`. */
export const exampleFile = {
  path: 'upload:17',
  name: 'verbale-prova-fumi.pdf',
  size: 33_047,
  mediaType: 'application/pdf',
  sha256: '5289e2b405741f8eeef5ff1e0d8ac20e7fcde4f7e6778e7d7077088626ac2977',
}
const Uploaded = Type.Object(
  {
    path: Type.String({
      description: 'Names this file in a record: `{"path": "upload:17"}`. Good for 24 hours, once.',
    }),
    name: Type.String({ description: 'The name of the file.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    mediaType: Type.String({ description: 'The media type, detected from the content.' }),
    sha256: Type.String({ description: 'The SHA-256 of the content in hex.' }),
  },
  { title: 'Upload', examples: [exampleFile] },
)

/** Uploads a file before the record that references it is written. */
export const uploadFile = endpoint({
  name: 'uploadFile',
  summary: 'Uploads a file for a record that is written afterwards',
  description:
    'The file itself as the body, named by `name`; or multipart/form-data with one file in the field `file`. At most 25 MB. ' +
    'The record then refers to it: `"file": {"path": "upload:17"}`. An unused upload is deleted after 24 hours; a company may have 2000 of ' +
    'them with 2 GB in all.',
  method: 'POST',
  path: `${operatorRoot}/files`,
  access: 'apiKey',
  query: Type.Object({
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'The name of the file, if it is the body itself.' }),
    ),
  }),
  stream: 'application/octet-stream',
  form: true,
  example: { query: { name: exampleFile.name } },
  reply: Uploaded,
  status: 201,
})

const instantOrNull = (description: string) => nullable(Type.String({ format: 'date-time', description }))

const importExample = {
  id: 5,
  state: 'running',
  detail: null,
  dryRun: false,
  lines: 120_500,
  bytes: 41_943_040,
  totalBytes: 167_772_160,
  rate: 15_062,
  secondsLeft: 24,
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 2,
  warned: 0,
  warnings: [],
  table: null,
  createdAt: '2026-03-02T08:30:00Z',
  startedAt: '2026-03-02T08:30:01Z',
  finishedAt: null,
}

const Line = {
  line: Type.Integer({ description: 'The number of the line in the file, from 1.' }),
  externalId: nullable(Type.String({ description: 'The externalId of the line, if it could be read.' })),
  field: nullable(Type.String({ description: 'The field at fault, if it is one.' })),
  reason: Type.String({ description: 'What is wrong, as the end of a sentence: `is missing`.' }),
}

const Import = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the import.' }),
    state: Type.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({
      type: 'string',
      enum: ['waiting', 'running', 'done', 'failed'],
      description: '`done` also if lines were refused; `failed` if the import as a whole could not be read.',
    }),
    detail: nullable(Type.String({ description: 'Why it failed.' })),
    dryRun: Type.Boolean({ description: 'Whether nothing is stored.' }),
    lines: Type.Integer({ description: 'Lines read so far.' }),
    bytes: Type.Integer({ description: 'Bytes read so far.' }),
    totalBytes: Type.Integer({ description: 'Bytes in all.' }),
    rate: nullable(Type.Integer({ description: 'Lines a second.' })),
    secondsLeft: nullable(Type.Integer({ description: 'How long it will take at this rate.' })),
    created: Type.Integer({ description: 'Records that were created; 0 until the end.' }),
    changed: Type.Integer({ description: 'Records that were changed; 0 until the end.' }),
    unchanged: Type.Integer({ description: 'Records that were as the line says; 0 until the end.' }),
    refused: Type.Integer({ description: 'Lines refused so far.' }),
    warned: Type.Integer({ description: 'Warnings about lines that were imported; 0 until the end.' }),
    warnings: Type.Array(Type.Object(Line), {
      description: 'The first 500 warnings, such as a residual that differs from the computed one.',
    }),
    table: nullable(
      Type.Object(
        {
          charset: Type.String({ description: 'The charset as which the file was read.' }),
          columns: Type.Array(
            Type.Object({
              column: Type.String({ description: 'The title of a column.' }),
              field: Type.String({ description: 'The field that it fills.' }),
            }),
            { description: 'The columns that were imported.' },
          ),
        },
        { description: 'How a CSV file was read; null for other formats and until the end.' },
      ),
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When it was sent.' }),
    startedAt: instantOrNull('When it was started, the last time if a server stopped meanwhile.'),
    finishedAt: instantOrNull('When it ended.'),
  },
  { title: 'Import', examples: [importExample] },
)

/** An import sent over the API, as its caller sees it. `rate` is in lines per second. */
export type ImportJob = Static<typeof Import>

const Refused = Type.Object(Line, {
  title: 'RefusedLine',
  examples: [{ line: 17, externalId: 'fattura-9', field: 'invoiceDate', reason: 'is a date that does not exist' }],
})

/** A line that an import refused, and why. */
export type ImportRefusal = Static<typeof Refused>

/** The types of records that CSV tables may have. */
export const tableTypes = ['contact', 'webUser', 'invoice', 'activityContract', 'serviceContract'] as const

const oneOf = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(Type.Unsafe<Name>({ type: 'string', enum: [...names], description }))

const ImportQuery = Type.Object({
  dryRun: oneOf(['0', '1'], '1: stores nothing and reports the same.'),
  format: oneOf(
    ['lines', 'csv', 'fatturapa'],
    '`lines`: one JSON object a line. `csv`: a table. `fatturapa`: one Italian electronic invoice file, XML or signed. Default: `lines`.',
  ),
  portal: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'For `csv` and `fatturapa`: the portal of the contacts, by externalId.',
    }),
  ),
  type: oneOf(tableTypes, 'For `csv`: what the rows are.'),
  map: Type.Optional(
    Type.String({
      maxLength: 8000,
      description:
        'For `csv`: which column is which field, as JSON: `{"column": "field", "another": null, "field": {"value": 1}}`. Usual titles are recognised without it.',
    }),
  ),
  charset: Type.Optional(
    Type.String({ maxLength: 40, description: 'For `csv`: the charset, such as `windows-1252`. Default: detected.' }),
  ),
  decimal: oneOf([',', '.'], 'For `csv`: the decimal sign. Default: detected.'),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'For `fatturapa`: the name of the file, `.xml` or `.p7m`.',
    }),
  ),
})
/** The query of {@link startImport}. */
export type ImportQuery = Static<typeof ImportQuery>

/** Starts an import. */
export const startImport = endpoint({
  name: 'startImport',
  summary: 'Imports a file: lines of JSON, a CSV table or an electronic invoice',
  description:
    'Each line is a record as `PUT` writes it, with its `type` and `externalId`; see docs/import.md, also for tables and electronic invoices. ' +
    'Files are uploaded first and referred to with their name: `{"path": "upload:17", "name": "foto.jpg"}`, in a table `upload:17`. The reply ' +
    'comes once the file has arrived; the import follows, and starts again if a server stops meanwhile. Lines beyond what the key may write ' +
    'are refused one by one. An import may have 256 MB unless the installation sets another limit, a table 32 MB; a company may have five ' +
    'unfinished ones, and companies take turns. `dryRun=1` stores nothing and accepts at most 32 MB.',
  method: 'POST',
  path: `${operatorRoot}/import`,
  access: 'apiKey',
  query: ImportQuery,
  stream: 'application/x-ndjson',
  reply: Import,
  status: 202,
  example: { query: { dryRun: '1' } },
})

/** Reads the progress and the result of an import. */
export const readImport = endpoint({
  name: 'readImport',
  summary: 'Reads the progress and the result of an import',
  description: 'For the key that sent it, for 30 days.',
  method: 'GET',
  path: `${operatorRoot}/imports/:import`,
  access: 'apiKey',
  reply: Import,
  example: { params: { import: '5' } },
})

/** Lists the lines that an import refused. */
export const listRefusedLines = endpoint({
  name: 'listRefusedLines',
  summary: 'Lists the lines that an import has refused, with the reasons',
  method: 'GET',
  path: `${operatorRoot}/imports/:import/refused`,
  access: 'apiKey',
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'How many to answer at most. Default: 100.' }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Where the page begins: take it from the `Link` header of the page before.',
      }),
    ),
  }),
  reply: Type.Array(Refused),
  example: { params: { import: '5' } },
})

/** Mails a member the link for setting a password. */
export const inviteMember = endpoint({
  name: 'inviteMember',
  summary: 'Mails a member a link to set the password',
  description:
    'The link can be used for 7 days; a second call before it is used mails the same link, for 7 days more. A user who has a password ' +
    'keeps it, and is informed about the contact by mail.',
  method: 'POST',
  path: `${operatorRoot}/memberships/:externalId/invite`,
  access: 'apiKey',
  example: { params: { externalId: 'rossi-giulia' } },
  reply: Type.Object(
    {
      outcome: Type.Unsafe<'invited' | 'told'>({
        type: 'string',
        enum: ['invited', 'told'],
        description: '`told`: the user has a password, and was informed about the contact.',
      }),
      email: Type.String({ description: 'Where the mail goes: the address of the web user.' }),
    },
    { examples: [{ outcome: 'invited', email: 'giulia.rossi@officine-rossi.example' }] },
  ),
  status: 202,
  mails: true,
})

const Sent = Type.Object(
  { email: Type.String({ description: 'Where the mail goes.' }) },
  { examples: [{ email: 'giulia.rossi@officine-rossi.example' }] },
)

/** Mails a signer the link to a document. */
export const sendDocumentToSign = endpoint({
  name: 'sendDocumentToSign',
  summary: 'Mails the signer the link to a document to sign',
  description: 'In the given language, or it-IT. A second call mails the same link again.',
  method: 'POST',
  path: `${operatorRoot}/documentsToSign/:externalId/send`,
  access: 'apiKey',
  example: { params: { externalId: 'verbale-3-firma' } },
  body: Type.Object(
    { language: Type.Optional({ ...Language, description: 'The language of the mail.' } as typeof Language) },
    { examples: [{ language: 'it-IT' }] },
  ),
  reply: Sent,
  status: 202,
  mails: true,
})

/** Mails a personal invitation to book an appointment. */
export const sendBookingInvitation = endpoint({
  name: 'sendBookingInvitation',
  summary: 'Mails the customer the link to book an appointment',
  description: 'In the language of the invitation. A second call mails the same link again.',
  method: 'POST',
  path: `${operatorRoot}/bookingInvitations/:externalId/send`,
  access: 'apiKey',
  example: { params: { externalId: 'invito-1260' } },
  reply: Sent,
  status: 202,
  mails: true,
})

/** Ends every session of a web user. */
export const endWebUserSessions = endpoint({
  name: 'endWebUserSessions',
  summary: 'Ends every session of a web user',
  description: 'The user is signed out on every device within a second, and can sign in again with the password.',
  method: 'DELETE',
  path: `${operatorRoot}/webUsers/:externalId/sessions`,
  access: 'apiKey',
  example: { params: { externalId: 'giulia.rossi' } },
})
