import type { SecurityAct } from '@portico/contract/security-log'
import {
  changeSignature,
  listSignatures,
  readSignature,
  readSignatureFile,
  remindSigner,
  type SignatureDetail,
  sendSignatures,
  withdrawSignature,
} from '@portico/contract/staff/signatures'
import { noteStaffOpening, sendFile, signedCaching } from '../../files/send-file.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { evidenceOf } from '../../signing/evidence/evidence.ts'
import { findDocumentById, type SigningDocument } from '../../signing/queries.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { historyOf } from '../published/queries.ts'
import { changeDocument, remind, sendToSign, versionOf, withdrawDocument } from './changes.ts'
import { countSignatures, signatureOf, signatureSort, signaturesOf } from './signature-queries.ts'

const defaultSort = '-sentOn'

type Paper = SigningDocument['file']

const instantOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

const paperOf = (path: string, { name, size, sha256 }: Paper, { staffSessionId }: StaffScope) => ({
  name,
  size,
  url: `${path}/${encodeURIComponent(name)}?n=${staffSessionId}&v=${sha256.slice(0, 12)}`,
})

/** The document with its files, in any state; `not_found`. */
const findDocument = async (db: Db, scope: StaffScope, id: number, now: Date) => {
  const found = (await signatureOf(db, scope, id, now)) ?? fail('not_found')
  const { portalId, contactId } = found
  const key = { serviceCompanyId: scope.serviceCompanyId, portalId, contactId, id }
  return { found, key, document: (await findDocumentById(db, key, now)) ?? fail('not_found') }
}

const detailOf = async (db: Db, scope: StaffScope, id: number, now: Date): Promise<SignatureDetail> => {
  const { found, key, document } = await findDocument(db, scope, id, now)
  const { portalId: _portal, contactId: _contact, externalId: _external, ...listed } = found
  const path = `/api/staff/signatures/${id}`
  const evidence = await evidenceOf(db, key)
  const history = await historyOf(db, scope, 'documentToSign', id)
  return {
    ...listed,
    file: paperOf(`${path}/file`, document.file, scope),
    signedFile: document.signedFile && paperOf(`${path}/signed`, document.signedFile, scope),
    evidenceFile: document.evidenceFile && paperOf(`${path}/evidence`, document.evidenceFile, scope),
    steps: evidence.reverse().map(({ step, at, address, detail: { firstName, lastName, phone } }) => ({
      step,
      at: instantOf(at),
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      phone: phone ?? null,
      address,
    })),
    history: history.map(change => ({ ...change, formerFile: null })) as SignatureDetail['history'],
  }
}

/** Sending documents to be signed, and following them. */
export const signatureRoutes = (app: App, { seal }: { seal: Seal }): void => {
  const deps = { ...app.deps, seal }
  const { storage, security } = app.deps

  type Asked = Pick<CallOf<typeof readSignature>, 'db' | 'scope' | 'params' | 'now' | 'reply'>

  const answer = async ({ db, scope, params, now, reply }: Asked) => {
    const id = params.signatureid
    const found = (await signatureOf(db, scope, id, now)) ?? fail('not_found')
    reply.header('etag', await versionOf(db, scope, found.externalId))
    return detailOf(db, scope, id, now)
  }

  const log = ({ scope, request }: Pick<CallOf<typeof readSignature>, 'scope' | 'request'>, what: SecurityAct) =>
    security.record({
      what,
      result: 'ok',
      serviceCompanyId: scope.serviceCompanyId,
      byStaffAccountId: scope.staffAccountId,
      origin: originOf(request),
    })

  route(app, listSignatures, async ({ db, scope, query, now, request, reply }) => {
    const page = readPage(query, signatureSort, { defaultSort, id: 'd.id' })
    const rows = await signaturesOf(db, scope, query, page, now)
    await answerCount(db, query, reply, () => countSignatures(scope, query, now))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, sendSignatures, async call => {
    const sent = await sendToSign(deps, call.scope, call.body, call.now)
    log(call, 'staff.document.sent')
    return sent
  })

  route(app, readSignature, answer)

  route(app, changeSignature, async call => {
    const { scope, params, body, now, request } = call
    await changeDocument(deps, scope, {
      id: params.signatureid,
      ifMatch: request.headers['if-match'],
      change: body,
      now,
    })
    return answer(call)
  })

  route(app, remindSigner, async call => {
    await remind(deps, call.scope, { id: call.params.signatureid, again: call.body.again ?? false, now: call.now })
    return answer(call)
  })

  route(app, withdrawSignature, async call => {
    const reason = call.body.reason?.trim() || null
    await withdrawDocument(deps, call.scope, { id: call.params.signatureid, reason, now: call.now })
    log(call, 'staff.document.withdrawn')
    return answer(call)
  })

  route(app, readSignatureFile, async ({ db, scope, params, query, now, request, reply }) => {
    if (query.n !== String(scope.staffSessionId)) fail('not_found')
    const { document } = await findDocument(db, scope, params.signatureid, now)
    const files: Record<string, Paper | null> = {
      file: document.file,
      signed: document.signedFile,
      evidence: document.evidenceFile,
    }
    const file = files[params.part] ?? fail('not_found')
    noteStaffOpening(app.deps, request, scope, file)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })
}
