import { readStorageUse } from '@portico/contract/staff/storage'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { storageUseOf } from './storage-queries.ts'

/** Registers what the files of a company take. */
export const staffStorageRoutes = (app: App): void => {
  const { storageQuota } = app.deps
  route(app, readStorageUse, async ({ db, scope }) => {
    if (scope.portalIds !== null) fail('forbidden', { detail: 'The storage is for administrators of all portals.' })
    const { quota, ...use } = await storageUseOf(db, scope)
    return { ...use, quota: quota ?? storageQuota ?? null }
  })
}
