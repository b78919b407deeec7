import { fail } from '../kernel/errors/fail.ts'
import type { App } from '../kernel/http/route.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { importRoutes } from './import-routes.ts'
import { inviteRoutes } from './invite-routes.ts'
import { allRecordRoutes } from './record-routes.ts'
import { sendRoutes } from './send-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Registers the routes of the operator API. */
export const operatorRoutes = async (app: App, seal: Seal): Promise<void> => {
  allRecordRoutes(app, seal)
  inviteRoutes(app)
  sendRoutes(app)
  sessionRoutes(app)
  await app.http.register(async http => {
    http.addHook('onRequest', async ({ headers }) => {
      if (headers['content-encoding'] !== undefined)
        fail('invalid_request', { detail: 'A file is sent as it is: without Content-Encoding.' })
    })
    // Uploads and imports are files, so their bodies arrive as streams, whatever their content type.
    http.removeContentTypeParser(['application/json', 'application/merge-patch+json', 'text/plain'])
    http.addContentTypeParser('*', (_request, _body, done) => done(null))
    uploadRoutes({ ...app, http })
    importRoutes({ ...app, http })
  })
}
