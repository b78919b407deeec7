import type { App } from '../kernel/route.ts'
import { uploadRoutes } from './upload-routes.ts'

/** The operator API (decisions 8). */
export const operatorRoutes = async (app: App): Promise<void> => {
  await app.http.register(async http => {
    // Bodies of any type as streams, for what is a file itself.
    http.removeContentTypeParser(['application/json', 'text/plain'])
    http.addContentTypeParser('*', (_request, _body, done) => done(null))
    uploadRoutes({ ...app, http })
  })
}
