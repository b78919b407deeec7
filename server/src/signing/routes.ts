import type { Language } from '@portico/contract/language'
import {
  codeMinutes,
  codeTries,
  type DocumentToSign,
  declineDocument,
  readDocumentToSign,
  readEvidenceFile,
  readSigningCode,
  readSigningFile,
  sendSigningCode,
  signDocument,
} from '@portico/contract/signing'
import { readPhone } from '@portico/contract/values/phone'
import type { FastifyRequest } from 'fastify'
import type { StoredFile } from '../files/queries.ts'
import { sendFile, signedCaching } from '../files/send-file.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { sameSecret } from '../kernel/security/secrets.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import { settingsOf } from '../portals/queries.ts'
import { hashCode, newCode } from './code.ts'
import { deliveryReference, findLatestCode } from './code-delivery.ts'
import { appendEvidence } from './evidence/evidence.ts'
import { mailDeclined } from './mails.ts'
import {
  consumeAttempt,
  findDocumentByKey,
  insertCode,
  listCodesSent,
  lockDocument,
  type SigningDocument,
  setDeclined,
} from './queries.ts'
import { codeEnd, maskPhone, resendFrom, secondsToWait, withoutCodes } from './rules.ts'
import type { Seal } from './seal/seal.ts'
import { supersededFile } from './seal-queries.ts'
import { withShownFile } from './shown-file.ts'
import { signWithSeal } from './sign.ts'
import { signerTexts } from './texts.ts'

const HOUR = 3_600_000

type ShownDeps = Deps & { seal: Seal }

const formatInstant = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** The document of a key. Fails with 404 for an unknown key, with 410 and the state in `detail` for a document that can no longer be read. */
const findReadable = async (db: Db, key: string, now: Date): Promise<SigningDocument> =>
  requireReadable((await findDocumentByKey(db, key, now)) ?? fail('invalid_code'))

const requireReadable = (document: SigningDocument): SigningDocument =>
  ['unsigned', 'signed'].includes(document.status)
    ? document
    : fail('invalid_code', {
        status: 410,
        detail: document.status,
        ...(document.withdrawnReason !== null && { reason: document.withdrawnReason }),
      })

/** Fails unless the document can still be signed. */
const requireUnsigned = (document: SigningDocument): SigningDocument =>
  requireReadable(document).status === 'signed' ? fail('already_signed') : document

/**
 * A document that can be signed, with the file that its signer has seen. Fails for one that was read only now and shows something else than
 * before: its signer has to see that first.
 */
const requireRead = async (deps: ShownDeps, key: string, now: Date): Promise<SigningDocument> => {
  const before = requireUnsigned(await findReadable(deps.database, key, now))
  const document = requireUnsigned(await withShownFile(deps, before, now))
  if (!before.shownFile && document.shownChanges.length > 0)
    fail('conflict', { detail: 'The document is shown anew: open it again.' })
  return document
}

/** The network address for the evidence; an IPv4 address without its IPv6 prefix. */
const callerAddress = ({ ip }: FastifyRequest) => ip.replace(/^::ffff:/, '')

const fileAddress = (key: string, kind: 'file' | 'evidence', { name, sha256 }: { name: string; sha256: string }) =>
  `/api/signing/${encodeURIComponent(key)}/${kind}/${encodeURIComponent(name)}?v=${sha256.slice(0, 12)}`

/**
 * The requested version of a file. A PDF viewer reads a file in ranges, and its seal may be raised between two of them, so the URL has the
 * hash prefix `v`; the superseded version is served while it is kept. Otherwise the current file.
 */
const findVersion = async (
  db: Db,
  document: SigningDocument,
  current: StoredFile & { sha256: string },
  { query }: FastifyRequest,
): Promise<StoredFile> => {
  const { v } = query as { v?: unknown }
  if (typeof v !== 'string' || !/^[0-9a-f]{12}$/.test(v) || current.sha256.startsWith(v)) return current
  // A page that was open when the file was read for its signer.
  if (document.file.sha256.startsWith(v)) return document.file
  return (await supersededFile(db, document, v)) ?? current
}

