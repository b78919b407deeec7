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
import type { FastifyRequest } from 'fastify'
import type { StoredFile } from '../files/queries.ts'
import { sendFile, signedCaching } from '../files/send-file.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { sameSecret } from '../kernel/security/secrets.ts'
import { settingsOf } from '../portals/queries.ts'
import { hashCode, newCode } from './code.ts'
import { followName, newestCode } from './code-delivery.ts'
import { appendEvidence } from './evidence/evidence.ts'
import { mailDeclined } from './mails.ts'
import {
  codesSent,
  countTry,
  documentByKey,
  insertCode,
  lockedDocument,
  type SigningDocument,
  setDeclined,
} from './queries.ts'
import { codeEnd, maskedPhone, readPhone, resendFrom, secondsToWait, withoutCodes } from './rules.ts'
import type { Seal } from './seal/seal.ts'
import { supersededFile } from './seal-queries.ts'
import { sign } from './sign.ts'
import { signerTexts } from './texts.ts'

const HOUR = 3_600_000

const instant = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** The document of a key, as long as it can be read: 404 for an unknown key, 410 with the state in `detail` for one that is over. */
const readable = async (db: Db, key: string, now: Date): Promise<SigningDocument> =>
  stillReadable((await documentByKey(db, key, now)) ?? fail('invalid_code'))

const stillReadable = (document: SigningDocument): SigningDocument =>
  ['unsigned', 'signed'].includes(document.status)
    ? document
    : fail('invalid_code', { status: 410, detail: document.status })

/** Ends the request unless the document can still be signed. */
const unsigned = (document: SigningDocument): SigningDocument =>
  stillReadable(document).status === 'signed' ? fail('already_signed') : document

/** The address that evidence names. */
const callerOf = ({ ip }: FastifyRequest) => ip.replace(/^::ffff:/, '')

const fileAddress = (key: string, kind: 'file' | 'evidence', { name, sha256 }: { name: string; sha256: string }) =>
  `/api/signing/${encodeURIComponent(key)}/${kind}/${encodeURIComponent(name)}?v=${sha256.slice(0, 12)}`

/**
 * The file that an address names: the current one, or while it is kept the one that a page still shows, because the seal was raised since
 * then. A page tells the fingerprint of its file, and reads it in parts.
 */
const asAddressed = async (
  db: Db,
  document: SigningDocument,
  current: StoredFile & { sha256: string },
  { query }: FastifyRequest,
): Promise<StoredFile> => {
  const { v } = query as { v?: unknown }
  if (typeof v !== 'string' || !/^[0-9a-f]{12}$/.test(v) || current.sha256.startsWith(v)) return current
  return (await supersededFile(db, document, v)) ?? current
}

const shownFile = (document: SigningDocument) => document.signedFile ?? document.file

const oneLine = (text: string | null | undefined) => (text ?? '').replace(/\p{C}+/gu, ' ').trim()

type Given = { firstName?: string | null; lastName?: string | null; phone?: string | null; consent?: boolean | null }

