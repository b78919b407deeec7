import { readFile, readPicture } from '@portico/contract/files'
import type { FileAccess } from '../kernel/access/file-access.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { findPicture, openableFile } from './queries.ts'
import { cachingFor, noteOpening, sendFile } from './send-file.ts'

/** Serves files by signed URL, and public pictures. `fileAccess`: rules of sections whose files a single flag does not open. */
export const fileRoutes = (app: App, fileAccess: readonly FileAccess[]): void => {
  const { storage, signedUrls } = app.deps

  route(app, readFile, async ({ db, params, query, now, request, reply }) => {
    const reader = signedUrls.verify({ fileId: params.fileid, ...query }, now) ?? fail('not_found')
    const scope = await app.authenticator.urlReader(reader)
    const file = (await openableFile(db, scope, params.fileid, fileAccess)) ?? fail('not_found')
    noteOpening(app.deps, request, scope, { fileId: file.id }, file)
    return sendFile(storage, file, { range: request.headers.range, caching: cachingFor(scope) }, reply)
  })

  route(app, readPicture, async ({ db, params, request, reply }) => {
    const picture = (await findPicture(db, params.picture)) ?? fail('not_found')
    const caching = 'public, max-age=31536000, immutable'
    return sendFile(storage, picture, { range: request.headers.range, caching }, reply)
  })
}
