import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint, operatorRoot } from './endpoint.ts'
import { Language } from './language.ts'
import { nullable } from './shapes.ts'

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
    name: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    mediaType: Type.String(),
    sha256: Type.String(),
  },
  { title: 'Upload', examples: [exampleFile] },
)

/** Uploads a file before the record that references it is written. */
export const uploadFile = endpoint({
  name: 'uploadFile',
  summary: 'Sends a file ahead of the record that is to hold it',
  description:
    'The file itself as the body, named by `name`; or multipart/form-data with one file in the field `file`. At most 25 MB. ' +
    'The record then names it: `"file": {"path": "upload:17"}`. Unused, it is dropped after 24 hours; 2000 of a company may wait to be ' +
    'used, with 2 GB in all.',
  method: 'POST',
  path: `${operatorRoot}/files`,
  access: 'apiKey',
  query: Type.Object({ name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })) }),
  stream: 'application/octet-stream',
  form: true,
  example: { query: { name: exampleFile.name } },
  reply: Uploaded,
  status: 201,
})

const instantOrNull = nullable(Type.String({ format: 'date-time' }))

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
  createdAt: '2026-03-02T08:30:00Z',
  startedAt: '2026-03-02T08:30:01Z',
  finishedAt: null,
}

const Line = {
  line: Type.Integer(),
  externalId: nullable(Type.String()),
  field: nullable(Type.String()),
  reason: Type.String(),
}

const Import = Type.Object(
  {
    id: Type.Integer(),
    state: Type.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({
      type: 'string',
      enum: ['waiting', 'running', 'done', 'failed'],
    }),
    detail: nullable(Type.String({ description: 'Why it failed.' })),
    dryRun: Type.Boolean(),
    lines: Type.Integer({ description: 'Read so far.' }),
    bytes: Type.Integer({ description: 'Read so far.' }),
    totalBytes: Type.Integer(),
    rate: nullable(Type.Integer({ description: 'Lines a second.' })),
    secondsLeft: nullable(Type.Integer()),
    created: Type.Integer({ description: 'Known at the end, as the next two.' }),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer({ description: 'Lines refused so far.' }),
    warned: Type.Integer({ description: 'Lines taken, but not as they stand; known at the end.' }),
    warnings: Type.Array(Type.Object(Line), {
      description: 'The first 500 of these: a residual that is not what is counted.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: instantOrNull,
    finishedAt: instantOrNull,
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

/** Starts an import of lines. */
export const startImport = endpoint({
  name: 'startImport',
  summary: 'Takes in a file of one JSON object a line',
  description:
    'Each line is a record as `PUT` writes it, with its `type` and `externalId`; see docs/import.md. Files are sent ahead and named with ' +
    'their name: `{"path": "upload:17", "name": "foto.jpg"}`. The answer comes once the lines have arrived; they are worked through after it, ' +
    'and begun anew where a server stops amid them. What lies beyond the key is refused line by line. An import has 256 MB at most, unless the installation says otherwise, and five ' +
    'of a company may wait; companies take turns. `dryRun=1` keeps nothing, and takes 32 MB at most.',
  method: 'POST',
  path: `${operatorRoot}/import`,
  access: 'apiKey',
  query: Type.Object({ dryRun: Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'] })) }),
  stream: 'application/x-ndjson',
  reply: Import,
  status: 202,
  example: { query: { dryRun: '1' } },
})

/** Reads the progress and the result of an import. */
export const readImport = endpoint({
  name: 'readImport',
  summary: 'Says how far an import is, and what it did',
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
  summary: 'Lists the lines that an import has refused, and why',
  method: 'GET',
  path: `${operatorRoot}/imports/:import/refused`,
  access: 'apiKey',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Type.Array(Refused),
  example: { params: { import: '5' } },
})

/** Mails a member the link for setting a password. */
export const inviteMember = endpoint({
  name: 'inviteMember',
  summary: 'Mails a member a link to set the password',
  description:
    'The link is good for 7 days; asked again before it is used, the same one is mailed and good for 7 days more. Who has a password ' +
    'already keeps it, and is told of the contact.',
  method: 'POST',
  path: `${operatorRoot}/memberships/:externalId/invite`,
  access: 'apiKey',
  example: { params: { externalId: 'rossi-giulia' } },
  reply: Type.Object(
    {
      outcome: Type.Unsafe<'invited' | 'told'>({
        type: 'string',
        enum: ['invited', 'told'],
        description: '`told`: has a password, and was told of the contact.',
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
  description: 'In the language asked for, it-IT unless given. Asked again, the same link is mailed again.',
  method: 'POST',
  path: `${operatorRoot}/documentsToSign/:externalId/send`,
  access: 'apiKey',
  example: { params: { externalId: 'verbale-3-firma' } },
  body: Type.Object({ language: Type.Optional(Language) }, { examples: [{ language: 'it-IT' }] }),
  reply: Sent,
  status: 202,
  mails: true,
})

/** Mails a personal invitation to book an appointment. */
export const sendBookingInvitation = endpoint({
  name: 'sendBookingInvitation',
  summary: 'Mails the customer the link to book an appointment',
  description: 'In the language of the invitation. Asked again, the same link is mailed again.',
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