/** Who signs, from what was typed and what is on record (decisions 5). */
const signerOf = (document: SigningDocument, body: Given) => {
  const typed = document.phoneMayBeTyped ? oneLine(body.phone) : ''
  if (!document.phone && !document.phoneMayBeTyped) return fail('no_phone_number')
  const firstName = oneLine(body.firstName)
  const lastName = oneLine(body.lastName)
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

/** Documents that are accepted with a code by SMS. */
export const signingRoutes = (app: App, seal: Seal): void => {
  const { database, storage, messages, secrets } = app.deps
  route(app, readDocumentToSign, async ({ db, params: { documentkey }, now, reply }) => {
    const document = await readable(db, documentkey, now)
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
      phone: document.phone && maskedPhone(document.phone),
      phoneMayBeTyped: document.phoneMayBeTyped,
      hasEmail: document.email !== null,
      sentOn: document.sentOn,
      validUntil: document.validUntil,
      sender: document.sender,
      companyName: document.companyName,
      portalSettings: (await settingsOf(db, document.company)) ?? fail('not_found'),
    }
  })

  route(app, readSigningFile, async ({ db, params, now, request, reply }) => {
    const document = await readable(db, params.documentkey, now)
    const file = await asAddressed(db, document, shownFile(document), request)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, readEvidenceFile, async ({ db, params, now, request, reply }) => {
    const document = await readable(db, params.documentkey, now)
    const file = await asAddressed(db, document, document.evidenceFile ?? fail('not_found'), request)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, sendSigningCode, async ({ params, body, now, request }) => {
    const { documentkey } = params
    const found = unsigned(await readable(database, documentkey, now))
    const signer = signerOf(found, body)
    const language: Language = body.language ?? 'it-IT'
    await tx(database, async db => {
      const document = unsigned(await lockedDocument(db, found, now))
      const sent = await codesSent(db, document, new Date(now.getTime() - HOUR))
      const retryAfter = secondsToWait(sent, now)
      if (retryAfter > 0) fail('too_many_requests', { retryAfter })
      const code = newCode()
      const codeHash = hashCode(secrets, document, code)
      const codeId = await insertCode(db, document, { codeHash, code: { ...signer, language }, now })
      const { phone, ...named } = signer
      await appendEvidence(db, document, {
        step: 'code_sent',
        at: now,
        address: callerOf(request),
        detail: { ...named, phone: maskedPhone(phone) },
      })
      await messages.sms(db, {
        serviceCompanyId: document.serviceCompanyId,
        to: phone,
        text: signerTexts[language].sms(withoutCodes(document.portalName), code, codeMinutes),
        follow: followName(document, codeId),
      })
    })
    return { phone: maskedPhone(signer.phone), expiresAt: instant(codeEnd(now)), resendAt: instant(resendFrom(now)) }
  })

  route(app, readSigningCode, async ({ db, params: { documentkey }, now, reply }) => {
    const document = await readable(db, documentkey, now)
    const { delivery, phone, sentAt } = (await newestCode(db, document)) ?? fail('not_found')
    reply.header('cache-control', 'no-store')
    return { delivery, phone: maskedPhone(phone), sentAt: instant(sentAt), expiresAt: instant(codeEnd(sentAt)) }
  })

  route(app, signDocument, async ({ db, params: { documentkey }, body, now, request }) => {
    const document = unsigned(await readable(db, documentkey, now))
    const code = (body.code ?? '').replace(/\s/g, '')
    if (!/^\d{6}$/.test(code)) return fail('invalid_otp_code')
    const since = new Date(now.getTime() - codeMinutes * 60_000)
    const sent = (await countTry(db, document, { tries: codeTries, since })) ?? fail('invalid_otp_code')
    const address = callerOf(request)
    if (!sameSecret(sent.codeHash, hashCode(secrets, document, code))) {
      await tx(database, async db => {
        const locked = await lockedDocument(db, document, now)
        await appendEvidence(db, locked, { step: 'code_wrong', at: now, address, detail: {} })
      })
      return fail('invalid_otp_code')
    }
    const made = await sign(app.deps, seal, document, { key: documentkey, signer: sent, now, address, check: unsigned })
    return { signedOn: instant(now), url: fileAddress(documentkey, 'file', made) }
  })

  route(app, declineDocument, async ({ params: { documentkey }, body, now, request }) => {
    const found = unsigned(await readable(database, documentkey, now))
    const reason = (body.reason ?? '').replace(/[^\P{C}\n]+/gu, ' ').trim()
    await tx(database, async db => {
      const document = unsigned(await lockedDocument(db, found, now))
      await setDeclined(db, document)
      const detail = reason ? { reason } : {}
      await appendEvidence(db, document, { step: 'declined', at: now, address: callerOf(request), detail })
      await recordEvent(db, document, { type: 'document.declined', signingDocumentId: document.id, detail }, now)
      await mailDeclined(messages, db, document, { when: now, reason })
    })
    return undefined
  })
}
