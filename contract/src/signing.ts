import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Language } from './language.ts'
import { PortalSettings } from './portals.ts'
import type { Static } from './schema/static.ts'
import { Instant, Link, line, nullable } from './shapes.ts'

/** How many minutes a code is valid, how many attempts it allows, and after how many seconds a new one may be requested. */
export const codeMinutes = 10
export const codeTries = 5
export const resendSeconds = 30

/** Statuses of a document to sign. Those after `signed` are answered with 410. */
export const documentStatuses = ['unsigned', 'signed', 'declined', 'expired', 'withdrawn'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Why a file cannot be signed. */
export const pdfRefusals = [
  'unreadable',
  'too_large',
  'too_heavy',
  'encrypted',
  'empty',
  'final',
  'xfa',
  'form',
  'comments',
  'signed',
] as const
export type PdfRefusal = (typeof pdfRefusals)[number]

/**
 * What was changed of a file between sending and showing it: its cross-reference was broken and made anew; objects that it does not name, or
 * scripts, were left out; fields of a form, or comments, became part of the page; an XFA form was left out beside them.
 */
export const pdfChanges = ['repaired', 'unnamed_objects', 'scripts', 'xfa', 'form', 'comments'] as const
export type PdfChange = (typeof pdfChanges)[number]

/** A document to sign, as its key opens it. */
export const DocumentToSign = Type.Object({
  documentName: Type.String(),
  /** The name of the file at `url`. */
  fileName: Type.String(),
  status: Type.Unsafe<'unsigned' | 'signed'>({ type: 'string', enum: ['unsigned', 'signed'] }),
  signedOn: nullable(Instant),
  /** The PDF as it was sent, or sealed after signing. */
  url: Link,
  /** SHA-256 in hex of the file at `url`. */
  sha256: Type.String(),
  /** The evidence as a separate file, for a document that already had signatures when it was sent. */
  evidenceUrl: nullable(Link),
  firstName: Type.String(),
  lastName: Type.String(),
  /** The signer's phone number, with all but its last 3 digits hidden. */
  phone: nullable(Type.String()),
  /** Whether the signer may enter a phone number. */
  phoneMayBeTyped: Type.Boolean(),
  /** Whether the signed file will be sent by e-mail. */
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

/** Delivery status of the message with a code: waiting for the first attempt, waiting for a retry, accepted by the provider, or given up. */
export const codeDeliveries = ['waiting', 'delayed', 'accepted', 'failed'] as const
export type CodeDelivery = (typeof codeDeliveries)[number]

/** The newest code of a document. `phone` as in {@link DocumentToSign}; the code is valid until `expiresAt`. */
export const CodeState = Type.Object({
  delivery: Type.Unsafe<CodeDelivery>({ type: 'string', enum: [...codeDeliveries] }),
  phone: Type.String(),
  sentAt: Instant,
  expiresAt: Instant,
})
export type CodeState = Static<typeof CodeState>

/** Kinds of changes that can follow a signature: see {@link FoundSignature}. */
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

/** A signature in the form of a PDF. The certificates of other signers are reported, not validated. */
export const FoundSignature = Type.Object({
  /** The fully qualified name of its form field. */
  field: Type.String(),
  /** `time_stamp`: a document time stamp of a third party (ETSI.RFC3161). */
  kind: Type.Unsafe<'signature' | 'time_stamp'>({ type: 'string', enum: ['signature', 'time_stamp'] }),
  signedBy: nullable(Type.String()),
  certificate: nullable(Type.String()),
  issuer: nullable(Type.String()),
  signedOn: nullable(Instant),
  /** The time given by a time-stamping authority. */
  timeStampedOn: nullable(Instant),
  reason: nullable(Type.String()),
  /** Whether this installation made it. */
  ours: Type.Boolean(),
  /** Whether every byte that it covers is unchanged, and was signed with the key of its certificate. */
  intact: Type.Boolean(),
  /**
   * Whether it is not intact, covers less than a whole revision of the file, or is followed by a change that it does not permit. The
   * portal's own seal permits `validation_data`, `time_stamp` and `signature`. Any other signature permits what it declares (DocMDP,
   * FieldMDP), and never `other`.
   */
  changed: Type.Boolean(),
  /**
   * The kinds of changes after it, judged object by object: certificates and revocation data (DSS), document time stamps, invisible
   * signatures, visible signatures, values of form fields, metadata, and anything else.
   */
  later: Type.Array(Type.Unsafe<LaterChange>({ type: 'string', enum: [...laterChanges] })),
  /** What it covers: the whole file to its last byte, a revision with everything before it, or only parts. */
  covers: Type.Unsafe<'file' | 'revision' | 'part'>({ type: 'string', enum: ['file', 'revision', 'part'] }),
  /** Whether it covers the file to its last byte. */
  wholeFile: Type.Boolean(),
})
export type FoundSignature = Static<typeof FoundSignature>

/** The overall result for a file: see {@link Verification}. */
export const outcomes = ['sealed', 'changed', 'others', 'none', 'unreadable'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * What the evidence pages of a sealed file say beside the record. `same`: what is recorded, and the pages before them are, byte by byte, those
 * that were shown to the signer. `different`: something else. `separate`: the evidence is a file of its own. `unknown`: the document is not kept
 * here any more, or was sealed before it was recorded what was shown.
 */
export const evidenceComparisons = ['same', 'different', 'separate', 'unknown'] as const
export type EvidenceComparison = (typeof evidenceComparisons)[number]

/** The result of checking the signatures of a file. */
export const Verification = Type.Object({
  fileName: Type.String(),
  /**
   * `sealed`: sealed by this installation and unchanged since. `changed`: sealed by this installation and changed since, or its seal is
   * invalid. `others`: signed only by others. `none`: not signed. `unreadable`: damaged, encrypted, or not a PDF that can be read
   * within the limits.
   */
  outcome: Type.Unsafe<Outcome>({ type: 'string', enum: [...outcomes] }),
  /**
   * False only if this installation's newest seal covers the last revision of the file, or is followed by nothing but validation data,
   * document time stamps or further signatures with fields of their own. True if anything else follows the seal, if the seal is broken,
   * or, without such a seal, if any signature is changed. Null if the file has no such seal and shows no change.
   */
  changed: nullable(Type.Boolean()),
  /** Whether the sealed revision is byte for byte a signed document that this installation still stores. */
  onRecord: Type.Boolean(),
  /** Null for a file without a seal of this installation: see {@link EvidenceComparison}. */
  evidence: nullable(Type.Unsafe<EvidenceComparison>({ type: 'string', enum: [...evidenceComparisons] })),
  /** The sealed revision is this many bytes from the start of the file. */
  sealedSize: nullable(Type.Integer({ minimum: 1 })),
  /** URL of the sealed revision if its document is still stored here; valid for one hour. */
  sealedUrl: nullable(Link),
  /** In the order of the bytes that they cover. */
  signatures: Type.Array(FoundSignature),
})
export type Verification = Static<typeof Verification>

export const readDocumentToSign = endpoint({
  name: 'readDocumentToSign',
  summary: 'A document to accept, by its key; 410 once it is declined, expired or withdrawn.',
  method: 'GET',
  path: '/api/signing/:documentkey',
  access: 'open',
  // The sender is notified that it was opened.
  seeAs: false,
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
  // Optional here so that a missing field fails with `fill_all_fields` or `no_phone_number` instead of a schema error.
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
