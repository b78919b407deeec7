import {
  listPublishedFiles,
  type PublishedKind,
  publishedKinds,
  readFormerContent,
  readPublishedContent,
  readPublishedFile,
} from '@portico/contract/staff/published'
import { sendFile, signedCaching } from '../../files/send-file.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { answerDetail, answerFile } from './answer.ts'
import { countPublished, publishedOf, publishedPageId, publishedSort } from './list-queries.ts'
import { contentOf, formerContentOf } from './queries.ts'

const defaultSort = '-publishedOn'

/** The kind in an address; what is none is not found. */
const readKind = (kind: string): PublishedKind => publishedKinds.find(one => one === kind) ?? fail('not_found')

const requireOwnUrl = ({ staffSessionId }: StaffScope, { n }: { n: string }) => {
  if (n !== String(staffSessionId)) fail('not_found')
}

/** What the staff see of published files. */
export const publishedRoutes = (app: App): void => {
  const { storage } = app.deps

  route(app, listPublishedFiles, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, publishedSort, { defaultSort, id: publishedPageId })
    const rows = await publishedOf(db, scope, query, page)
    await answerCount(db, query, reply, () => countPublished(scope, query))
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => answerFile(row, scope))
  })

  route(
    app,
    readPublishedFile,
    async ({ db, scope, params }) =>
      (await answerDetail(db, scope, readKind(params.kind), params.recordid)) ?? fail('not_found'),
  )

  route(app, readPublishedContent, async ({ db, scope, params, query, request, reply }) => {
    requireOwnUrl(scope, query)
    const { part, recordid: recordId } = params
    if (part !== 'file' && part !== 'original') return fail('not_found')
    const file = (await contentOf(db, scope, { kind: readKind(params.kind), recordId, part })) ?? fail('not_found')
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
