import { listPublicFiles, readPublicFile } from '@portico/contract/public-files'
import { cachingFor, noteOpening, sendFile } from '../files/send-file.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { publicFileOf, publicFilesOf } from './queries.ts'

export const publicFileRoutes = (app: App): void => {
  const { signedUrls, storage } = app.deps

  route(app, listPublicFiles, async ({ db, scope, now }) =>
    (await publicFilesOf(db, scope)).map(({ id, fileName, replacedOn }) => ({
      id,
      fileName,
      replacedOn,
      url: signedUrls.sign({ id, name: fileName, collection: 'publicfiles' }, scope, now),
    })),
  )

  route(app, readPublicFile, async ({ db, params, query, now, request, reply }) => {
    const reader =
      signedUrls.verify({ fileId: params.fileid, collection: 'publicfiles', ...query }, now) ?? fail('not_found')
    const scope = await app.authenticator.urlReader(reader)
    const file = (await publicFileOf(db, scope, params.fileid)) ?? fail('not_found')
    noteOpening(app.deps, request, scope, { kind: 'publicFile', recordId: file.id }, file)
    return sendFile(storage, file, { range: request.headers.range, caching: cachingFor(scope) }, reply)
  })
}