/** The file that a document's page shows: as it is to be signed, or sealed. */
const shownFile = (document: SigningDocument) => document.signedFile ?? document.shownFile ?? document.file

/** A document that may be read, with the file that its signer sees. */
const readShown = async (deps: ShownDeps, key: string, now: Date): Promise<SigningDocument> =>
  requireReadable(await withShownFile(deps, await findReadable(deps.database, key, now), now))

type SignerInput = {
  firstName?: string | null
  lastName?: string | null
  phone?: string | null
  consent?: boolean | null
}

/** The signer, from the form and the record. Fails with the missing or malformed fields. */
const readSigner = (document: SigningDocument, body: SignerInput) => {
  const typed = document.phoneMayBeTyped ? toOneLine(body.phone ?? '') : ''
  if (!document.phone && !document.phoneMayBeTyped) return fail('no_phone_number')
  const firstName = toOneLine(body.firstName ?? '')
  const lastName = toOneLine(body.lastName ?? '')
  const missing = Object.entries({
    firstName,
    lastName,
    phone: typed || document.phone,
    consent: body.consent === true,
  })
    .filter(([, value]) => !value)
    .map(([field]) => ({ path: `body.${field}`, message: 'is missing' }))
  if (missing.length > 0) return fail('fill_all_fields', { errors: missing })
  const phone = typed
    ? (readPhone(typed) ?? failAt('invalid_request', 'body.phone', 'is not a phone number'))
    : document.phone
  return { firstName, lastName, phone: phone ?? '', phoneTyped: typed !== '' }
}

/** The document as its signer sees it. */
const answerDocument =
  (deps: ShownDeps) =>
  async ({ db, params: { documentkey }, now, reply }: CallOf<typeof readDocumentToSign>) => {
    const document = await readShown(deps, documentkey, now)
    const { openings } = deps
    const { serviceCompanyId, portalId, contactId, id } = document
    openings.note({ serviceCompanyId, portalId, contactId, webUserId: null, kind: 'documentToSign', recordId: id })
    const file = shownFile(document)
    reply.header('cache-control', 'no-store')
    return {
      documentName: document.documentName,
      fileName: file.name,
      status: document.status as DocumentToSign['status'],
      signedOn: document.signedOn,
      url: fileAddress(documentkey, 'file', file),
      sha256: file.sha256,
      evidenceUrl: document.evidenceFile && fileAddress(documentkey, 'evidence', document.evidenceFile),
      firstName: document.firstName,
      lastName: document.lastName,
      phone: document.phone && maskPhone(document.phone),
      phoneMayBeTyped: document.phoneMayBeTyped,
      hasEmail: document.email !== null,
      sentOn: document.sentOn,
      validUntil: document.validUntil,
      sender: document.sender,
      companyName: document.companyName,
      portalSettings: (await settingsOf(db, document.company)) ?? fail('not_found'),
    }
  }

/** The file to sign or, once signed, the signed file. */
const sendDocumentFile =
  (deps: ShownDeps) =>
  async ({ db, params, now, request, reply }: CallOf<typeof readSigningFile>) => {
    const document = await readShown(deps, params.documentkey, now)
    const { storage } = deps
    const file = await findVersion(db, document, shownFile(document), request)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  }

/** The evidence of a signed document. */
const sendEvidenceFile =
  ({ storage }: Deps) =>
  async ({ db, params, now, request, reply }: CallOf<typeof readEvidenceFile>) => {
    const document = await findReadable(db, params.documentkey, now)
    const file = await findVersion(db, document, document.evidenceFile ?? fail('not_found'), request)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  }

