import {
  changeStaffAsset,
  listAssetFolders,
  listStaffAssets,
  makeStaffAsset,
  readAssetFile,
  readStaffAsset,
  removeAssetFolder,
  removeStaffAsset,
  renameAssetFolder,
  type StaffAsset,
} from '@portico/contract/staff/records/assets'
import { noteStaffOpening, sendFile, signedCaching } from '../../files/send-file.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { customerPlaceOf } from '../../portals/staff/place-queries.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { changeAsset, makeAsset, removeAsset, removeFolder, renameFolder } from './asset-changes.ts'
import {
  countStaffAssets,
  folderOf,
  foldersOf,
  propertyFileOf,
  staffAssetOf,
  staffAssetSort,
  staffAssetsOf,
} from './asset-queries.ts'

/** What the staff do with assets and their folders. */
export const staffAssetRoutes = (app: App, { seal }: Pick<WriteDeps, 'seal'>): void => {
  const deps = { ...app.deps, seal }
  const { storage } = app.deps

  const answer = async (db: Db, scope: StaffScope, id: number): Promise<StaffAsset> => {
    const row = (await staffAssetOf(db, scope, id)) ?? fail('not_found')
    return {
      ...row,
      properties: row.properties.map(({ fileId, ...property }) => ({
        ...property,
        url:
          fileId === null
            ? null
            : `/api/staff/asset-files/${property.id}/${encodeURIComponent(property.value)}?n=${scope.staffSessionId}&v=${fileId}`,
      })),
    }
  }

  route(app, listStaffAssets, async ({ db, scope, query, request, reply }) => {
    const defaultSort = query.contact === undefined ? 'name' : 'folder'
    const page = readPage(query, staffAssetSort, { defaultSort, id: 'e.id' })
    const rows = await staffAssetsOf(db, scope, query, page)
    await answerCount(db, query, reply, () => countStaffAssets(scope, query))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, readStaffAsset, ({ db, scope, params }) => answer(db, scope, params.assetid))

  route(app, makeStaffAsset, async ({ db, scope, body, now }) =>
    answer(db, scope, await makeAsset({ ...deps, database: db }, scope, body, now)),
  )

  route(app, changeStaffAsset, async ({ db, scope, params, body, request, now }) => {
    await changeAsset(deps, scope, { id: params.assetid, ifMatch: request.headers['if-match'], now }, body)
    return answer(db, scope, params.assetid)
  })

  route(app, removeStaffAsset, ({ scope, params, request, now }) =>
    removeAsset(deps, scope, { id: params.assetid, ifMatch: request.headers['if-match'], now }),
  )

  route(app, readAssetFile, async ({ db, scope, params, query, request, reply }) => {
    if (query.n !== String(scope.staffSessionId)) fail('not_found')
    const file = (await propertyFileOf(db, scope, params.propertyid)) ?? fail('not_found')
    noteStaffOpening(app.deps, request, scope, file)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, listAssetFolders, async ({ db, scope, query }) => {
    if (!(await customerPlaceOf(db, scope, query.contact)))
      failAt('not_found', 'query.contact', 'names a customer that is not there')
    return foldersOf(db, scope, query.contact)
  })

  route(app, renameAssetFolder, async ({ db, scope, params, body, request, now }) => {
    const target = { id: params.folderid, ifMatch: request.headers['if-match'], now }
    await renameFolder(deps, scope, target, body.name)
    return (await folderOf(db, scope, params.folderid)) ?? fail('not_found')
  })

  route(app, removeAssetFolder, ({ scope, params, request, now }) =>
    removeFolder(deps, scope, { id: params.folderid, ifMatch: request.headers['if-match'], now }),
  )
}
