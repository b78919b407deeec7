import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Language } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { PortalSettings } from './portals.ts'
import { Instant, Link, line, nullable } from './shapes.ts'

/** A code is good for so many minutes and tries, and may be asked for again after so many seconds (decisions 5). */
export const codeMinutes = 10
export const codeTries = 5
export const resendSeconds = 30

/** States of a document to sign (decisions 5); those after `signed` are answered 410. */
export const documentStatuses = ['unsigned', 'signed', 'declined', 'expired', 'withdrawn'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** A document to accept, as its key opens it. */
export const DocumentToSign = Type.Object({
  documentName: Type.String(),
  /** The name of the file at `url`. */
  fileName: Type.String(),
  status: Type.Unsafe<'unsigned' | 'signed'>({ type: 'string', enum: ['unsigned', 'signed'] }),
  signedOn: nullable(Instant),
  /** The PDF: as sent, or sealed once signed. */
  url: Link,
  /** SHA-256 in hex of the file at `url`. */
  sha256: Type.String(),
  /** The evidence as a file of its own, for a document that had signatures before. */
  evidenceUrl: nullable(Link),
  firstName: Type.String(),
  lastName: Type.String(),
  /** The phone on record, all but its last 3 digits hidden. */
  phone: nullable(Type.String()),
  /** Whether the signer may give a phone number. */
  phoneMayBeTyped: Type.Boolean(),
  /** Whether the signed file will be sent by mail. */
  hasEmail: Type.Boolean(),
  sentOn: Instant,
  validUntil: nullable(Instant),
  sender: nullable(Type.String()),
  companyName: Type.String(),
  portalSettings: PortalSettings,
})
export type DocumentToSign = Static<typeof DocumentToSign>

/** A code that was sent. `phone` as in {@link DocumentToSign}. */
export const SentCode = Type.Object({ phone: Type.String(), expiresAt: Instant, resendAt: Instant })
export type SentCode = Static<typeof SentCode>

/** What may become of the message with a code: it waits for its first try, for another one, was taken by the provider, or was given up. */
export const codeDeliveries = ['waiting', 'delayed', 'accepted', 'failed'] as const
export type CodeDelivery = (typeof codeDeliveries)[number]

/** The newest code of a document. `phone` as in {@link DocumentToSign}; `expiresAt` is when it ceases to be good. */
export const CodeState = Type.Object({
  delivery: Type.Unsafe<CodeDelivery>({ type: 'string', enum: [...codeDeliveries] }),
  phone: Type.String(),
  sentAt: Instant,
  expiresAt: Instant,
})
export type CodeState = Static<typeof CodeState>

/** A signature found in a file. `ours`: sealed by this installation. The certificates of others are named, not judged. */
export const FoundSignature = Type.Object({
  signedBy: nullable(Type.String()),
  certificate: nullable(Type.String()),
  issuer: nullable(Type.String()),
  signedOn: nullable(Instant),
  /** When a time-stamping authority has seen it. */
  timeStampedOn: nullable(Instant),
  reason: nullable(Type.String()),
  ours: Type.Boolean(),
  /** Whether no byte of what it covers has changed. */
  intact: Type.Boolean(),
  /** Whether nothing was added to the file after it. */
  wholeFile: Type.Boolean(),
})
export type FoundSignature = Static<typeof FoundSignature>

/** What a file's signatures tell. `changed`: there are some, and a byte has changed since the last, or under any of them. */
export const Verification = Type.Object({
  fileName: Type.String(),
  changed: Type.Boolean(),
  signatures: Type.Array(FoundSignature),
})
export type Verification = Static<typeof Verification>

export const readDocumentToSign = endpoint({
  name: 'readDocumentToSign',
  summary: 'A document to accept, by its key; 410 once it is declined, expired or withdrawn.',
  method: 'GET',
  path: '/api/signing/:documentkey',
  access: 'open',
  reply: DocumentToSign,
})

export const readSigningFile = endpoint({
  name: 'readSigningFile',
  summary: 'The PDF of a document to accept, sealed once it is signed: whole or by one range.',
  method: 'GET',
  path: '/api/signing/:documentkey/file/:name',
  access: 'open',
  raw: 'application/pdf',
})

export const readEvidenceFile = endpoint({
  name: 'readEvidenceFile',
  summary: 'The evidence of a document that had signatures before, as a sealed PDF of its own.',
  method: 'GET',
  path: '/api/signing/:documentkey/evidence/:name',
  access: 'open',
  raw: 'application/pdf',
})

export const sendSigningCode = endpoint({
  name: 'sendSigningCode',
  summary:
    'Sends a code of six digits by SMS to the phone on record, or to one that is given where the sender allows it.',
  method: 'POST',
  path: '/api/signing/:documentkey/otp',
  access: 'open',
  // What is missing here is answered `fill_all_fields` or `no_phone_number`.
  body: Type.Object({
    firstName: Type.Optional(nullable(line(100))),
    lastName: Type.Optional(nullable(line(100))),
    phone: Type.Optional(nullable(line(40))),
    consent: Type.Optional(nullable(Type.Boolean())),
    language: Type.Optional(nullable(Language)),
  }),
  reply: SentCode,
})

export const readSigningCode = endpoint({
  name: 'readSigningCode',
  summary: 'What became of the message with the code that was sent last; 404 where none was sent.',
  method: 'GET',
  path: '/api/signing/:documentkey/otp',
  access: 'open',
  reply: CodeState,
})

export const signDocument = endpoint({
  name: 'signDocument',
  summary: 'Signs with the code that was sent last.',
  method: 'POST',
  path: '/api/signing/:documentkey/signature',
  access: 'open',
  body: Type.Object({ code: Type.Optional(nullable(line(40))) }),
  reply: Type.Object({ signedOn: Instant, url: Link }),
})

export const declineDocument = endpoint({
  name: 'declineDocument',
  summary: 'Declines a document for good.',
  method: 'POST',
  path: '/api/signing/:documentkey/decline',
  access: 'open',
  body: Type.Object({ reason: Type.Optional(nullable(Type.String({ maxLength: 2000 }))) }),
})

export const verifySignedFile = endpoint({
  name: 'verifySignedFile',
  summary: 'Who signed a PDF, when, and whether a byte has changed since. The file is not kept.',
  method: 'POST',
  path: '/api/signing/verify',
  access: 'open',
  upload: true,
  reply: Verification,
})
