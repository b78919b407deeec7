import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Language } from './language.ts'
import { PortalSettings } from './portals.ts'
import { Instant, Link, line, nullable } from './shapes.ts'

/** How many minutes and tries a code is good for, and after how many seconds another one may be asked for. */
export const codeMinutes = 10
export const codeTries = 5
export const resendSeconds = 30

/** States of a document to sign; those after `signed` are answered 410. */
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

/** What can come after a signature: see {@link FoundSignature}. */
export const laterChanges = [
  'validation_data',
  'time_stamp',
  'signature',
  'visible_signature',
  'form_filling',
  'metadata',
  'other',
] as const
export type LaterChange = (typeof laterChanges)[number]

/** A signature that the form of a file names. The certificates of others are named, not judged. */
export const FoundSignature = Type.Object({
  /** The full name of its field. */
  field: Type.String(),
  /** `time_stamp`: the stamp of a third party over the whole file (ETSI.RFC3161). */
  kind: Type.Unsafe<'signature' | 'time_stamp'>({ type: 'string', enum: ['signature', 'time_stamp'] }),
  signedBy: nullable(Type.String()),
  certificate: nullable(Type.String()),
  issuer: nullable(Type.String()),
  signedOn: nullable(Instant),
  /** When a time-stamping authority has seen it. */
  timeStampedOn: nullable(Instant),
  reason: nullable(Type.String()),
  /** Sealed by this installation. */
  ours: Type.Boolean(),
  /** Whether no byte of what it covers has changed, and its certificate's key has signed that. */
  intact: Type.Boolean(),
  /**
   * Whether it is not intact, covers less than a whole revision of the file, or is followed by something that it does not permit. Our own
   * seal permits `validation_data`, `time_stamp` and `signature`; that of somebody else what it says itself (DocMDP, FieldMDP), and never `other`.
   */
  changed: Type.Boolean(),
  /**
   * What came after it, object by object: certificates and answers about revocation (DSS); document time stamps; signatures that show
   * nothing on a page, or something; values of form fields; what the file says of itself; anything else.
   */
  later: Type.Array(Type.Unsafe<LaterChange>({ type: 'string', enum: [...laterChanges] })),
  /** The whole file to its last byte, one of its revisions with all before it, or only parts. */
  covers: Type.Unsafe<'file' | 'revision' | 'part'>({ type: 'string', enum: ['file', 'revision', 'part'] }),
  /** Whether it covers the file to its last byte. */
  wholeFile: Type.Boolean(),
})
export type FoundSignature = Static<typeof FoundSignature>

/** What a file is: see {@link Verification}. */
export const outcomes = ['sealed', 'changed', 'others', 'none', 'unreadable'] as const
export type Outcome = (typeof outcomes)[number]

/** What a file's signatures tell. */
export const Verification = Type.Object({
  fileName: Type.String(),
  /**
   * `sealed`: sealed by this installation and unchanged since. `changed`: sealed by it and then changed, or a seal of it that does not
   * hold. `others`: signed by others alone. `none`: not signed. `unreadable`: damaged, encrypted, or no PDF that can be read in bounds.
   */
  outcome: Type.Unsafe<Outcome>({ type: 'string', enum: [...outcomes] }),
  /**
   * False only where our newest seal covers the last revision of the file, or nothing follows it but validation data, document time
   * stamps or further signatures with fields of their own. True where anything else follows it, it is broken, or, without a seal of ours,
   * any signature is changed. Null where there is nothing of ours to vouch for it, and no sign of a change.
   */
  changed: nullable(Type.Boolean()),
  /** Whether what was sealed is, to the last byte, what is still kept here of a signed document. */
  onRecord: Type.Boolean(),
  /** The revision that we sealed is that many bytes from the file's beginning. */
  sealedSize: nullable(Type.Integer({ minimum: 1 })),
  /** The revision that we sealed, where its document is still kept here; good for an hour. */
  sealedUrl: nullable(Link),
  /** In the order of what they cover. */
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
  summary: 'Who signed a PDF, when, and whether it has been changed since we sealed it. The file is not kept.',
  method: 'POST',
  path: '/api/signing/verify',
  access: 'open',
  upload: true,
  reply: Verification,
})

export const readSealedRevision = endpoint({
  name: 'readSealedRevision',
  summary: 'The revision of a file that was sealed here, by the `sealedUrl` of a verification: whole or by one range.',
  method: 'GET',
  path: '/api/signing/sealed/:fileid/:name',
  access: 'open',
  query: Type.Object({ n: Type.String(), e: Type.String(), s: Type.String() }),
  raw: 'application/pdf',
})
