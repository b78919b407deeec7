import type { SecurityAct } from '@portico/contract/security-log'
import {
  changePublishedFile,
  listPublishedFiles,
  type PublishedKind,
  publishedKinds,
  readFormerContent,
  readPublishedContent,
  readPublishedFile,
  replacePublishedFile,
  restorePublishedFile,
  uploadPublishedFile,
  withdrawPublishedFile,
} from '@portico/contract/staff/published'
import { noteStaffOpening, sendFile, signedCaching } from '../../files/send-file.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { answerDetail, answerFile } from './answer.ts'
import { changePublished, replacePublished, setWithdrawn, versionOf } from './changes.ts'
import { countPublished, publishedOf, publishedPageId, publishedSort } from './list-queries.ts'
import { contentOf, formerContentOf } from './queries.ts'
import { takeUpload } from './uploads.ts'

const defaultSort = '-publishedOn'

/** The kind in an address; what is none is not found. */
const readKind = (kind: string): PublishedKind => publishedKinds.find(one => one === kind) ?? fail('not_found')

/** What a call about one published file brings. */
type Asked = Pick<CallOf<typeof readPublishedFile>, 'db' | 'scope' | 'params' | 'request' | 'reply' | 'now'>

/** A reason as typed, in one piece; null where nothing was. */
const readReason = (reason: string | null | undefined): string | null => reason?.trim() || null

const requireOwnUrl = ({ staffSessionId }: StaffScope, { n }: { n: string }) => {
  if (n !== String(staffSessionId)) fail('not_found')
}

/** What the staff see of published files. */
export const publishedRoutes = (app: App, { seal }: { seal: Seal }): void => {
  const { storage, security } = app.deps
  const deps = { ...app.deps, seal }

  route(app, listPublishedFiles, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, publishedSort, { defaultSort, id: publishedPageId })
    const rows = await publishedOf(db, scope, query, page)
    await answerCount(db, query, reply, () => countPublished(scope, query))
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => answerFile(row, scope))
  })

  const answer = async ({ db, scope, params, reply }: Asked) => {
    const target = { kind: readKind(params.kind), recordId: params.recordid }
    const detail = (await answerDetail(db, scope, target.kind, target.recordId)) ?? fail('not_found')
    reply.header('etag', await versionOf(db, scope, target))
    return detail
  }

  const targetOf = ({ params, request, now }: Asked) => ({
    kind: readKind(params.kind),
    recordId: params.recordid,
    ifMatch: request.headers['if-match'],
    now,
  })

  const log = ({ scope, params, request }: Asked, what: SecurityAct) =>
    security.record({
      what,
      result: 'ok',
      serviceCompanyId: scope.serviceCompanyId,
      byStaffAccountId: scope.staffAccountId,
      reason: readKind(params.kind),
      origin: originOf(request),
    })

  route(app, readPublishedFile, answer)

  route(app, changePublishedFile, async call => {
    await changePublished(deps, call.scope, targetOf(call), call.body)
    return answer(call)
  })

  route(app, uploadPublishedFile, takeUpload(app))

  route(app, replacePublishedFile, async call => {
    const { uploadId, reason } = call.body
    await replacePublished(deps, call.scope, targetOf(call), { uploadId, reason: readReason(reason) })
    log(call, 'staff.file.replaced')
    return answer(call)
  })

  route(app, withdrawPublishedFile, async call => {
    await setWithdrawn(deps, call.scope, targetOf(call), { withdrawn: true, reason: readReason(call.body.reason) })
    log(call, 'staff.file.withdrawn')
    return answer(call)
  })

  route(app, restorePublishedFile, async call => {
    await setWithdrawn(deps, call.scope, targetOf(call), { withdrawn: false, reason: null })
    log(call, 'staff.file.restored')
    return answer(call)
  })

  route(app, readPublishedContent, async ({ db, scope, params, query, request, reply }) => {
    requireOwnUrl(scope, query)
    const { part, recordid: recordId } = params
    if (part !== 'file' && part !== 'original') return fail('not_found')
    const file = (await contentOf(db, scope, { kind: readKind(params.kind), recordId, part })) ?? fail('not_found')
    noteStaffOpening(app.deps, request, scope, file)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, readFormerContent, async ({ db, scope, params, query, request, reply }) => {
    requireOwnUrl(scope, query)
    const { recordid: recordId, formerid: formerId } = params
    const file =
      (await formerContentOf(db, scope, { kind: readKind(params.kind), recordId, formerId })) ?? fail('not_found')
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })
}
