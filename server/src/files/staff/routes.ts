import { readStorageUse } from '@portico/contract/staff/storage'
import { type App, route } from '../../kernel/http/route.ts'
import { storageUseOf } from './storage-queries.ts'

/** Registers what the files of a company take. */
export const staffStorageRoutes = (app: App): void => {
  const { storageQuota } = app.deps
  route(app, readStorageUse, async ({ db, scope }) => {
    const { quota, ...use } = await storageUseOf(db, scope)
    return { ...use, quota: quota ?? storageQuota ?? null }
  })
}
