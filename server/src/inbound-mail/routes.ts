import { receiveMail } from '@portico/contract/operator/mail'
import { pipeBody } from '../files/uploads.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { MAIL_MAX } from './reading/read-mail.ts'
import { storeMail } from './store-mail.ts'

/** The way in for programs: a raw mail is the body. */
export const inboundMailRoutes = async (app: App): Promise<void> => {
  await app.http.register(async http => {
    http.removeContentTypeParser(['application/json', 'application/merge-patch+json', 'text/plain'])
    http.addContentTypeParser('*', (_request, _body, done) => done(null))
    route({ ...app, http }, receiveMail, async ({ scope, query, request }) => {
      const requireSize = (bytes: number) => {
        if (bytes > MAIL_MAX) fail('file_too_large', { detail: 'A mail has 50 MB at most.' })
      }
      requireSize(Number(request.headers['content-length'] ?? 0))
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of pipeBody(request) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        requireSize(bytes)
        chunks.push(chunk)
      }
      if (bytes === 0) failAt('invalid_request', 'body', 'is empty')
      const { serviceCompanyId, portalIds } = scope
      const recipients = query.recipient === undefined ? [] : [query.recipient]
      const mail = { raw: Buffer.concat(chunks), way: 'api' as const, portalId: null, mailboxId: null, peer: null }
      return { state: await storeMail(app.deps, { ...mail, serviceCompanyId, portalIds, recipients }) }
    })
  })
}
