import type { SecurityAct } from '@portico/contract/security-log'
import {
  changePublishItem,
  publishItems,
  readPublishFile,
  readPublishList,
  readPublishOpenings,
  readPublishPreview,
  removePublishItems,
  undoMinutes,
  undoPublishing,
  uploadPublishFile,
} from '@portico/contract/staff/publishing'
import type { FastifyRequest } from 'fastify'
import { sendFile, signedCaching } from '../files/send-file.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { requireVersion } from '../kernel/http/precondition.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { changedItem, publishItem, versionOf } from './items.ts'
import { openingsOf, previewOf } from './preview-queries.ts'
import { publishRows } from './publish.ts'
import {
  batchesOf,
  batchOf,
  deleteItems,
  itemOf,
  itemsOf,
  itemsWithIds,
  lockItem,
  publishFileOf,
  updateItem,
} from './queries.ts'
import { receivePublishFile } from './receive.ts'
import { undoBatch } from './undo.ts'

/** What staff send to be published, correct, publish, and take back. */
export const publishingRoutes = (app: App, seal: Seal): void => {
  const { storage, security, openings } = app.deps
  const deps = { ...app.deps, seal }

  const record = (what: SecurityAct, scope: StaffScope, portalIds: number[], request: FastifyRequest) => {
    const { serviceCompanyId, staffAccountId } = scope
    for (const portalId of portalIds)
      security.record({ what, result: 'ok', serviceCompanyId, portalId, staffAccountId, origin: originOf(request) })
  }

  route(app, readPublishList, async ({ db, scope, now }) => ({
    items: (await itemsOf(db, scope)).map(row => publishItem(row, scope)),
    batches: await batchesOf(db, scope, new Date(now.getTime() - undoMinutes * 60_000)),
  }))

  route(app, uploadPublishFile, async ({ db, scope, now, request }) => {
    const ids = await receivePublishFile(app, scope, request, now)
    return (await itemsWithIds(db, scope, ids)).map(row => publishItem(row, scope))
  })

  route(app, changePublishItem, async ({ db, scope, params, body, now, request }) =>
    tx(db, async db => {
      const row = (await lockItem(db, scope, params.itemid)) ?? fail('not_found')
      requireVersion(request, versionOf(row), 'The row was changed elsewhere since it was read.')
      await updateItem(db, scope, row.id, { ...(await changedItem(db, scope, row, body)), now })
      return publishItem((await itemOf(db, scope, row.id)) ?? fail('not_found'), scope)
    }),
  )

  route(app, removePublishItems, async ({ db, scope, body }) => {
    await deleteItems(db, scope, body.itemIds)
  })

  route(
    app,
    readPublishPreview,
    async ({ db, scope, params }) => (await previewOf(db, scope, params.itemid)) ?? fail('not_found'),
  )

  route(app, readPublishFile, async ({ db, scope, params, query, request, reply }) => {
    if (query.n !== String(scope.staffSessionId)) fail('not_found')
    const file = (await publishFileOf(db, scope, params.fileid)) ?? fail('not_found')
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, publishItems, async ({ scope, body, now, request }) => {
    const { portalIds, ...published } = await publishRows(deps, scope, { ...body, now })
    record('staff.files.published', scope, portalIds, request)
    return published
  })

  route(app, readPublishOpenings, async ({ db, scope, params }) => {
    if (!(await batchOf(db, scope, params.batchid))) fail('not_found')
    await openings.flush()
    return openingsOf(db, scope, params.batchid)
  })

  route(app, undoPublishing, async ({ scope, params, now, request }) => {
    const { portalIds, ...undone } = await undoBatch(deps, scope, params.batchid, now)
    record('staff.files.takenBack', scope, portalIds, request)
    return undone
  })
}
