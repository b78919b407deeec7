import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, Instant, Link, line, nullable, pageQuery, Search } from '../shapes.ts'
import { type DocumentStatus, documentStatuses } from '../signing.ts'
import { PublicationChange } from './published.ts'

/** Most people to whom one file is sent, each of whom signs a document of their own. */
export const signersMax = 10
/** For how many days at most a document can be signed. */
export const signDaysMax = 365
/** Most characters of what the sender writes to the signers, and of why a document is withdrawn. */
export const signingTextMax = 2000
/** For how many hours a signer is not reminded again without a confirmation. */
export const reminderHours = 24
/** How often the link of one document is mailed within an hour, the first time included. */
export const mailsToSignAnHour = 5

const Status = Type.Unsafe<DocumentStatus>({
  type: 'string',
  enum: [...documentStatuses],
  description: '`unsigned`: it waits for its signer.',
})

const listed = {
  id: Id,
  documentName: Type.String({ description: 'The name that the signer sees.' }),
  contact: Type.Object({ id: Id, companyName: Type.String() }),
  portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
  signer: Type.Object(
    {
      firstName: Type.String(),
      lastName: Type.String(),
      email: nullable(Type.String({ description: 'Where the link goes.' })),
      phone: nullable(Type.String({ description: 'Where the code goes.' })),
    },
    { description: 'Who is to sign.' },
  ),
  status: Status,
  sentOn: Type.Unsafe<string>(Instant),
  sentBy: nullable(Type.String({ description: 'Who of the staff sent it.' })),
  validUntil: nullable({ ...Instant, description: 'Until when it can be signed; null: without end.' }),
  mailedOn: nullable({ ...Instant, description: 'When the link was mailed last from here.' }),
  openedOn: nullable({ ...Instant, description: 'When the link was opened first.' }),
  lastOpenedOn: nullable({ ...Instant, description: 'When the link was opened last.' }),
  codeSentOn: nullable({ ...Instant, description: 'When a code was asked for last.' }),
  codeFailed: Type.Boolean({ description: 'Whether that code could not be delivered.' }),
  signedOn: nullable({ ...Instant, description: 'When it was signed.' }),
  reason: nullable(Type.String({ description: 'Why it was declined, or withdrawn.' })),
}

/** A document that a person of a customer is to sign, or has signed. */
export const Signature = Type.Object(listed)
export type Signature = Static<typeof Signature>