/** Sends a code to the signer by SMS, and records that in the evidence. */
const sendCode =
  (deps: ShownDeps) =>
  async ({ params, body, now, request }: CallOf<typeof sendSigningCode>) => {
    const { database, messages, secrets } = deps
    const { documentkey } = params
    const found = await requireRead(deps, documentkey, now)
    const signer = readSigner(found, body)
    const language: Language = body.language ?? 'it-IT'
    await tx(database, async db => {
      const document = requireUnsigned(await lockDocument(db, found, now))
      const sent = await listCodesSent(db, document, new Date(now.getTime() - HOUR))
      const retryAfter = secondsToWait(sent, now)
      if (retryAfter > 0) fail('too_many_requests', { retryAfter })
      const code = newCode()
      const codeHash = hashCode(secrets, document, code)
      const codeId = await insertCode(db, document, { codeHash, code: { ...signer, language }, now })
      const { phone, ...named } = signer
      await appendEvidence(db, document, {
        step: 'code_sent',
        at: now,
        address: callerAddress(request),
        detail: { ...named, phone: maskPhone(phone) },
      })
      await messages.sms(db, {
        serviceCompanyId: document.serviceCompanyId,
        to: phone,
        text: signerTexts[language].sms(withoutCodes(document.portalName), code, codeMinutes),
        follow: deliveryReference(document, codeId),
      })
    })
    return {
      phone: maskPhone(signer.phone),
      expiresAt: formatInstant(codeEnd(now)),
      resendAt: formatInstant(resendFrom(now)),
    }
  }

/** How the delivery of the latest code stands. */
const answerCode = async ({ db, params: { documentkey }, now, reply }: CallOf<typeof readSigningCode>) => {
  const document = await findReadable(db, documentkey, now)
  const { delivery, phone, sentAt } = (await findLatestCode(db, document)) ?? fail('not_found')
  reply.header('cache-control', 'no-store')
  return {
    delivery,
    phone: maskPhone(phone),
    sentAt: formatInstant(sentAt),
    expiresAt: formatInstant(codeEnd(sentAt)),
  }
}

/** Signs with a code. A wrong code counts as an attempt and is recorded in the evidence. */
const sign =
  (deps: ShownDeps) =>
  async ({ db, params: { documentkey }, body, now, request }: CallOf<typeof signDocument>) => {
    const document = await requireRead(deps, documentkey, now)
    const code = (body.code ?? '').replace(/\s/g, '')
    if (!/^\d{6}$/.test(code)) return fail('invalid_otp_code')
    const since = new Date(now.getTime() - codeMinutes * 60_000)
    const sent = (await consumeAttempt(db, document, { attemptsMax: codeTries, since })) ?? fail('invalid_otp_code')
    const address = callerAddress(request)
    if (!sameSecret(sent.codeHash, hashCode(deps.secrets, document, code))) {
      await tx(deps.database, async db => {
        const locked = await lockDocument(db, document, now)
        await appendEvidence(db, locked, { step: 'code_wrong', at: now, address, detail: {} })
      })
      return fail('invalid_otp_code')
    }
    const file = await signWithSeal(deps, deps.seal, document, {
      key: documentkey,
      signer: sent,
      now,
      address,
      check: requireUnsigned,
    })
    return { signedOn: formatInstant(now), url: fileAddress(documentkey, 'file', file) }
  }

/** Declines a document, with the reason that the signer gives. */
const decline =
  ({ database, messages }: Deps) =>
  async ({ params: { documentkey }, body, now, request }: CallOf<typeof declineDocument>) => {
    const found = requireUnsigned(await findReadable(database, documentkey, now))
    const reason = (body.reason ?? '').replace(/[^\P{C}\n]+/gu, ' ').trim()
    await tx(database, async db => {
      const document = requireUnsigned(await lockDocument(db, found, now))
      await setDeclined(db, document)
      const detail = reason ? { reason } : {}
      await appendEvidence(db, document, { step: 'declined', at: now, address: callerAddress(request), detail })
      await recordEvent(db, document, { type: 'document.declined', signingDocumentId: document.id, detail }, now)
      await mailDeclined(messages, db, document, { when: now, reason })
    })
    return undefined
  }

/** Reading, signing (with a code by SMS) and declining documents. */
export const signingRoutes = (app: App, seal: Seal): void => {
  const deps = { ...app.deps, seal }
  route(app, readDocumentToSign, answerDocument(deps))
  route(app, readSigningFile, sendDocumentFile(deps))
  route(app, readEvidenceFile, sendEvidenceFile(deps))
  route(app, sendSigningCode, sendCode(deps))
  route(app, readSigningCode, answerCode)
  route(app, signDocument, sign(deps))
  route(app, declineDocument, decline(deps))
}
