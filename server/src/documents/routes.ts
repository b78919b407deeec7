import { type Document, listDocuments, uploadDocument } from '@portico/contract/documents'
import { insertUpload } from '../files/queries.ts'
import { requireQuota } from '../files/stored-bytes-queries.ts'
import { receiveUpload } from '../files/uploads.ts'
import type { Scope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import { runIdempotent } from '../kernel/http/idempotency.ts'
import { type App, route } from '../kernel/http/route.ts'
import {
  countDocuments,
  countUploaded,
  type DocumentRow,
  documentOf,
  documentSort,
  documentsOf,
  insertDocument,
} from './queries.ts'

const DAY = 24 * 3_600_000
/** How many company files a user may add within 24 hours: without a limit, one user could fill the disk within an hour. */
const UPLOADS_A_DAY = 500
const defaultSort = '-createDate'

export const documentRoutes = (app: App): void => {
  const { signedUrls, clock, database, storageQuota } = app.deps

  // Build the reply explicitly: rest/spread per row dominated the profile.
  const answer = (row: DocumentRow, scope: Scope, now: Date): Document => ({
    id: row.id,
    documentName: row.documentName,
    createDate: row.createDate,
    replacedOn: row.replacedOn,
    url: signedUrls.sign({ id: row.fileId, name: row.fileName }, scope, now),
  })

  route(app, listDocuments, async ({ db, scope, query, now, request, reply }) => {
    const page = readPage(query, documentSort, { defaultSort, id: 'd.id' })
    const rows = await documentsOf(db, scope, query.q, page)
    await answerCount(db, query, reply, () => countDocuments(scope, query.q))
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => answer(row, scope, now))
  })

  route(app, uploadDocument, async ({ db, scope, now, request }) => {
    const key = request.headers['idempotency-key']
    const requireCapacity = async (db: Db, bytes: number) => {
      if ((await countUploaded(db, scope, new Date(now.getTime() - DAY))) >= UPLOADS_A_DAY)
        fail('too_many_requests', { retryAfter: DAY / 1000 })
      await requireQuota(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
    }
    const { id } = await receiveUpload(app, request, {
      admit: () => requireCapacity(db, 0),
      write: (file, storageKey, keep) =>
        runIdempotent(
          database,
          clock,
          scope,
          {
            key: Array.isArray(key) ? key.join() : key,
            operation: `${request.method} ${request.url}`,
            body: { name: file.name, sha256: file.sha256 },
          },
          async db => {
            // Check again: other uploads may have finished meanwhile.
            await requireCapacity(db, file.size)
            keep()
            const fileId = await insertUpload(db, scope, { purpose: 'document', file, storageKey, now })
            const documentId = await insertDocument(db, scope, { name: file.name, fileId, now })
            await recordEvent(db, scope, { type: 'document.created', purpose: 'document', documentId }, now)
            return { id: documentId }
          },
        ),
    })
    return answer(await documentOf(db, scope, id), scope, now)
  })
}