const Paper = Type.Object({
  name: Type.String({ description: 'Its name.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  url: Type.Unsafe<string>({ ...Link, description: 'For the session that asked.' }),
})

/** A step of the evidence. */
export const SignatureStep = Type.Object({
  step: Type.String({
    description: '`created`, `code_sent`, `code_failed`, `code_wrong`, `signed`, `recorded` or `declined`.',
  }),
  at: Type.Unsafe<string>(Instant),
  name: nullable(Type.String({ description: 'The name that the signer typed.' })),
  phone: nullable(Type.String({ description: 'Where the code went, but for its last digits hidden.' })),
  address: nullable(Type.String({ description: 'The network address.' })),
})
export type SignatureStep = Static<typeof SignatureStep>

/** A document to sign with its evidence and what the staff have done with it. */
export const SignatureDetail = Type.Object({
  ...listed,
  message: nullable(Type.String({ description: 'What the sender wrote to the signer.' })),
  file: Type.Object(Paper.properties, { description: 'The file as it was sent.' }),
  signedFile: nullable(Type.Object(Paper.properties, { description: 'The sealed file.' })),
  evidenceFile: nullable(
    Type.Object(Paper.properties, {
      description: 'The evidence as a file of its own, where the sealed file could not hold it.',
    }),
  ),
  steps: Type.Array(SignatureStep, { description: 'What happened to it, the newest first.' }),
  history: Type.Array(
    Type.Object({
      ...PublicationChange.properties,
      what: Type.Unsafe<'sent' | 'reminded' | 'extended' | 'changed' | 'withdrawn'>({
        type: 'string',
        enum: ['sent', 'reminded', 'extended', 'changed', 'withdrawn'],
      }),
    }),
    { description: 'What the staff have done with it, the newest first.' },
  ),
})
export type SignatureDetail = Static<typeof SignatureDetail>

/** What a list of documents to sign is narrowed to; `waiting`: unsigned and in time. */
export const signatureStates = ['waiting', 'signed', 'declined', 'expired', 'withdrawn'] as const
/** One of {@link signatureStates}. */
export type SignatureState = (typeof signatureStates)[number]

export const listSignatures = endpoint({
  name: 'listSignatures',
  summary: 'The documents that customers are to sign or have signed, newest first.',
  method: 'GET',
  path: `${staffRoot}/signatures`,
  access: 'staff',
  role: 'office',
  query: Type.Object({
    q: Type.Optional(
      Type.Unsafe<string>({ ...Search, description: 'Found in the names of document, signer and customer.' }),
    ),
    state: Type.Optional(
      Type.Unsafe<SignatureState>({
        type: 'string',
        enum: [...signatureStates],
        description: '`waiting`: unsigned and in time.',
      }),
    ),
    portal: Type.Optional(Type.String({ maxLength: 40, description: 'Only of the portal with this key.' })),
    contact: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Only of this customer.' })),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    count: pageQuery.count,
  }),
  reply: Type.Array(Signature),
})

export const sendSignatures = endpoint({
  name: 'sendSignatures',
  summary: 'Sends a PDF to be signed: each signer gets a document of their own and a mail with its link.',
  description:
    'The file is an upload of `POST /api/staff/published/uploads`. 422 or 415 for a file that cannot be signed.',
  method: 'POST',
  path: `${staffRoot}/signatures`,
  access: 'staff',
  role: 'office',
  status: 201,
  body: Type.Object({
    contactId: Type.Unsafe<number>({ ...Id, description: 'The customer.' }),
    uploadId: Type.Unsafe<number>({ ...Id, description: 'An upload of the caller.' }),
    documentName: Type.Optional(
      Type.Unsafe<string>({ ...line(200), description: 'The name that the signers see. Default: that of the file.' }),
    ),
    signers: Type.Array(
      Type.Object({
        firstName: Type.Unsafe<string>(line(100)),
        lastName: Type.Unsafe<string>(line(100)),
        email: Type.Unsafe<string>({ ...email, description: 'Where the link goes.' }),
        phone: Type.Unsafe<string>({ ...line(40), description: 'Where the code goes.' }),
      }),
      { minItems: 1, maxItems: signersMax, description: 'Who signs.' },
    ),
    days: Type.Integer({ minimum: 1, maximum: signDaysMax, description: 'For how many days it can be signed.' }),
    message: Type.Optional(
      nullable(Type.String({ maxLength: signingTextMax, description: 'What the mail says besides.' })),
    ),
  }),
  reply: Type.Array(Signature),
})

export const readSignature = endpoint({
  name: 'readSignature',
  summary: 'A document to sign with its evidence and its history.',
  method: 'GET',
  path: `${staffRoot}/signatures/:signatureid`,
  access: 'staff',
  role: 'office',
  conditional: true,
  reply: SignatureDetail,
})

export const changeSignature = endpoint({
  name: 'changeSignature',
  summary:
    'Gives more time to sign, or another phone or address, while it is unsigned. 409 `conflict` if the signer or a colleague was faster.',
  method: 'PATCH',
  path: `${staffRoot}/signatures/:signatureid`,
  access: 'staff',
  role: 'office',
  conditional: true,
  body: Type.Object({
    validUntil: Type.Optional(Type.String({ format: 'date', description: 'The last day; not before today.' })),
    phone: Type.Optional(Type.Unsafe<string>({ ...line(40), description: 'Where the code goes.' })),
    email: Type.Optional(Type.Unsafe<string>({ ...email, description: 'Where the link goes.' })),
  }),
  reply: SignatureDetail,
})

export const remindSigner = endpoint({
  name: 'remindSigner',
  summary:
    'Mails the link again. 409 `conflict` within a day of the last mail, unless `again` is true; five mails an hour.',
  method: 'POST',
  path: `${staffRoot}/signatures/:signatureid/reminders`,
  access: 'staff',
  role: 'office',
  status: 201,
  body: Type.Object({
    again: Type.Optional(Type.Boolean({ description: 'Also where the link was mailed within a day.' })),
  }),
  reply: SignatureDetail,
})

export const withdrawSignature = endpoint({
  name: 'withdrawSignature',
  summary: 'Withdraws an unsigned document for good. 409 `conflict` if it was signed or declined meanwhile.',
  method: 'POST',
  path: `${staffRoot}/signatures/:signatureid/withdrawal`,
  access: 'staff',
  role: 'office',
  status: 200,
  body: Type.Object({
    reason: Type.Optional(
      nullable(Type.String({ maxLength: signingTextMax, description: 'Why; the signer reads it at the link.' })),
    ),
  }),
  reply: SignatureDetail,
})

export const readSignatureFile = endpoint({
  name: 'readSignatureFile',
  summary: 'A file of a document to sign (`file`, `signed` or `evidence`), for the session that its URL was made for.',
  method: 'GET',
  path: `${staffRoot}/signatures/:signatureid/:part/:name`,
  access: 'staff',
  role: 'office',
  query: Type.Object({
    n: Type.String({ description: 'The session that the address was made for.' }),
    v: Type.String({ description: 'Which content it was made for.' }),
  }),
  raw: 'application/pdf',
})
