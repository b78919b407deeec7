import { readFile, readPicture } from '@portico/contract/files'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { type MayOpen, openableFile, pictureNamed } from './queries.ts'
import { sendFile, signedCaching } from './send-file.ts'

/** Files by signed address, and public pictures. `rules` say who may open the files of each section. */
export const fileRoutes = (app: App, rules: MayOpen[]): void => {
  const { storage, signedUrls } = app.deps

  route(app, readFile, async ({ db, params, query, now, request, reply }) => {
    const reader = signedUrls.verify({ fileId: params.fileid, ...query }, now) ?? fail('not_found')
    const scope = await app.authenticator.urlReader(reader)
    const file = (await openableFile(db, scope, params.fileid, rules)) ?? fail('not_found')
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })

  route(app, readPicture, async ({ db, params, request, reply }) => {
    const picture = (await pictureNamed(db, params.picture)) ?? fail('not_found')
    const caching = 'public, max-age=31536000, immutable'
    return sendFile(storage, picture, { range: request.headers.range, caching }, reply)
  })
}
