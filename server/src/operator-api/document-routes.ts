import type { OperatorDocument } from '../kernel/http/operator-openapi.ts'
import { operatorRoot } from '../kernel/http/operator-route.ts'
import type { App } from '../kernel/http/route.ts'
import { newNonce } from '../kernel/http/security-headers.ts'
import { documentPage } from './document-page.ts'

/** Serves the operator API's OpenAPI document and its HTML page without authentication: they contain no company's data. */
export const operatorDocumentRoutes = ({ http, limits }: App, makeDocument: () => OperatorDocument): void => {
  let document: OperatorDocument | undefined
  const made = () => {
    document ??= makeDocument()
    return document
  }
  let text: string | undefined
  const open = { onRequest: limits.open }

  http.get(`${operatorRoot}/openapi.json`, open, async (_request, reply) => {
    text ??= JSON.stringify(made())
    return reply.type('application/json; charset=utf-8').send(text)
  })

  // Without the trailing slash the page's relative links would not resolve.
  http.get(`${operatorRoot}/`, open, async (request, reply) => {
    if (!request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect(`${operatorRoot}/`)
    const nonce = newNonce()
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(documentPage(made(), nonce))
  })
}
